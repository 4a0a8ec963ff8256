import pytest

from paiyou.options import Option, read_options, split_spec, unknown


def test_specs_are_split():
    assert split_spec("name") == ("name", [])
    assert split_spec("name:preset, a=1") == ("name", ["preset", "a=1"])
    with pytest.raises(ValueError, match="colon"):
        split_spec("name:")


def test_values_are_read_by_kind():
    options = {
        "number": Option(int, ""),
        "share": Option(float, ""),
        "flag": Option(bool, ""),
        "word": Option(str, "", ("a", "b")),
    }
    preset, values = read_options("x", ["p", "number=-3", "share=0.5", "flag=off", "word=b"], options, ["p"])
    assert preset == "p"
    assert values == {"number": -3, "share": 0.5, "flag": False, "word": "b"}


def test_long_names_are_cut_in_messages():
    assert len(str(unknown("thing", "x" * 10_000, ["y"]))) < 100
