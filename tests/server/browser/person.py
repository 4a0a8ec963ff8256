"""A person at the page, as a test: reads the table that the page was sent, and clicks, taps or types."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

from patience import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)

Move = Callable[[dict[str, Any]], str]


def sensible(table: dict[str, Any]) -> str:
    """A move that brings a game to its end: take part in the auction, expose, play what sheds most."""
    moves: list[str] = table["you"]["moves"]
    if table["phase"] == "play" and table["shape"]["select"] == "many":
        return max(moves, key=lambda move: 0 if move == "pass" else len(move))
    return [move for move in moves if move != "expose none"][-1] if len(moves) > 1 else moves[0]


class Person:
    """One page in one browser context."""

    def __init__(self, context: BrowserContext, address: str, *, touch: bool = False, seed: int | None = None) -> None:
        self.page: Page = context.new_page()
        self.address, self.touch = address, touch
        self.table: dict[str, Any] = {}
        self.troubles: list[str] = []
        self.page.set_default_timeout(1000 * PATIENCE)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._hear_console)
        if seed is not None:
            self.page.route("**/api/rooms", lambda route: route.continue_(post_data=_with_seed(route.request, seed)))

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "table":
            self.table = message["table"]

    def _hear_console(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and "Service Worker registration blocked" not in said.text:
            self.troubles.append(f"{said.text} {said.location['url']}")

    def forgive_lost_connections(self) -> None:
        """The browser itself notes every try to connect that fails; where the line was cut that is no trouble."""
        self.troubles[:] = [trouble for trouble in self.troubles if not trouble.startswith("WebSocket connection to")]

    # In the lobby

    def open_lobby(self) -> None:
        self.page.goto(self.address)
        self.page.get_by_test_id("start").wait_for()

    def sit_down(self, game: str, others: str = "beginner", name: str = "Ann") -> None:
        """Start a table from the lobby: every other chair is a bot of that level, or "open"."""
        page = self.page
        self.open_lobby()
        page.locator(f"input[name=game][value='{game.partition(':')[0]}']").check()
        if page.locator("input[name=variant]").count():
            page.locator(f"input[name=variant][value='{game}']").check()
        page.locator("input[name=name]").fill(name)
        for chair in page.locator(".chair-grid select").all():
            chair.select_option(others)
        page.get_by_test_id("start").click()
        page.locator(".table-page[data-phase]").wait_for()

    # At the table

    def wait_for_turn(self) -> bool:
        """Wait until it is this person's turn (True) or the game is over (False)."""
        self.page.wait_for_function(
            "() => { const table = document.querySelector('.table-page')?.dataset;"
            " return table && (table.turn === 'you' || table.phase === 'over') && !document.getAnimations().length; }"
        )
        shown = self.shown()
        while (str(self.table.get("index")), str(self.table.get("game"))) != (shown["index"], shown["number"]):
            self.page.wait_for_timeout(5)
            shown = self.shown()
        return shown["turn"] == "you"

    def shown(self) -> dict[str, str]:
        """What the page says about the table."""
        shown: dict[str, str] = self.page.locator(".table-page").evaluate("page => ({ ...page.dataset })")
        return shown

    def press(self, test_id: str) -> None:
        button = self.page.get_by_test_id(test_id)
        if self.touch:
            button.tap()
        else:
            button.click()

    def touch_card(self, card: str) -> None:
        """Click or tap the corner of a card, which no other card may cover."""
        corner = self.page.locator(f".hand [data-card='{card}']").evaluate(
            "card => { const box = card.getBoundingClientRect(); return [box.left + 8, box.top + 12]; }"
        )
        if self.touch:
            self.page.touchscreen.tap(*corner)
        else:
            self.page.mouse.click(*corner)

    def cards_for(self, move: str) -> list[str]:
        """Cards of the hand that make a move."""
        if self.table["shape"]["select"] == "one":
            return [card for card in move.split() if card not in ("expose", "none")]
        free, found = list(self.table["you"]["cards"]), []
        for rank in move:
            found.append(next(card for card in free if card[-1] == rank))
            free.remove(found[-1])
        return found

    def select(self, cards: list[str]) -> None:
        """Choose exactly these cards: some come up with their mates, and those that are not wanted are put back."""
        for card in cards:
            if card not in self.selected():
                self.touch_card(card)
                self._wait_for_card(card, up=True)
        for card in self.selected():
            if card not in cards:
                self.touch_card(card)
                self._wait_for_card(card, up=False)
        self.wait_for_selection(cards)

    def _wait_for_card(self, card: str, *, up: bool) -> None:
        expect(self.page.locator(f".hand [data-card='{card}']")).to_have_attribute("aria-pressed", str(up).lower())

    def wait_for_selection(self, cards: list[str]) -> None:
        """A finger's touch takes a moment to arrive."""
        end = time.monotonic() + PATIENCE
        while (now := self.selected()) != (wanted := sorted(cards)):
            assert time.monotonic() < end, f"selected are {now}, not {wanted}"
            self.page.wait_for_timeout(10)

    def selected(self) -> list[str]:
        chosen: list[str] = self.page.locator(".hand [aria-pressed=true]").evaluate_all(
            "cards => cards.map((card) => card.dataset.card)"
        )
        return sorted(chosen)

    def act(self, choose: Move = sensible) -> str:
        """Make a move with the mouse or a finger, and wait until the table shows it."""
        before, move = self.shown(), choose(self.table)
        if self.table["phase"] == "auction" or self.table["shape"]["select"] == "list":
            self.press(f"call-{move.replace(' ', '-')}")
        elif move in ("pass", "expose none"):
            self.press(move.replace(" ", "-"))
        else:
            self.select(self.cards_for(move))
            self.press("play")
        self.wait_for_change(before)
        return move

    def wait_for_change(self, before: dict[str, str]) -> None:
        """Wait until the page shows another table than it did before."""
        self.page.wait_for_function(
            "([index, number]) => { const table = document.querySelector('.table-page').dataset;"
            " return table.index !== index || table.number !== number; }",
            arg=[before["index"], before["number"]],
        )

    def play_to_the_end(self, choose: Move = sensible, look: Callable[[Person], None] = lambda _: None) -> set[str]:
        """Play until the game is over; `look` is called at every decision. Returns the phases there were."""
        phases = set()
        while self.wait_for_turn():
            phases.add(str(self.table["phase"]))
            look(self)
            self.act(choose)
        expect(self.page.get_by_test_id("result")).to_be_visible()
        return phases

    # What must always hold

    def check_layout(self) -> None:
        """No card clipped or covered, no overlap of what stands side by side, nothing to scroll to."""
        problems = self.page.evaluate(LAYOUT)
        assert not problems, problems

    def check_words(self, language: str) -> None:
        """Not a word of the other language, and no key in place of a word."""
        words = self.page.evaluate(WORDS)
        strange = _strange(words, language)
        assert not strange, strange

    def check_names(self) -> None:
        """Whatever can be used has a name that a screen reader can say."""
        assert self.page.evaluate(NAMELESS) == []


def _with_seed(request: Any, seed: int) -> str:
    wanted = request.post_data_json
    if all(chair["kind"] != "open" for chair in wanted["chairs"]):
        wanted["seed"] = seed
    return json.dumps(wanted)


NAMES = ("Ann", "Bob", "Cem", "Paiyou", "JOKER", "Esc", "Home", "End")
"""Words that are the same in both languages."""


def _strange(texts: list[str], language: str) -> list[str]:
    if language == "zh":
        found = [word for text in texts for word in re.findall(r"[A-Za-z]{2,}", text.replace("English", ""))]
        return [word for word in found if word not in NAMES]
    return [text for text in texts if re.search(r"[\u3000-\u9fff\uff00-\uffef]", text.replace("中文", ""))] + [
        word for text in texts for word in re.findall(r"\b[a-z]+\.[a-zA-Z]+[a-zA-Z.0-9]*\b", text)
    ]


WORDS = """() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest('script, noscript, svg, code') && node.data.trim()) texts.push(node.data.trim());
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) {
      if (element.getAttribute(name)) texts.push(element.getAttribute(name));
    }
  }
  return texts;
}"""

NAMELESS = """() => [...document.querySelectorAll(
    'button, a, input, select, [role=img], [role=dialog], dialog, [role=group]')]
  .filter((element) => {
    if (element.closest('[aria-hidden=true]')) return false;
    const label = element.getAttribute('aria-label') || element.labels?.[0]?.innerText || element.innerText
      || document.getElementById(element.getAttribute('aria-labelledby'))?.innerText;
    return !label?.trim();
  })
  .map((element) => element.outerHTML.slice(0, 120))"""

LAYOUT = """() => {
  const problems = [];
  const box = (element) => element.getBoundingClientRect();
  const visible = (element) => box(element).width > 0 && box(element).height > 0;
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) problems.push(`scrolls sideways: ${root.scrollWidth}`);
  if (root.scrollHeight > innerHeight + 1) problems.push(`scrolls down: ${root.scrollHeight}`);
  for (const card of document.querySelectorAll('.felt .card')) {
    if (!visible(card)) continue;
    const { left, right, top, bottom } = box(card);
    if (left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5) {
      problems.push(`clipped: ${card.dataset.card} ${[left, top, right, bottom].map(Math.round)}`);
    }
  }
  if (!document.querySelector('.result')) {
    for (const card of document.querySelectorAll('.hand .card')) {
      const { left, top } = box(card);
      const lifted = card.getAttribute('aria-pressed') === 'true';
      const hit = document.elementFromPoint(left + 8, top + 12)?.closest('.card');
      if (hit !== card && !lifted && hit?.getAttribute('aria-pressed') !== 'true') {
        problems.push(`covered: ${card.dataset.card} by ${hit?.dataset.card}`);
      }
    }
  }
  const parts = ['.info', '.counter ul', '.tools', '.seat.left .plate', '.seat.right .plate', '.seat.top .plate',
    '.seat.left .zone', '.seat.right .zone', '.seat.top .zone', '.seat.left .open-hand', '.seat.right .open-hand',
    '.trick .card', '.zone.self', '.message', '.actions', '.hand', '.plate.self', '.waiting', '#header'];
  const shapes = parts.flatMap((part) => [...document.querySelectorAll(part)].filter((element) => visible(element)
    && (element.childNodes.length > 0)).map((element) => ({ part, ...box(element).toJSON() })));
  for (const [n, one] of shapes.entries()) {
    for (const other of shapes.slice(n + 1)) {
      if (one.part === other.part) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1 && high > 1) {
        problems.push(`${one.part} over ${other.part}: ${Math.round(wide)} x ${Math.round(high)}`);
      }
    }
  }
  for (const button of document.querySelectorAll('button:not(.card), .role, .chip, .bubble')) {
    if (visible(button) && button.scrollWidth > button.clientWidth + 1) problems.push(`cut: ${button.innerText}`);
  }
  return problems;
}"""
