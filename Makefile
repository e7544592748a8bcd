# Two commands do it all on a fresh clone: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --python-version 3.11
# Tests start hundreds of processes: let the first one write bytecode for the others, even if the environment forbids it.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest
PARALLEL := -n 4 --dist loadfile --no-loadscope-reorder
QUICK := not slow and not system and not whole
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run check test test-system test-changed lint types format lock verify-sky openapi sdk golden perft playthroughs digests walkthrough chart screenshots soak chaos attack fuzz mutants bench bench-peers bench-bots bench-web capacity clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sort | sed -E 's/:.*## /\t/' | expand -t 16

$(VENV)/.runtime: requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable . --editable ./sdk
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

# checkov pins a hundred packages of its own, some older than ours: it lives apart.
$(VENV)/.policy: requirements-policy.lock
	@test -x $(VENV)/policy/bin/python || $(PYTHON) -m venv $(VENV)/policy
	$(VENV)/policy/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements-policy.lock
	@touch $@

setup: $(VENV)/.runtime ## make the virtual environment in .venv
setup-dev: $(VENV)/.dev $(VENV)/.policy ## the same, with what tests and checks need

run: setup ## start API, worker and store, and say where
	@$(BIN)/almagest serve

check: lint types ## lint, types and the quick tests: what to run while you work
	$(PYTEST) $(PARALLEL) -m '$(QUICK)'

test: lint types ## lint, types and all tests that need nothing but Python
	$(PYTEST) $(PARALLEL) -m 'not system and not whole'

test-system: setup-dev ## the tests that `make test` leaves out: browser, RabbitMQ, Node, clusters, chaos, fuzzing
	$(PYTEST) $(PARALLEL) -m 'system and not whole'

test-changed: setup-dev ## the quick tests next to what you have changed, in seconds; SINCE=main: what a branch has changed
	$(BIN)/python -m tools.changed_tests $(SINCE)

lint: setup-dev ## ruff; prettier and the types of the page's modules where Node's packages are installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tools.check_web

types: setup-dev ## mypy --strict
	$(BIN)/mypy

format: setup-dev ## rewrite the code as ruff likes it, and scripts and styles as prettier does where it is installed
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .
	$(BIN)/python -m tools.check_web --format

lock: ## pin the newest versions that pyproject.toml allows (needs uv)
	$(LOCK) pyproject.toml --extra setup --output-file requirements.lock
	$(LOCK) pyproject.toml --extra setup --extra otel --constraint requirements.lock --output-file requirements-otel.lock
	$(LOCK) pyproject.toml --extra setup --extra otel --extra dev --constraint requirements-otel.lock --output-file requirements-dev.lock
	echo 'checkov>=3.3,<4' | $(LOCK) - --output-file requirements-policy.lock

verify-sky: setup-dev ## compare every star with the d3-celestial catalogue (needs npm)
	$(BIN)/python tools/verify_sky.py

openapi: setup ## export the API's description to openapi/
	$(BIN)/python -m openapi.export

sdk: openapi setup-dev ## generate the SDK from it
	$(BIN)/python -m openapi.generate

golden: setup-dev ## play a game for every way a game can end, and keep it
	$(BIN)/python -m tools.golden

perft: setup-dev ## count the leaves of the game trees again
	$(BIN)/python -m tools.perft

playthroughs: setup-dev ## write a readable game per player count again
	$(BIN)/python -m tools.playthrough

digests: setup-dev ## hash all that happens in 1,000 random games of each rulebook; AGAINST=HEAD~1: compare with that commit's, views and labels too
	$(BIN)/python -m tools.digests $(if $(AGAINST),--against $(AGAINST))

walkthrough: setup-dev ## show the files of examples/nim in docs/adding-a-game.md as they are
	$(BIN)/python -m tools.walkthrough

chart: setup-dev ## write the chart's table of values and its schema of settings again
	$(BIN)/python -m tools.chart

screenshots: setup-dev ## take a picture of every screen, at four sizes and in both schemes (needs Chromium)
	$(BIN)/python -m tools.screenshots

soak: setup-dev ## 10,000 random games of each rulebook, all invariants after every move
	$(BIN)/python -m tools.soak --games 10000

bench: setup-dev ## speed, as ratios measured in one run; ONLY=games: one bench, AGAINST=HEAD~1: rules, requests and idle worker against that commit's
	$(BIN)/python -m tests.bench $(if $(AGAINST),--against $(AGAINST),$(ONLY))

bench-peers: setup-dev ## what a move costs beside boardgame.io's server, as ratios (needs Node; `npm ci --prefix tests/bench/peers`)
	$(BIN)/python -m tests.bench.peers

bench-web: setup-dev ## how long a tap takes on a slow phone (needs Chromium)
	$(BIN)/python -m tests.bench.bench_web

bench-bots: setup-dev ## how often each level of bots beats the one below, 200 games of each rulebook
	$(BIN)/python -m tests.bench.bench_bots

capacity: setup-dev ## bytes per game and answer, processor time per move, and the sizing table of docs/operating.md
	$(BIN)/python -m tests.bench.capacity

chaos: setup-dev ## 500 games of 50 clients with streams while every process is killed; CLUSTER=1: masters of a cluster; BUSY=1: fewer, beside a load
	$(BIN)/python -m tests.chaos.$(if $(CLUSTER),cluster,chaos) $(if $(BUSY),--games 30 --players 10 --kills 28 --pause 5 --patience 120 --busy,--games 500)

attack: setup-dev ## what attackers cost others, before and during, as ratios; fails where an aim is missed
	$(BIN)/python -m tests.attack

fuzz: setup-dev ## 20,000 requests by schemathesis with all its checks
	$(BIN)/python -m tests.api.fuzz --requests 20000

mutants: setup-dev ## mutation testing with mutmut, 200 mutants per package; ONLY=service.store.live: one package, SAMPLE=0: all
	$(BIN)/python -m tools.mutants $(if $(ONLY),--only $(ONLY)) $(if $(SAMPLE),--sample $(SAMPLE))

clean: ## remove what was built
	rm -rf $(VENV) mutants build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
