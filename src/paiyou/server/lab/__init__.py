"""The lab: any position set up and looked at, agents asked, beliefs about hidden cards, solved ends."""
