# Two commands do it all on a fresh clone: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --python-version 3.11
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test lint types suite format lock verify-sky openapi sdk golden perft playthroughs soak chaos bench bench-bots clean

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

setup: $(VENV)/.runtime ## make the virtual environment in .venv
setup-dev: $(VENV)/.dev ## the same, with what tests and checks need

run: setup ## start API, worker and store, and say where
	@$(BIN)/almagest serve

test: lint types suite ## all checks and all tests

lint: setup-dev ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup-dev ## mypy --strict
	$(BIN)/mypy

suite: setup-dev ## the tests, without the checks
	$(BIN)/python -m pytest -n 2 --dist worksteal

format: setup-dev ## rewrite the code as ruff likes it
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .

lock: ## pin the newest versions that pyproject.toml allows (needs uv)
	$(LOCK) pyproject.toml --extra setup --output-file requirements.lock
	$(LOCK) pyproject.toml --extra setup --extra dev --constraint requirements.lock --output-file requirements-dev.lock

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

soak: setup-dev ## 10,000 random games of each rulebook, all invariants after every move
	$(BIN)/python -m tools.soak --games 10000

bench: setup-dev ## speed, as ratios measured in one run
	$(BIN)/python -m tests.bench

bench-bots: setup-dev ## how often the better bot wins, 200 games each
	$(BIN)/python -m tests.bench.bench_bots

chaos: setup-dev ## 500 games while API, worker and store are killed at random
	$(BIN)/python -m tests.chaos.chaos --games 500

clean: ## remove what was built
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
