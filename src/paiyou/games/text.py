"""Words for people, in the two languages of the house."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """One text in English and in Chinese: `Text("a bomb", "炸弹")`."""

    en: str
    zh: str

    def to_json(self) -> dict[str, str]:
        """As the page reads it: by language."""
        return {"en": self.en, "zh": self.zh}
