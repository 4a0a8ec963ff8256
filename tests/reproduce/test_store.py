import json

import pytest

from paiyou.reproduce.store import Store


def test_results_are_kept_line_by_line(tmp_path):
    path = tmp_path / "deep" / "x.jsonl"
    store = Store(path)
    store.add("a", [1, 2], 0.5)
    store.add("b", {"c": 3}, 1.25)
    again = Store(path)
    assert again.results == {"a": [1, 2], "b": {"c": 3}}
    assert again.seconds == {"a": 0.5, "b": 1.25}
    assert len(path.read_text().splitlines()) == 3


def test_a_line_cut_off_by_a_kill_is_dropped(tmp_path):
    path = tmp_path / "x.jsonl"
    Store(path).add("a", 1, 0.0)
    whole = path.read_bytes()
    for cut in range(1, 20):
        path.write_bytes(whole + b'{"key":"b","result":[12345'[:cut])
        again = Store(path)
        assert again.results == {"a": 1}
        again.add("c", 3, 0.0)
        assert Store(path).results == {"a": 1, "c": 3}


def test_a_whole_line_that_is_no_result_is_told(tmp_path):
    path = tmp_path / "x.jsonl"
    Store(path).add("a", 1, 0.0)
    path.write_text(path.read_text() + "what is this?\n")
    with pytest.raises(ValueError, match=r"line 3 .* --fresh"):
        Store(path)
    assert Store(path, fresh=True).results == {}


def test_results_of_another_version_are_refused(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"paiyou": "0.0.1"}) + "\n")
    with pytest.raises(ValueError, match=r"version 0\.0\.1.*--fresh"):
        Store(path)
    assert path.read_text() == json.dumps({"paiyou": "0.0.1"}) + "\n"


def test_an_empty_file_is_a_fresh_one(tmp_path):
    """A kill between the making of the file and its first line."""
    path = tmp_path / "x.jsonl"
    path.write_text("")
    store = Store(path)
    store.add("a", 1, 0.0)
    assert Store(path).results == {"a": 1}


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot be kept"):
        Store(tmp_path / "file" / "x.jsonl")
