"""Lists that other people's packages add to: by a call in a running program, or by entry points of an installation.

An entry point is loaded when the list is first asked for. One that cannot be imported, raises, gives the wrong thing or
takes a name that is taken is left out with one sentence (a warning, unless `report_to` says otherwise), and everything
else still works. What a running program has added travels to its worker processes as `Registered`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import EntryPoint, distribution, distributions
from typing import Any, ClassVar, Generic, TypeVar

from paiyou.options import shown

T = TypeVar("T")

Tell = Callable[[str], None]

MOST_REASON = 300
"""Characters kept of what other people's code has to say."""


class Plugins(Generic[T]):
    """A list of named things that can be added to.

    `what` names its kind, `group` its entry points (None: it has none), and `check` makes an entry of what was given or
    raises a ValueError.
    """

    known: ClassVar[dict[str, Plugins[Any]]] = {}
    """All lists there are, by what they list."""

    def __init__(self, what: str, group: str | None, own: Mapping[str, T], check: Callable[[str, object], T]) -> None:
        self._what = what
        self._group = group
        self._listed: dict[str, T] = dict(own)
        self._check = check
        self._looked = group is None
        self.added: dict[str, T] = {}
        """What the running program has added."""
        Plugins.known[what] = self

    def all(self) -> Mapping[str, T]:
        """All of them by name."""
        if not self._looked:
            self._looked = True  # first: what is loaded may ask for the list itself
            left_out: list[str] = []
            try:
                for point in _entry_points(str(self._group), left_out.append):
                    self._load(point, left_out.append)
            except BaseException:  # stopped by Ctrl+C: the next who asks begins anew
                self._looked = False
                raise
            for sentence in left_out:
                _tell(sentence)
        return self._listed

    def add(self, name: str, given: object) -> T:
        """Add one and give it back as it is listed; ValueError where it is not whole or the name is taken."""
        one = self._check(name, given)
        self.all()
        if self._listed.get(name) != one:
            if name in self._listed:
                raise ValueError(f"there is a{_n(self._what)} {self._what} {shown(name)} already; give it another name")
            self._listed[name] = self.added[name] = one
        return one

    def remove(self, name: str) -> None:
        """Take back what the running program has added."""
        del self.added[name], self._listed[name]

    def _load(self, point: EntryPoint, leave_out: Tell) -> None:
        try:
            if EntryPoint.pattern.match(point.value) is None:
                raise ValueError("an entry point is written as name = package.module:THING")
            one = self._check(point.name, point.load())
            if self._listed.setdefault(point.name, one) is not one:
                raise ValueError(f"there is a{_n(self._what)} {self._what} of this name already")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # other people's code may raise anything, or end the program
            named = f"the {self._what} {shown(point.name)} ({shown(point.value)})"
            leave_out(f"{named} of an installed package is left out: {reason_of(error)}")


class Registered:
    """All that the running program has added to the lists. Unpickled in another process, it is added there.

    It must come before what relies on it: `pickle.dumps((Registered(), work))`.
    """

    def __init__(self) -> None:
        self.things = tuple(
            (what, name, one) for what, plugins in Plugins.known.items() for name, one in plugins.added.items()
        )

    def __reduce__(self) -> tuple[object, ...]:
        return _arrive, self.things


def _arrive(*things: tuple[str, str, object]) -> Registered:
    import_module("paiyou")  # the lists themselves
    with report_to(lambda _: None):  # the process that has sent them has told
        for plugins in Plugins.known.values():
            plugins.all()
    for what, name, one in things:
        if name not in Plugins.known[what].all():
            Plugins.known[what].add(name, one)
    return Registered()


def _warn(sentence: str) -> None:
    warnings.warn(sentence, RuntimeWarning, stacklevel=5)


_tell: Tell = _warn


@contextmanager
def report_to(tell: Tell) -> Iterator[None]:
    """Inside, what is left out is told in this way, not by a warning: on the command line, in a server's log."""
    global _tell
    before, _tell = _tell, tell
    try:
        yield
    finally:
        _tell = before


def reason_of(error: BaseException) -> str:
    """One line about an error of other people's code."""
    try:
        said = str(error)
    except Exception:  # even this is their code
        said = ""
    if type(error) is not ValueError:
        said = f"{type(error).__name__}: {said}" if said else type(error).__name__
    line = " ".join(said.split())[:MOST_REASON]
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def _entry_points(group: str, leave_out: Tell) -> list[EntryPoint]:
    """Those of a group, by name.

    As `importlib.metadata.entry_points`, but one installed package with a broken list does not hide all others.
    """
    found: dict[str, list[EntryPoint]] = {}
    for one in distributions():
        written = one.read_text("entry_points.txt") or ""
        if group not in written:
            continue
        name = one.metadata["Name"]
        if name in found or distribution(name).read_text("entry_points.txt") != written:
            continue  # hidden by another of that name, earlier on the path
        found[name] = []
        try:
            found[name] = [point for point in one.entry_points if point.group == group]
        except Exception as error:
            leave_out(f"the entry points of the installed package {shown(name)} are left out: {reason_of(error)}")
    return sorted((point for points in found.values() for point in points), key=lambda point: point.name)


def _n(word: str) -> str:
    return "n" if word[0] in "aeiou" else ""
