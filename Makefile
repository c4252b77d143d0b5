# `make help` lists the targets. PYTHON=... selects another interpreter; ARGS="..." is passed on to the command.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PEERS ?= .venv-peers
LEARN ?= .venv-learn
PEERS_PIP := $(PEERS)/bin/python -m pip --disable-pip-version-check
HLE := hanabi-learning-environment==0.0.4
HLE_LIB = $(PEERS)/source/hanabi_learning_environment-0.0.4/hanabi_learning_environment/hanabi_lib
# Test processes. Many tests wait for servers and browsers, so three keep two cores busy.
JOBS ?= 3
KILLS ?= 1000
MINUTES ?= 10
ARGS ?=
# Runs npm with the Node that builds the client.
NPM := $(BIN)/python hatch_build.py

# The tools of `make lint` and `make format`.
TOOLS := $(VENV)/.installed-test client/node_modules/.package-lock.json
# Runs two lists of targets in parallel, each list in order; fails if either of them fails.
side_by_side = @$(MAKE) --no-print-directory $(1) & first=$$!; $(MAKE) --no-print-directory $(2); second=$$?; wait $$first || { echo "make $(1) failed: see above" >&2; exit 1; }; exit $$second

# The sources of the browser client. If one changes, the package is installed again, which rebuilds the client.
CLIENT := hatch_build.py $(shell find client \( -name node_modules -o -path client/tests \) -prune -o -type f -print) $(wildcard src/hanabi/texts/*.json)

# Keep compiled kernels in the user's cache, not next to the sources.
export NUMBA_CACHE_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/hanabi/numba

.DEFAULT_GOAL := help
# Prerequisites run in the order they are listed: system packages come before the environment.
.NOTPARALLEL:
.PHONY: bench clean conventions coverage docs format help lint lint-client lint-python lock peers peers-hle play protocol \
	screenshots serve soak system test test-browser test-client test-crash test-learn test-long test-python test-ray

help:
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

serve: $(VENV)/.installed-server  ## play in the browser; prints the address. Example: make serve ARGS="--port 9000"
	@$(BIN)/hanabi serve $(ARGS)

play: $(VENV)/.installed-server  ## play in the terminal. Example: make play ARGS="--edition pl --players 4"
	@$(BIN)/hanabi play $(ARGS)

# Many tests wait, so the client's checks run beside them. The browser tests get their own processes: their driver keeps
# an event loop running, which would disturb other tests.
test: system $(TOOLS)  ## run every check: style, types and tests
	$(call side_by_side,lint-client test-client,lint-python peers-hle test-python test-browser)

test-python: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore=tests/e2e $(ARGS)

test-browser: $(TOOLS)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/e2e $(ARGS)

test-long: system $(VENV)/.installed-test peers-hle  ## the same tests with more games and more examples
	HANABI_TESTS=long $(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore=tests/e2e $(ARGS)

test-crash: system $(VENV)/.installed-test  ## kill servers 1,000 times on SQLite, on PostgreSQL and behind HAProxy. KILLS=100 does less
	HANABI_CRASH=long HANABI_KILLS=$(KILLS) $(BIN)/python -m pytest tests/server/test_crash.py tests/server/database/test_power_cuts.py $(ARGS)

soak: system $(VENV)/.installed-bench $(VENV)/.installed-test  ## play for ten minutes and report how fast the server's memory grows. MINUTES=60
	$(BIN)/python benchmarks/soak.py --minutes $(MINUTES) $(ARGS)

coverage: system $(VENV)/.installed-test  ## line coverage of the faster tests, as a page in htmlcov/
	$(BIN)/python -m pytest -n $(JOBS) --ignore=tests/e2e -m "not slow and not ray" --cov --cov-report=term --cov-report=html $(ARGS)

docs: $(VENV)/.installed-docs  ## build the documentation site in site/; broken links are errors
	$(BIN)/python -m sphinx -b html -q -W --keep-going -d build/doctrees docs site $(ARGS)

protocol: $(VENV)/.installed-server  ## regenerate docs/limits.md, docs/view.md, the reference in docs/protocol.md, and the client's types
	$(BIN)/python tools/protocol_reference.py docs/protocol.md
	$(BIN)/python tools/limits_page.py > docs/limits.md
	$(BIN)/python tools/view_page.py > docs/view.md
	$(BIN)/python tools/typescript_types.py client/src/lib/net

conventions: $(VENV)/.installed-test  ## regenerate docs/conventions.md, docs/conventions/ and their pictures
	PYTHONPATH=tests:tools $(BIN)/python tools/convention_pages.py

screenshots: system $(VENV)/.installed-test  ## retake the pictures in docs/screenshots
	PYTHONPATH=tests $(BIN)/python tools/screenshots.py docs/screenshots

test-ray: $(VENV)/.installed-test $(VENV)/.installed-ray  ## simulate on two Ray nodes and kill one of them
	$(BIN)/python -m pytest -m ray tests/arena $(ARGS)

test-learn: $(LEARN)/.installed  ## run PyTorch, JAX, Stable-Baselines3 and SuperSuit on our environments
	HANABI_TESTS=long $(LEARN)/bin/python -m pytest tests/simulation/test_learn*.py tests/simulation/test_partners.py $(ARGS)

# Needs uv. A lock has the same versions for every platform and Python, with hashes, and names no registry.
LOCK = uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-header --no-annotate --unsafe-package hanabi --quiet
lock:  ## renew the locked dependencies in requirements/; ARGS=--upgrade takes the newest versions
	$(LOCK) --extra build --output-file requirements/build.txt $(ARGS)
	$(LOCK) --extra server --output-file requirements/server.txt $(ARGS)
	$(LOCK) --extra test --output-file requirements/test.txt $(ARGS)

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

format: $(TOOLS)  ## reformat the sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

# Benchmarks. NEEDS_x: what benchmark x needs installed; BENCH_x: how it is run.
PACKAGE := $(VENV)/.installed-server
EXTRAS := $(VENV)/.installed-bench
NEEDS_archive := system $(EXTRAS) $(VENV)/.installed-test
NEEDS_attacks := $(EXTRAS)
NEEDS_bots := $(EXTRAS)
NEEDS_frames := system $(VENV)/.installed-test
NEEDS_partner := $(PACKAGE)
NEEDS_people := system $(EXTRAS) $(VENV)/.installed-test
NEEDS_positions := $(VENV)/.installed-test
NEEDS_review := $(PACKAGE)
NEEDS_server := $(EXTRAS)
NEEDS_speed := $(EXTRAS)
NEEDS_websockets := $(EXTRAS) $(VENV)/.installed-websockets
NEEDS_processes := system $(EXTRAS) $(VENV)/.installed-test

BENCH_archive = benchmarks/archive.py --output benchmarks/archive.json $(ARGS) && $(BIN)/python $(BENCH_archive_postgres)
BENCH_archive_postgres = benchmarks/archive.py --output benchmarks/archive.json --postgres $(ARGS)
BENCH_attacks = benchmarks/attacks.py $(ARGS)
BENCH_bots = -m benchmarks.bots --output benchmarks/bots.json $(ARGS)
BENCH_frames = benchmarks/frames.py --output benchmarks/frames.json $(ARGS)
BENCH_partner = benchmarks/partner.py $(ARGS)
BENCH_people = benchmarks/people.py $(ARGS)
BENCH_positions = benchmarks/positions.py $(ARGS)
BENCH_review = benchmarks/review.py $(ARGS)
BENCH_server = benchmarks/server.py $(ARGS)
BENCH_speed = -m benchmarks.speed --picture benchmarks/speed.png --output benchmarks/speed.json $(ARGS)
BENCH_websockets = benchmarks/websocket_libraries.py --output benchmarks/websocket_libraries.json $(ARGS)
BENCH_processes = benchmarks/server.py --processes $(ARGS)

NAME ?= speed
bench: $(NEEDS_$(NAME))  ## run a benchmark: NAME=speed (default), archive, attacks, bots, frames, partner, people, positions, processes, review, server, websockets
	@$(if $(BENCH_$(NAME)),,$(error There is no benchmark '$(NAME)'; `make help` lists them))
	@HANABI_PEERS=$(PEERS) $(BIN)/python $(BENCH_$(NAME))

# The engines that NAME=speed compares with: HLE, OpenSpiel, PettingZoo's and JaxMARL. It skips those that are missing.
peers: $(PEERS)/.all  ## install the engines that NAME=speed compares with

# The Hanabi Learning Environment needs a C++ compiler. Tests that compare with it are skipped without it, but not in CI.
peers-hle:
	@$(MAKE) --no-print-directory $(PEERS)/.hle || { \
		echo "The Hanabi Learning Environment could not be installed (it needs a C++ compiler)." >&2; \
		echo "Tests that compare with it will be skipped." >&2; [ -z "$$CI" ]; }

clean:  ## remove caches and build output (to remove the environments too: rm -rf .venv .venv-learn .venv-peers)
	rm -rf build dist jupyter_execute site htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# System packages for the tests: installed if you are root on Debian, otherwise only listed.
# To add one, add a line `command that succeeds if it is there || missing="$$missing package"`.
system:
	@missing=""; \
	$(PYTHON) -c 'import ensurepip' 2>/dev/null || missing="$$missing python3-venv"; \
	ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null || [ -n "$$HANABI_TEST_PG_DSN" ] || missing="$$missing postgresql"; \
	command -v c++ >/dev/null || [ "$$(id -u)" != 0 ] || missing="$$missing g++"; \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing="$$missing chromium fonts-dejavu-core"; \
	command -v haproxy >/dev/null || [ -x /usr/sbin/haproxy ] || missing="$$missing haproxy"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ -f /etc/debian_version ] && [ "$$(id -u)" = 0 ]; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	else \
		echo "Please install these packages (Debian names) and try again:$$missing" >&2; exit 1; \
	fi

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Hanabi needs Python 3.11 or newer, but '$(PYTHON)' is $$($(PYTHON) --version 2>/dev/null || echo not installed)." >&2; \
		echo "Install it, or name another interpreter: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' cannot create virtual environments: its venv module is missing." >&2; \
		echo "On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed-%: pyproject.toml $(CLIENT) | $(VENV)/.created
	$(PIP) install --quiet --editable '.[$*]'
	@touch $@

$(LEARN)/.installed: pyproject.toml
	$(PYTHON) -m venv $(LEARN)
	$(LEARN)/bin/python -m pip --disable-pip-version-check install --quiet --editable '.[learners]'
	@touch $@

# If these tools are missing, the browser tests install them (tests/e2e/conftest.py).
client/node_modules/.package-lock.json: client/package-lock.json | $(VENV)/.installed-test
	$(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Newer CMake rejects HLE's old project file without this setting.
$(PEERS)/.hle: | $(VENV)/.created
	$(PYTHON) -m venv $(PEERS)
	CMAKE_POLICY_VERSION_MINIMUM=3.5 $(PEERS_PIP) install --quiet $(HLE)
	@touch $@

$(PEERS)/.all: $(PEERS)/.hle benchmarks/speed/peers/hle_core.cc
	$(PEERS_PIP) install --quiet open_spiel==2.0.2 'pettingzoo[classic]==1.27.0' jaxmarl==0.2.0 'jax[cpu]==0.10.2'
	CMAKE_POLICY_VERSION_MINIMUM=3.5 $(PEERS_PIP) download --quiet --no-deps --no-binary $(firstword $(subst =, ,$(HLE))) $(HLE) --dest $(PEERS)/source
	tar -xzf $(PEERS)/source/hanabi*.tar.gz -C $(PEERS)/source
	c++ -O3 -march=native -DNDEBUG -flto -std=c++17 -I $(HLE_LIB) benchmarks/speed/peers/hle_core.cc $(HLE_LIB)/*.cc -o $(PEERS)/bin/hle-core
	@touch $@
