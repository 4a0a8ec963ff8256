"""What is heard and felt: sounds after the first touch, effects one can skip, the moment after a game, greetings."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from server.browser.languages import ENGLISH_FIRST
from server.browser.test_lessons import open_step

COUNT_SOUNDS = """() => {
  window.made = 0;
  for (const name of ['createOscillator', 'createBufferSource']) {
    const make = AudioContext.prototype[name];
    AudioContext.prototype[name] = function () { window.made++; return make.call(this); };
  }
}"""


def do_the_task(person: Any) -> None:
    person.page.get_by_test_id("hint").click()
    person.page.get_by_test_id("play").click()


def test_nothing_is_heard_before_the_first_touch_nor_where_it_is_switched_off(enter: Any) -> None:
    person = enter()
    page = person.page
    page.add_init_script(f"({COUNT_SOUNDS})()")
    open_step(person, "doudizhu", 3)
    # A pair was played and it is the person's turn: both are heard, but for one who has touched nothing yet.
    assert page.evaluate("() => window.made") == 0
    do_the_task(person)
    page.locator("a[data-testid=next]").wait_for()
    heard = page.evaluate("() => window.made")
    assert heard > 0
    page.get_by_test_id("open-settings").click()
    switch = page.get_by_test_id("settings").get_by_label("Sounds")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.keyboard.press("Escape")
    heard = page.evaluate("() => window.made")
    page.get_by_test_id("again").click()
    page.locator(".lesson-page[data-turn=you]").wait_for()
    do_the_task(person)
    page.locator("a[data-testid=next]").wait_for()
    assert page.evaluate("() => window.made") == heard


RENDERED = """async ([name, seconds]) => {
  const rate = 44100;
  let made;
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, rate * seconds, rate); made = this; }
    resume() { return Promise.resolve(); }
  };
  const { sound } = await import(`/sounds.js?${name}`);
  dispatchEvent(new PointerEvent("pointerdown"));
  sound(name);
  const samples = (await made.startRendering()).getChannelData(0);
  const power = (part) => part.reduce((sum, one) => sum + one * one, 0) / part.length;
  const loud = (from, to) => Math.sqrt(power(samples.subarray(from, to)));
  const heard = [...samples.keys()].filter((n) => Math.abs(samples[n]) > 0.003);
  const tenth = rate / 10;
  return {
    peak: samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
    length: (heard.at(-1) - heard[0]) / rate,
    loudest: Math.max(...Array.from({ length: 10 * seconds }, (_, n) => loud(n * tenth, (n + 1) * tenth))),
    last: Math.abs(samples.at(-1)),
    crossings: samples.reduce((count, one, n) => count + (n > 0 && one * samples[n - 1] < 0 ? 1 : 0), 0),
  };
}"""
"""A sound of the page, rendered instead of played, in numbers; modules asked for by another address are made anew."""

NAMES = ("card", "pass", "call", "turn", "deal", "blast", "launch", "flight", "spring", "win", "lose", "greeting")


def test_sounds_are_short_and_of_like_loudness(enter: Any) -> None:
    """None is silent, none clips, and a bomb does not frighten who has turned up the cards."""
    person = enter()
    person.open_lobby()
    told = {name: person.page.evaluate(RENDERED, [name, 2]) for name in NAMES}
    decibels = {name: 20 * math.log10(one["loudest"]) for name, one in told.items()}
    for name, one in told.items():
        assert one["peak"] < 0.5, name
        assert one["last"] == 0, name
        assert 0.03 < one["length"] < (1.2 if name in ("blast", "launch", "flight") else 0.75), (name, one["length"])
        assert -42 < decibels[name] < -18, (name, decibels[name])
    assert max(decibels, key=lambda name: decibels[name]) == "blast"
    assert decibels["blast"] - decibels["card"] < 20
    # What is heard most often is told apart without looking.
    assert told["card"]["crossings"] > 3 * told["pass"]["crossings"]
    assert told["turn"]["crossings"] != told["greeting"]["crossings"]


FRAMES = """async (name) => {
  const { feel } = await import("/effects.js");
  const later = window.setTimeout;
  let stay = 0;
  window.setTimeout = (_, time) => (stay = time);
  feel(document.querySelector(".felt"), name);
  window.setTimeout = later;
  const box = document.querySelector(".effect").getBoundingClientRect();
  const moving = document.querySelector(".effect").getAnimations({ subtree: true });
  const inside = (time) => {
    moving.forEach((one) => { one.pause(); one.currentTime = time; });
    return [...document.querySelectorAll(".effect > *")].some((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return right > box.left && left < box.right && bottom > box.top && top < box.bottom && right > left;
    });
  };
  const seen = [200, 350, 500, 650, 800].map(inside);
  return { seen, stay, end: Math.max(...moving.map((one) => one.effect.getComputedTiming().endTime)) };
}"""


@pytest.mark.parametrize("effect", ["blast", "launch", "flight", "spring", "win"])
def test_effects_are_seen_from_the_start_and_to_their_end(enter: Any, effect: str) -> None:
    person = enter(pace="calm")
    open_step(person, "doudizhu", 5)
    for width, height in ((844, 390), (390, 664), (1440, 900)):
        person.page.set_viewport_size({"width": width, "height": height})
        told = person.page.evaluate(FRAMES, effect)
        assert told["seen"] == [True] * 5, (width, height)
        assert told["end"] <= told["stay"] <= 1600
        person.page.keyboard.press("Shift")
        expect(person.page.get_by_test_id("effect")).to_have_count(0)


@pytest.mark.parametrize(("step", "effect"), [(6, "blast"), (7, "launch"), (5, "flight")])
def test_what_the_game_says_is_felt_and_can_be_skipped(enter: Any, step: int, effect: str) -> None:
    person = enter(pace="calm")
    open_step(person, "doudizhu", step)
    do_the_task(person)
    shown = person.page.locator(f".effect.{effect}")
    shown.wait_for()
    person.page.keyboard.press("Shift")
    expect(shown).to_have_count(0)


def test_nothing_moves_for_who_wants_it_still(enter: Any) -> None:
    person = enter()
    open_step(person, "doudizhu", 6)
    person.page.evaluate(
        "() => { window.felt = 0; new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) =>"
        " { if (node.classList?.contains('effect')) window.felt++; }))).observe(document.body,"
        " { childList: true, subtree: true }); }"
    )
    do_the_task(person)
    person.page.locator(".lesson-page[data-index='4']").wait_for()
    assert person.page.evaluate("() => window.felt") == 0


@pytest.mark.parametrize("language", ENGLISH_FIRST)
def test_the_moment_after_a_game_names_the_best_and_the_costliest_move(enter: Any, language: str) -> None:
    person = enter(language, seed=5)
    page = person.page
    person.sit_down("zhengshangyou", "beginner")
    # The move that sheds least: a game with something to say about it.
    person.play_to_the_end(lambda table: min(table["you"]["moves"], key=lambda move: (move == "pass", len(move))))
    region = page.get_by_test_id("moment")
    page.wait_for_function("() => !document.querySelector('.moment')?.innerText.includes('…')")
    # Kept by the server: it is the one that the page was told.
    address = f"/api/rooms/{person.table['room']}/games/0/review"
    review = page.evaluate("(address) => fetch(address).then((told) => told.json())", address)
    seat = person.table["you"]["seat"]
    faults = [
        (one["loss"], place)
        for place, one in enumerate(review["decisions"])
        if one["seat"] == seat and one["verdict"] in ("inaccuracy", "mistake", "blunder")
    ]
    assert faults, "another seed: this game has nothing to tell"
    person.check_words(language)
    worst = region.get_by_test_id("moment-worst")
    assert max(faults)[0] == review["decisions"][int(re.findall(r"move=(\d+)", worst.get_attribute("href"))[0])]["loss"]
    worst.click()
    page.locator(".review-page").wait_for()


def test_people_greet_each_other_in_their_own_words(enter: Any) -> None:
    ann, bob = enter("en", "small"), enter("zh", "phone")
    ann.sit_down("mini-doudizhu", "open", name="Ann")
    expect(ann.page.get_by_test_id("greet")).to_have_count(0)
    bob.page.goto(ann.page.get_by_test_id("invitation").input_value())
    bob.page.locator("input[name=name]").fill("Bob")
    bob.page.locator("form button[type=submit]").click()
    for person in (ann, bob):
        person.page.locator(".table-page[data-phase=play]").wait_for()
        # A rated game between people has no hints, and no button that would refuse them.
        expect(person.page.get_by_test_id("play")).to_be_visible()
        expect(person.page.get_by_test_id("hint")).to_have_count(0)
    ann.page.get_by_test_id("greet").click()
    ann.check_words("en")
    ann.page.get_by_test_id("greet-well_played").click()
    expect(bob.page.get_by_test_id("greeting")).to_have_text("打得好！")
    expect(ann.page.get_by_test_id("greeting")).to_have_text("Well played!")
    # Soon there is enough of it.
    for _ in range(3):
        ann.page.get_by_test_id("greet").click()
        ann.page.get_by_test_id("greet-hello").click()
    expect(ann.page.get_by_test_id("message")).to_contain_text("You have greeted enough")


def test_bots_are_not_greeted(enter: Any) -> None:
    person = enter()
    person.sit_down("mini-doudizhu", "beginner")
    expect(person.page.get_by_test_id("greet")).to_have_count(0)
