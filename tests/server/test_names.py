"""Names: nothing invisible, nobody who looks like another."""

import pytest

from paiyou.server.names import clean, distinct, skeleton
from paiyou.server.sizes import LONGEST_NAME


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann ", "Ann"), ("安娜", "安娜"), ("Ａｎｎ", "Ann"), ("Ann\u00a0 Lee", "Ann Lee"), ("e\u0301", "é"),
        ("Анна", "Анна"), ("🐷", "🐷"), ("Zoë 3", "Zoë 3"), ("김철수", "김철수"), ("प्रिया", "प्रिया"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)  # fmt: skip
def test_a_name_that_can_be_seen(text: str, name: str) -> None:
    assert clean(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "", "  ", "\u200b", "Ann\u200b", "\u3164", "\u2800", "A\u034fnn", "Ann\ufe0f", "\u202eAnn", "a\nb",
        "\u0301", "A" + "\u0316\u0317\u0318", "Аnn", "Αnn", "x" * (LONGEST_NAME + 1), "\ufdfa\ufdfa",
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_seen_or_misleads(text: str) -> None:
    with pytest.raises(ValueError, match="a name must"):
        clean(text)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "ann"), ("Ann", "A nn"), ("Zoe", "Zoë"), ("сор", "cop"), ("Bill", "BiIl"), ("O", "0")]
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert distinct(other, [one]) == f"{other} (2)"
    assert distinct(other, [one, f"{one} (2)"]) == f"{other} (3)"


def test_a_long_name_stays_short_enough() -> None:
    name = "x" * LONGEST_NAME
    assert distinct(name, [name]) == "x" * (LONGEST_NAME - 4) + " (2)"
    assert distinct("Bob", ["Ann"]) == "Bob"
