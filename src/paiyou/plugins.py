"""Lists that other people's packages add to: by a call in a running program, or by entry points of an installation.

An entry point is loaded when the list is first asked for. One that cannot be imported, raises, gives the wrong thing or
takes a name that is taken is left out with one sentence (a warning), and everything else still works.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from paiyou.options import shown

T = TypeVar("T")


class Plugins(Generic[T]):
    """A list of named things that can be added to; `group` is the name of its entry points."""

    def __init__(self, what: str, group: str, own: Mapping[str, T], check: Callable[[str, object], T]) -> None:
        self._what = what
        self._group = group
        self._known: dict[str, T] = dict(own)
        self._check = check
        self._looked = False
        self.added: dict[str, T] = {}
        """What the running program has added: worker processes are told of these."""

    def all(self) -> Mapping[str, T]:
        """All of them by name."""
        if not self._looked:
            self._looked = True  # first: what is loaded may ask for the list itself
            for point in sorted(entry_points(group=self._group), key=lambda point: point.name):
                self._load(point)
        return self._known

    def add(self, name: str, given: object) -> T:
        """Add one and give it back as it is listed; ValueError where it is not whole or the name is taken."""
        one = self._check(name, given)
        self.all()
        if self._known.get(name) is not one:
            if name in self._known:
                raise ValueError(f"there is a {self._what} {shown(name)} already; give this one another name")
            self._known[name] = self.added[name] = one
        return one

    def _load(self, point: EntryPoint) -> None:
        try:
            one = self._check(point.name, point.load())
            if point.name in self._known:
                raise ValueError(f"there is a {self._what} of this name already")
            self._known[point.name] = one
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # other people's code may raise anything
            reason = str(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"
            named = f"the {self._what} {shown(point.name)} ({shown(point.value)})"
            warnings.warn(f"{named} of an installed package is left out: {reason}", RuntimeWarning, stacklevel=4)
