"""The lab: any position set up and shown, agents asked, beliefs about hidden cards, endgames solved."""
