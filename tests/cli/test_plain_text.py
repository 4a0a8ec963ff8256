"""What a terminal does not know is said in plain characters."""

import codecs
import io

import pytest

from paiyou.cli import plain_text


@pytest.mark.parametrize(
    ("text", "encoding", "plain"),
    [
        ("♠Q ♥10 ±3", "ascii", "SQ H10 +-3"),
        ("Dou Dizhu 斗地主: 再见", "ascii", "Dou Dizhu ?: ?"),
        ("Zoë naïve", "ascii", "Zoe naive"),
        ("Zoë ♣", "latin-1", "Zoë C"),
        ("斗地主 ♣", "utf-8", "斗地主 ♣"),
        ("half \ud800", "utf-8", "half ?"),
        ("牌…", "gbk", "牌…"),
    ],
)
def test_plain_characters(text, encoding, plain):
    codecs.register_error(plain_text.HANDLER, plain_text._plain)
    assert text.encode(encoding, plain_text.HANDLER).decode(encoding) == plain


def test_the_usual_streams(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    plain_text.speak_plainly()
    print("♠ 牌友", file=stream, flush=True)
    assert stream.buffer.getvalue() == b"S ?\n"
    assert [plain_text.knows_all(name) for name in ("utf-8", "UTF8", "ascii", "gbk", None)] == [
        True, True, False, False, False,
    ]  # fmt: skip
