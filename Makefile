# make play: a table in the browser. make test: style, types and unit tests. Both set up .venv by themselves on the first run.

PYTHON ?= python3
BIN := .venv/bin
CORE := CMakeLists.txt pyproject.toml $(shell find core -name '*.?pp' -o -name '*.c')
CPP := $(shell find core -name '*.?pp' -o -name '*.c')
# Installed without what it asks for: DouZero wants PyTorch, but its game and rule agent run without.
REFEREES := douzero==1.1.0
TORCH := torch==2.13.0
TYPESCRIPT := typescript@7.0.2
# Two at once for every core, since many wait for a browser or a server; whoever is done first takes over from the
# others. What was compiled is kept for the many processes that they start. One alone: .venv/bin/pytest FILE.
TESTS := --numprocesses $(shell $(PYTHON) -c 'import os; print(min(8, 2 * os.cpu_count()))') --dist worksteal

.PHONY: play test check-style check-types check-page unit-tests coverage portable sanitize docs format stub bench clean always

play: .venv/.package
	@$(BIN)/paiyou play

# UNIT_TESTS=coverage runs the same tests and tells which lines they reach.
UNIT_TESTS := unit-tests
test: check-style check-types $(UNIT_TESTS)

check-style: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)

check-types: .venv/.dev
	$(BIN)/mypy

# The page's types, as its comments tell them, by TypeScript's own checker.
check-page: build/page/.tools
	build/page/node_modules/.bin/tsc --noEmit --allowJs --checkJs --strict --noImplicitReturns --target es2022 --module esnext \
		--lib es2023,dom,dom.iterable --types '' src/paiyou/server/web/*.js

unit-tests: .venv/.dev
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest $(TESTS)

# The same tests, and which lines of src/paiyou they reach: those of the processes that they start are counted, too.
coverage: .venv/.dev
	rm -rf build/coverage
	PYTHONDONTWRITEBYTECODE= $(BIN)/coverage run $(BIN)/pytest $(TESTS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --sort=cover

# The core's tests with the build in standard C++ alone, which is what MSVC gets (core/compiler.hpp).
portable: .venv/.dev
	PAIYOU_CORE=portable $(BIN)/pytest $(TESTS) tests/core tests/games

# The core watched at work: its memory and what the language leaves undefined, then races between threads of a search.
sanitize: .venv/.dev
	core/sanitize/run address,undefined $(TESTS) tests/core tests/agents/search
	core/sanitize/run thread $(TESTS) tests/agents/search/test_trees.py tests/agents/search/test_all.py

# The documentation, in build/site. A warning is an error; the notebooks are run, the one that trains for so many moves.
docs: .venv/.docs
	PATH="$(CURDIR)/$(BIN):$$PATH" NO_MKDOCS_2_WARNING=1 PAIYOU_NOTEBOOK_FRAMES=20000 $(BIN)/mkdocs build --strict --quiet

format: .venv/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

# What type checkers and editors read of the core, made from the core.
stub: .venv/.dev
	$(BIN)/python core/bindings/stub.py

bench: .venv/.dev
	$(BIN)/paiyou bench engine --peers

clean:
	rm -rf .venv build

build/page/.tools: Makefile
	npm install --silent --no-audit --no-fund --prefix build/page $(TYPESCRIPT)
	@touch $@

# Build tools live in .venv too, so that a second build only compiles what has changed.
.venv/.tools: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Paiyou needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check 'scikit-build-core>=0.10' 'setuptools-scm>=8' 'nanobind>=2.4' 'numpy>=2.0'
	cmake --version 2>/dev/null | grep -qE 'version (3\.(2[1-9]|[3-9])|[4-9])' || $(BIN)/pip install --quiet --disable-pip-version-check cmake
	ninja --version >/dev/null 2>&1 || $(BIN)/pip install --quiet --disable-pip-version-check ninja
	@touch $@

# An editable install knows the modules and folders by name: it is made again when one comes or goes. The list is written
# anew only where it differs, and not by the times of folders, which Python's caches change.
.venv/.modules: always | .venv/.tools
	@find src -name __pycache__ -prune -o \( -name '*.py' -o -type d \) -print | LC_ALL=C sort > $@.now
	@cmp -s $@.now $@ && rm $@.now || mv $@.now $@

.venv/.package: .venv/.tools .venv/.modules $(CORE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --editable .
	@touch $@

# PyTorch comes first and by its version: what asks for it later finds it there and fetches no larger build.
.venv/.dev: .venv/.package
	$(BIN)/pip install --quiet --disable-pip-version-check $(TORCH)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --editable '.[dev]'
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps $(REFEREES)
	@# RLCard unpacks its tables when it is first imported: once here, and not by several test processes at a time.
	$(BIN)/python -c 'import rlcard.games.doudizhu.utils'
	@touch $@

.venv/.docs: .venv/.dev
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --editable '.[docs]'
	@touch $@
