"""Networks that play like an agent: its games recorded, its moves learnt, its corrections of theirs."""
