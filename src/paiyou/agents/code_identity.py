"""Identifies Python code that makes an agent: a hash of what it does and what it was given, whatever its name.

Classes, functions and constants of its own package that it names are hashed as well, directly or through a module; a
script's own package are also the modules in its folder. Where they stand and how they are laid out does not matter, so
a script may be edited around them.
"""

from __future__ import annotations

import dis
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from paiyou.plugins import reason_of

PLAIN = (bool, int, float, complex, str, bytes, type(None), tuple)
"""Attributes of a class, and constants of a module that its code names, that are hashed; others are made by code."""
INSTALLED = ("site-packages", "dist-packages")
ASIDE = ("__module__", "__qualname__", "__doc__", "__firstlineno__", "__name__", "__file__", "__package__")


def code_identity(maker: Callable[..., Any]) -> str:
    """A hash of a class, a function or an object that is called; ValueError where what it holds cannot be pickled."""
    try:
        return sha256(b"\0".join(_Hashed(maker).parts())).hexdigest()[:12]
    except Exception as error:  # pickling runs other people's code
        raise ValueError(
            f"the agent {getattr(maker, '__name__', type(maker).__name__)} cannot be known again, as a result that is "
            f"kept needs it to be ({reason_of(error)}): define it at the top of a module"
        ) from None


def is_from_outside(kind: type) -> bool:
    """Whether a class is not the package's own, which is known by its version."""
    return _package(kind) != _package(_Hashed)


def _package(thing: Any) -> str:
    return _module_name(thing).partition(".")[0]


def _module_name(thing: Any) -> str:
    return str(thing.__name__ if isinstance(thing, ModuleType) else thing.__module__)


def _script_folder(module: str) -> Path | None:
    """The folder of a module that belongs to no package and was not installed."""
    file = None if "." in module else getattr(sys.modules.get(module), "__file__", None)
    folder = None if file is None else Path(file).parent
    return None if folder is None or folder.name in INSTALLED else folder


def _is_plain(value: Any) -> bool:
    """Whether a value is written the same in every process: a tuple may hold objects whose repr is their address."""
    return isinstance(value, PLAIN) and (not isinstance(value, tuple) or all(map(_is_plain, value)))


class _Hashed:
    """All that a maker of agents consists of, each part once."""

    def __init__(self, maker: Callable[..., Any]) -> None:
        self._maker = maker
        self._package = ""
        """Whose classes, functions and modules are hashed."""
        self._folder: Path | None = None
        """The same for a script: modules in its folder."""
        self._seen: set[int] = set()

    def parts(self) -> Iterator[bytes]:
        maker = self._maker
        while isinstance(maker, partial):
            yield pickle.dumps((maker.args, sorted(maker.keywords.items())))
            maker = maker.func
        if not isinstance(maker, type | FunctionType):
            yield pickle.dumps(maker)
            maker = type(maker)
        self._package, self._folder = _package(maker), _script_folder(_module_name(maker))
        yield from self._of(maker)

    def _is_own(self, thing: Any) -> bool:
        beside = self._folder is not None and _script_folder(_module_name(thing)) == self._folder
        return beside or _package(thing) == self._package

    def _of(self, thing: Any) -> Iterator[bytes]:
        """A class or function; nothing of other packages, and of everything else."""
        if not isinstance(thing, type | FunctionType) or not self._is_own(thing) or id(thing) in self._seen:
            return
        self._seen.add(id(thing))
        yield thing.__qualname__.encode()
        yield from self._of_class(thing) if isinstance(thing, type) else self._of_function(thing)

    def _of_class(self, kind: type) -> Iterator[bytes]:
        for base in kind.__mro__[1:]:
            yield from self._of(base)
        for name, value in sorted(vars(kind).items()):
            yield name.encode()
            parts = (value.fget, value.fset) if isinstance(value, property) else (getattr(value, "__func__", value),)
            for part in parts:
                yield from self._of(part)
            if _is_plain(value) and name not in ASIDE:
                yield repr(value).encode()

    def _of_function(self, function: FunctionType) -> Iterator[bytes]:
        yield from self._of_code(function.__code__, function.__globals__)
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        for one in held:
            yield from self._of(one)
        data = [one for one in held if not isinstance(one, type | FunctionType)]
        yield pickle.dumps((function.__defaults__, function.__kwdefaults__, data))

    def _of_code(self, code: CodeType, around: dict[str, Any]) -> Iterator[bytes]:
        yield code.co_code
        yield repr((code.co_names, code.co_varnames)).encode()
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from self._of_code(constant, around)
            elif isinstance(constant, frozenset):  # in another order in every process
                yield repr(sorted(map(repr, constant))).encode()
            else:
                yield repr(constant).encode()
        yield from self._of_names(code, around)
        for module in self._own_modules(code, around):
            yield from self._of_names(code, vars(module))

    def _of_names(self, code: CodeType, around: dict[str, Any]) -> Iterator[bytes]:
        """What code's names stand for among the globals of a module."""
        for name in code.co_names:
            value = around.get(name)
            yield from self._of(value)
            if name in around and _is_plain(value) and name not in ASIDE:
                yield repr((name, value)).encode()

    def _own_modules(self, code: CodeType, around: dict[str, Any]) -> list[ModuleType]:
        """The modules that code names, those that it imports itself, and their submodules that it names."""
        found = [value for value in map(around.get, code.co_names) if isinstance(value, ModuleType)]
        where = ""
        for step in dis.get_instructions(code):
            if step.opname == "IMPORT_NAME":
                where = str(step.argval)
                found += self._imported(where, around)
            elif step.opname == "IMPORT_FROM":  # which may be a submodule
                found += self._imported(f"{where}.{step.argval}".lstrip("."), around)
        for module in found:
            inside = (vars(module).get(name) for name in code.co_names)
            found += [value for value in inside if isinstance(value, ModuleType) and value not in found]
        return [module for module in found if self._is_own(module)]

    def _imported(self, name: str, around: dict[str, Any]) -> Iterator[ModuleType]:
        """An own module by its name, which may be relative to the package that imports it."""
        for full in (name, f"{around.get('__package__') or self._package}.{name}".rstrip(".")):
            beside = self._folder is not None and (self._folder / f"{full}.py").is_file()
            if beside or full.partition(".")[0] == self._package:
                with suppress(ImportError):
                    yield import_module(full)
