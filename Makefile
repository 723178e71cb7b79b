# make play   sets everything up and opens the tables in a browser
# make test   sets everything up and runs every check that must hold
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# where Python is told to keep no bytecode, every process of the tests would compile everything anew
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play setup test test-all audit bench mutants lint lint-types lint-rest kernels screenshots pictures tables texts browser clean

play: setup
	$(BIN)/redpip serve

setup: $(VENV)/ready

# what is imported is compiled then: most of what the tools bring never is
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c requirements-dev.txt

$(VENV)/ready: pyproject.toml requirements-dev.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "redpip needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[dev]'
	touch $@

# checks the types of the pages' scripts; Node is among the tools in .venv
TYPESCRIPT := tools/node_modules/typescript/bin/tsc

$(TYPESCRIPT): tools/package-lock.json | setup
	cd tools && ../$(BIN)/npm ci
	touch $@

# types take as long as all the rest, so the two halves run side by side
lint: setup
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line lint-types lint-rest

lint-types: setup
	$(BIN)/mypy

lint-rest: setup $(TYPESCRIPT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/biome ci --error-on-warnings
	$(BIN)/lint-imports
	$(BIN)/node $(TYPESCRIPT) -p tools

# one worker more than there are cores: many tests wait for a page or a process; with more of them each is slower
WORKERS = $$($(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')

# what needs no page and no other process goes side by side, as do the packages of Python and the browser
test:
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line setup browser
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line kernels lint-types lint-rest
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m 'not slow'

# compiled once for all, by solving small games: else each of the tests' processes would compile them at the same time
SMALL := --option boxes=1,SUM --option rolls=2 --stats
kernels: setup
	@export REDPIP_CACHE_DIR=$$(mktemp -d) && export REDPIP_STATE_DIR=$$REDPIP_CACHE_DIR && \
	{ for game in "spicy $(SMALL)" "spicy --preset extra $(SMALL)" "hot --option target=500" diangle \
	    "catch6 --option dice=2 --option target=1" "perfecto --hands 1,1 --bids 1x1,1x2 --rolling"; do \
	    $(BIN)/redpip solve $$game --again >/dev/null || exit; done; } && \
	$(BIN)/python -m redpip.solve.aside.compiling && $(BIN)/python -m redpip.solve.lines.compiling && \
	$(BIN)/python benchmarks/batches.py --games 1 --by-rules 0 >/dev/null; \
	found=$$?; rm -r $$REDPIP_CACHE_DIR; exit $$found

# the pages are tested in a real browser, Debian's Chromium or whatever CHROMIUM names
browser:
	@command -v $${CHROMIUM:-chromium-headless-shell} >/dev/null || command -v $${CHROMIUM:-chromium} >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && { apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; }; \
	  else echo "The page tests need Chromium. Install it (Debian: sudo apt-get install chromium-headless-shell)" \
	    "or set CHROMIUM=/path/to/it." >&2; exit 1; fi; }

test-all: test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m slow

# whether anything that we stand on is known to be unsafe; asks the advisory database, and fails where it cannot
audit: setup
	$(INSTALL) -e '.[audit]'
	@$(BIN)/pip-audit --strict --requirement requirements-dev.txt --disable-pip --no-deps --progress-spinner off || { \
	  echo "The audit failed: something above is known to be unsafe, or the advisory database could not be reached." >&2; exit 1; }

bench: setup browser
	$(BIN)/python benchmarks/playouts.py
	$(BIN)/python benchmarks/service.py
	$(BIN)/python benchmarks/load.py
	$(BIN)/python benchmarks/soak.py
	$(BIN)/python benchmarks/finished.py
	$(BIN)/python benchmarks/page.py
	$(BIN)/python benchmarks/answer.py
	$(BIN)/python benchmarks/review.py --extra
	$(BIN)/python benchmarks/solve.py
	$(BIN)/python benchmarks/rolling.py --target 16
	$(BIN)/python benchmarks/solve_diangle.py
	$(BIN)/python benchmarks/solve_hot.py
	$(BIN)/python benchmarks/decisions.py
	$(BIN)/python benchmarks/batches.py
	$(BIN)/python benchmarks/strength.py

# small faults in the rules and the table, which the tests have to notice; ONLY="hot table" takes some, SHARE=0.2 a part
mutants: setup
	PYTHONPATH=tools $(BIN)/python -m mutants $(if $(ONLY),--only $(ONLY)) $(if $(SHARE),--share $(SHARE))

# pictures of every page and state, for a look at all of them; ONLY="spicy menu" takes some
screenshots: setup browser
	cd tests && ../$(BIN)/python -m web.screenshots ../build/screenshots $(ONLY)

# the icons and the pictures that messengers show, anew from the drawings
pictures: setup browser
	$(BIN)/python tools/pictures.py

tables: setup
	$(BIN)/python -c 'from redpip.games.spicy.solver import make_tables; make_tables()'
	$(BIN)/python -c 'from redpip.games.rolling.solver import make_tables; make_tables()'
	$(BIN)/python -c 'from redpip.games.diangle.solver import make_tables; make_tables()'
	$(BIN)/python -c 'from redpip.games.hot.solver import make_tables; make_tables()'
	$(BIN)/python -c 'from redpip.games.two_of_three.learned import make_tables; make_tables()'
	$(BIN)/python -c 'from redpip.games.catch6.solver import make_tables; make_tables()'
	$(BIN)/python -c 'from redpip.games.poobah.outlook import make_tables; make_tables()'
	$(BIN)/python -c 'from redpip.games.perfecto.experience import make_tables; make_tables()'

texts: setup
	$(BIN)/python tests/texts.py --update

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache tools/node_modules
