"""What the rule player of climbing games believes, in one unit: what a group of a split hand is worth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Parameters:
    """The numbers for one role at the table."""

    charge: float = 14.0
    """Cost of every group: it takes a turn to get rid of it (7 in RHCP, whose worst group is worth -7 besides)."""
    hurry: float = 4.0
    """Added to the charge, in full when an enemy is about to go out (as in RHCP-v2)."""
    doom: float = 20.0
    """Cost of a group that an enemy might beat with his last cards."""
    solo: float = 14.0
    """Worth of a solo that nobody can beat; otherwise in proportion to the chance."""
    pair: float = 14.0
    """The same of a pair."""
    trio: float = 14.0
    """The same of a trio, with or without kickers."""
    chain: float = 14.0
    """The same of chains and planes."""
    quad: float = 14.0
    """The same of four alike with kickers."""
    bomb: float = 24.0
    """The same of a bomb."""
    rocket: float = 27.0
    """The same of the rocket."""
    ease: float = 14.0
    """Worth of a solo or pair above all unseen cards, besides: it is easily put down on others'."""
    run: float = 0.0
    """Bonus for a move after which everything can be played out without an answer, times the chance of it."""
    lead_own: float = 0.3
    """Leading: how much the worth of the move itself counts beside the rest of the hand."""
    lead_cards: float = 0.0
    """Leading: bonus for every card of the move."""
    lead_doom: float = 20.0
    """Leading: cost of a move that an enemy might beat with his last cards."""
    lead_press: float = 0.0
    """Leading: bonus for a move above all unseen cards, in proportion to those below: the next has less to put down."""
    feed: float = 10.0
    """Leading: bonus for a low solo or pair that the partner may go out on."""
    stand: float = 0.0
    """Following: worth of taking the lead, times the chance to."""
    press: float = 0.0
    """Following: the same as `lead_press`."""
    pass_cost: float = 3.0
    """Following: cost of letting an enemy have the trick."""
    alarm: float = 30.0
    """Added to it, divided by the square of the cards that the enemy has left."""
    beat_partner: float = 10.0
    """Cost of beating the partner."""
    beat_strong: float = 8.0
    """Added to it, times the chance that the partner's move stands."""
    even: float = -40.0
    """Score of the best move with which half of the games are won."""
    spread: float = 30.0
    """Unit of the logistic curve around it; both only turn scores into expected results."""


ROLES = {
    "landlord": Parameters(
        charge=20.0,
        hurry=4.1,
        chain=6.6,
        quad=9.7,
        bomb=31.6,
        ease=13.8,
        run=50.0,
        lead_own=0.09,
        lead_cards=-0.5,
        lead_doom=60.0,
        lead_press=-2.9,
        stand=-1.0,
        press=2.0,
        alarm=150.0,
        even=-35.1,
        spread=28.3,
    ),
    "down": Parameters(
        ease=8.1,
        run=50.0,
        lead_doom=60.0,
        lead_press=4.0,
        feed=24.6,
        press=5.0,
        pass_cost=5.0,
        alarm=150.0,
        beat_partner=12.0,
        even=-22.2,
        spread=40.2,
    ),
    "up": Parameters(
        charge=17.3,
        solo=9.6,
        run=50.0,
        lead_cards=-1.1,
        lead_doom=60.0,
        lead_press=2.0,
        press=5.0,
        alarm=150.0,
        even=-24.5,
        spread=74.4,
    ),
    "alone": Parameters(
        charge=20.0,
        hurry=4.1,
        solo=13.1,
        chain=3.8,
        quad=9.7,
        bomb=63.4,
        ease=13.8,
        run=50.0,
        lead_own=0.09,
        lead_cards=-0.2,
        lead_doom=60.0,
        lead_press=-4.8,
        stand=-0.4,
        press=2.0,
        alarm=161.4,
        even=-15.6,
        spread=32.4,
    ),
}
"""The landlord, the peasant after him, the peasant before him; and whoever plays for himself."""
