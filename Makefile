# `make` lists what can be made. All of it works offline after the first time.
.DEFAULT_GOAL := help
.PHONY: help play test fuzz lint setup format bench wheel docs sheets lock clean lint-rust lint-python test-rust

bin := .venv/bin
export MATURIN_NO_INSTALL_RUST := 1
export RUSTUP_AUTO_INSTALL := 0
export PYO3_PYTHON := $(CURDIR)/$(bin)/python
# Where it is set, every process compiles all the modules it imports: half the time of a server's start, and of the tests.
unexport PYTHONDONTWRITEBYTECODE

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

play: ## set up what a player needs and open the table in the browser
	@tools/setup.sh base
	@$(bin)/lusory serve --open

test: setup ## set up everything and run all tests
	@$(MAKE) --no-print-directory --jobs=2 test-rust lint-python
	$(bin)/pytest --numprocesses=4 --dist=loadfile --no-loadscope-reorder --max-worker-restart=0

fuzz: setup ## engine against reference on random rules (args=--seconds 600)
	$(bin)/python -m lusory.testing.fuzz $(args)

lint: setup ## format, style and types, in Rust, Python and the page
	@$(MAKE) --no-print-directory --jobs=2 lint-rust lint-python

lint-rust:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --quiet -- -D warnings

lint-python:
	$(bin)/ruff check
	$(bin)/ruff format --check
	$(bin)/mypy
	tools/page/node_modules/.bin/tsc --project tools/page

test-rust: lint-rust
	cargo test --workspace --exclude lusory-python --locked --quiet --lib --tests

setup: ## set up everything that the tests need
	@tools/setup.sh dev

format: setup ## format all the code
	cargo fmt --all
	$(bin)/ruff check --fix
	$(bin)/ruff format

bench: ## measure the engine against others (args=hex: one part; see benchmarks/__init__.py)
	@tools/setup.sh bench
	@$(bin)/python -m benchmarks $(args)

wheel: ## pack a wheel into dist, which needs no Rust where it is installed
	@tools/setup.sh wheel

sheets: setup ## write the rules sheets that tests compare again; read the difference
	RENEW=1 $(bin)/python -m pytest -q tests/test_golden_sheets.py

docs: setup ## write the generated documents again
	$(bin)/python -m tools.documents

lock: ## make the lock files again (args=--upgrade: with the newest versions)
	tools/setup.sh lock $(args)

clean: ## remove all that was made here
	rm -rf .venv .tools .bench target dist tools/page/node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache uv.lock python/lusory/_engine*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
