"""A real Chromium and a real server for the tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from paiyou.bench.table_server import ServerProcess
from patience import PATIENCE
from server.browser.person import Person

SIZES = {"phone": (360, 740), "small": (1366, 768), "large": (1920, 1080)}
LOCALES = {"en": "en-US", "zh": "zh-CN"}

Enter = Callable[..., Person]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium without a window: its headless shell, where it is installed, needs a third of the CPU time.

    One for this folder, and gone after it: the driver keeps an event loop running in this thread for as long as it
    lives, and other folders' tests start loops of their own.
    """
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if program is None:
        assert os.environ.get("CI_BROWSER") != "required", "apt-get install chromium-headless-shell: CI needs a browser"
        pytest.skip("Chromium is not installed here")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server, whose bots do not pause, for all tests that do not kill it."""
    with ServerProcess(
        tmp_path_factory.mktemp("table"), bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE
    ) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server to be killed."""
    with ServerProcess(tmp_path, bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE) as running:
        yield running


@pytest.fixture
def enter(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Enter]:
    """Makes people: each has a browser context of his own, a language, and a screen of some size."""
    contexts, people = [], []

    def make(
        language: str = "en",
        size: str = "small",
        *,
        seed: int | None = None,
        server: ServerProcess | None = None,
        pace: str = "instant",
        installed: bool = False,
    ) -> Person:
        width, height = SIZES[size]
        phone = size == "phone"
        context = browser.new_context(
            locale=LOCALES[language], viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone,
            reduced_motion="no-preference" if pace == "calm" else "reduce",
            # One that keeps the page for later would fetch every file twice in every test.
            service_workers="allow" if installed else "block",
        )  # fmt: skip
        context.add_init_script(f"localStorage['paiyou.settings'] ??= JSON.stringify({{ pace: '{pace}' }})")
        contexts.append(context)
        running = server or request.getfixturevalue("server")
        people.append(Person(context, f"http://{running.address}/", touch=phone, seed=seed))
        return people[-1]

    yield make
    troubles = [trouble for person in people for trouble in person.troubles]
    for context in contexts:
        context.close()
    assert troubles == []
