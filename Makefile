# `make help` lists what can be made. PYTHON=... chooses another interpreter, ARGS="..." goes on to the command.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PEERS ?= .venv-peers
PEERS_PIP := $(PEERS)/bin/python -m pip --disable-pip-version-check
HLE := hanabi-learning-environment==0.0.4
HLE_LIB = $(PEERS)/source/hanabi_learning_environment-0.0.4/hanabi_learning_environment/hanabi_lib
# Processes that run tests. Many tests wait for servers and browsers, so two cores are busy with three.
JOBS ?= 3
KILLS ?= 1000
ARGS ?=
# The client's own tools, with the Node that builds it.
NPM := $(BIN)/python hatch_build.py

# What checks the sources.
TOOLS := $(VENV)/.installed-test client/node_modules/.package-lock.json
# Two lists of targets at once, each in its order; fails where one of them does.
side_by_side = @$(MAKE) --no-print-directory $(1) & first=$$!; $(MAKE) --no-print-directory $(2); second=$$?; wait $$first && exit $$second

# What the browser client is built from: installing anew builds it anew.
CLIENT := hatch_build.py $(shell find client \( -name node_modules -o -path client/tests \) -prune -o -type f -print) $(wildcard src/hanabi/texts/*.json)

# Compiled kernels are kept in the user's cache, never beside the sources.
export NUMBA_CACHE_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/hanabi/numba

.DEFAULT_GOAL := help
# Goals run in the order they are listed: system packages come before the environment.
.NOTPARALLEL:
.PHONY: bench bench-archive bench-attacks bench-bots bench-frames bench-partner bench-peers bench-review bench-server bench-websockets bench-workers clean conventions coverage distclean docs format help lint lint-client lint-python peers-hle play protocol screenshots serve system test test-client test-crash test-long test-ray

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

serve: $(VENV)/.installed  ## play in the browser: prints the address, e.g. make serve ARGS="--port 9000"
	@$(BIN)/hanabi serve $(ARGS)

play: $(VENV)/.installed  ## play in the terminal, e.g. make play ARGS="--edition pl --players 4"
	@$(BIN)/hanabi play $(ARGS)

# The browser tests run on their own: their driver keeps an event loop that no other test may share a process with.
test: system $(TOOLS)  ## run every check: lint, types and tests
	$(call side_by_side,lint-python peers-hle,lint-client test-client)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore=tests/e2e $(ARGS)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/e2e $(ARGS)

test-long: system $(VENV)/.installed-test peers-hle  ## the long form of the tests that repeat themselves: more games, more examples
	HANABI_TESTS=long $(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore=tests/e2e $(ARGS)

test-crash: system $(VENV)/.installed-test  ## the long form of the crash tests: 1,000 kills, a quarter of an hour; e.g. KILLS=100
	HANABI_CRASH=long HANABI_KILLS=$(KILLS) $(BIN)/python -m pytest tests/server/test_crash.py tests/server/database/test_power_cuts.py $(ARGS)

coverage: system $(VENV)/.installed-test  ## which lines the quicker tests run, as a page in htmlcov/
	$(BIN)/python -m pytest -n $(JOBS) --ignore=tests/e2e -m "not slow and not ray" --cov --cov-report=term --cov-report=html $(ARGS)

docs: $(VENV)/.installed-docs  ## build the documentation site into site/; broken links are errors
	$(BIN)/python -m sphinx -b html -q -W --keep-going -d build/doctrees docs site $(ARGS)

protocol: $(VENV)/.installed  ## renew the message reference in docs/protocol.md and the client's types
	$(BIN)/python tools/protocol_reference.py docs/protocol.md
	$(BIN)/python tools/typescript_types.py client/src/lib/protocol.ts

conventions: $(VENV)/.installed-test  ## renew docs/conventions.md, the pages of docs/conventions and their pictures
	PYTHONPATH=tests:tools $(BIN)/python tools/convention_pages.py

screenshots: system $(VENV)/.installed-test  ## renew the pictures of the browser client in docs/screenshots
	PYTHONPATH=tests $(BIN)/python tools/screenshots.py docs/screenshots

test-ray: $(VENV)/.installed-test $(VENV)/.installed-ray  ## simulate on two Ray nodes and kill one
	$(BIN)/python -m pytest -m ray $(ARGS)

lint: $(TOOLS)  ## check style and types
	$(call side_by_side,lint-python,lint-client)

lint-python: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy

lint-client: $(TOOLS)
	$(NPM) run lint
	$(NPM) run check

test-client: $(TOOLS)
	$(NPM) run test

format: $(TOOLS)  ## put the sources into the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

bench: $(VENV)/.installed-bench  ## measure the referee beside its peers (those of make bench-peers)
	@HANABI_PEERS=$(PEERS) $(BIN)/python -m benchmarks.speed --picture benchmarks/speed.png --output benchmarks/speed.json $(ARGS)

bench-peers: $(PEERS)/.all  ## install the peers to measure against: HLE, OpenSpiel, PettingZoo's, JaxMARL

# The Hanabi Learning Environment is compiled: it needs a C++ compiler. The tests run beside it where it can be had.
peers-hle:
	@$(MAKE) --no-print-directory $(PEERS)/.hle || { \
		echo "The Hanabi Learning Environment could not be installed (it needs a C++ compiler)." >&2; \
		echo "Tests that run beside it will be skipped." >&2; [ -z "$$CI" ]; }

bench-server: $(VENV)/.installed-bench  ## load the table server and draw its curve
	@$(BIN)/python benchmarks/server.py $(ARGS)

bench-attacks: $(VENV)/.installed-bench  ## measure what players notice of attacks on the table server
	@$(BIN)/python benchmarks/attacks.py $(ARGS)

bench-workers: system $(VENV)/.installed-bench $(VENV)/.installed-test  ## compare two workers on PostgreSQL with one process
	@$(BIN)/python benchmarks/server.py --workers 2 $(ARGS)

bench-archive: system $(VENV)/.installed-bench $(VENV)/.installed-test  ## measure a server with 1,000,000 finished games, on SQLite and PostgreSQL
	@$(BIN)/python benchmarks/archive.py --output benchmarks/archive.json $(ARGS)
	@$(BIN)/python benchmarks/archive.py --output benchmarks/archive.json --postgres $(ARGS)

bench-websockets: $(VENV)/.installed-bench $(VENV)/.installed-websockets  ## measure what WebSocket libraries cost the table server
	@$(BIN)/python benchmarks/websocket_libraries.py --output benchmarks/websocket_libraries.json $(ARGS)

bench-bots: $(VENV)/.installed-bench  ## measure how fast the compiled bots play
	@$(BIN)/python benchmarks/bots.py --output benchmarks/bots.json $(ARGS)

bench-frames: system $(VENV)/.installed-test  ## measure frame times, layout shift and first paint of the client on a slow machine
	@$(BIN)/python benchmarks/frames.py --output benchmarks/frames.json $(ARGS)

bench-partner: $(VENV)/.installed  ## hold the bots beside people's games in a folder; ARGS="FOLDER --games 20" does less
	@$(BIN)/python benchmarks/partner.py $(ARGS)

bench-review: $(VENV)/.installed  ## hold a review's expectations against how games ended, and time one
	@$(BIN)/python benchmarks/review.py $(ARGS)

clean:  ## remove caches and build output
	rm -rf build dist site htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean  ## remove the virtual environments too
	rm -rf $(VENV) $(PEERS)

# The tests' system packages: as root on Debian they are installed, elsewhere they are named.
# Add a line `command that works where it is present || missing="$$missing package"` for each.
system:
	@missing=""; \
	$(PYTHON) -c 'import ensurepip' 2>/dev/null || missing="$$missing python3-venv"; \
	ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null || [ -n "$$HANABI_TEST_PG_DSN" ] || missing="$$missing postgresql"; \
	command -v c++ >/dev/null || [ "$$(id -u)" != 0 ] || missing="$$missing g++"; \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing="$$missing chromium fonts-dejavu-core"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ -f /etc/debian_version ] && [ "$$(id -u)" = 0 ]; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	else \
		echo "The tests need what Debian calls:$$missing. Please install it and run make test again." >&2; exit 1; \
	fi

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Hanabi needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>/dev/null || echo not there)." >&2; \
		echo "Install one, or name it: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' cannot make virtual environments: its venv module is missing." >&2; \
		echo "On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: pyproject.toml $(CLIENT) | $(VENV)/.created
	$(PIP) install --quiet --editable .
	@touch $@

$(VENV)/.installed-%: pyproject.toml $(CLIENT) | $(VENV)/.created
	$(PIP) install --quiet --editable '.[$*]'
	@touch $@

# The tests install the same tools where this has not (see tests/e2e/conftest.py).
client/node_modules/.package-lock.json: client/package-lock.json | $(VENV)/.installed-test
	$(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Newer CMake refuses the original's old project file without this setting.
$(PEERS)/.hle: | $(VENV)/.created
	$(PYTHON) -m venv $(PEERS)
	CMAKE_POLICY_VERSION_MINIMUM=3.5 $(PEERS_PIP) install --quiet $(HLE)
	@touch $@

$(PEERS)/.all: $(PEERS)/.hle src/hanabi/bench/peers/hle_core.cc
	$(PEERS_PIP) install --quiet open_spiel==2.0.2 'pettingzoo[classic]==1.27.0' jaxmarl==0.2.0 'jax[cpu]==0.10.2'
	CMAKE_POLICY_VERSION_MINIMUM=3.5 $(PEERS_PIP) download --quiet --no-deps --no-binary $(firstword $(subst =, ,$(HLE))) $(HLE) --dest $(PEERS)/source
	tar -xzf $(PEERS)/source/hanabi*.tar.gz -C $(PEERS)/source
	c++ -O3 -march=native -DNDEBUG -flto -std=c++17 -I $(HLE_LIB) src/hanabi/bench/peers/hle_core.cc $(HLE_LIB)/*.cc -o $(PEERS)/bin/hle-core
	@touch $@
