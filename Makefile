# Recto. `make help` lists the targets; packages.txt lists what is installed and why.

BUILD   := .build
BUILT   := $(BUILD)
RECTO    = $(BUILT)/release/recto
SAMPLES := $(BUILD)/samples
SOURCE  ?= $(SAMPLES)/quay.pdf
DEMO    := $(BUILD)/demo
WEB_READERS := $(BUILD)/bench-venv/wheels/calibreweb-0.6.27-py3-none-any.whl
TEST_VENV := $(BUILD)/test-venv
RAY_VENV := $(BUILD)/ray-venv
# Peers of the Python package; one that cannot be installed gets "not installed" in its cells.
PACKAGE_PEERS := pymupdf==2.0 pdf-oxide==0.3.78 docling-parse==7.23.1
# SwiftPM orders the traits' defines by a randomly seeded set, so each build would recompile all.
# Package.swift says which modules RECTO_OPTIMIZE_LOOPS optimizes in debug builds.
SWIFT_BUILD = SWIFT_DETERMINISTIC_HASHING=1 RECTO_OPTIMIZE_LOOPS=1 swift build $(BUILD_OPTIONS)
# POPPLER=no: Poppler is under the GPL, and books are laid out with it. PDFium then reads PDF; the tests'
# Python has one if the system has none. `soak`, `mutants`, `sanitize` and `fuzz` build with Poppler.
WITHOUT_POPPLER := --disable-default-traits --traits Image,Text,HTML,Package,PDFium \
  --scratch-path $(BUILD)/permissive
ifeq ($(POPPLER),no)
BUILT := $(BUILD)/permissive
BUILD_OPTIONS := $(WITHOUT_POPPLER)
PDFIUM := $(TEST_VENV)/made
export VIRTUAL_ENV := $(CURDIR)/$(TEST_VENV)
endif
# Known once `setup` has installed Poppler, hence not `:=`.
export RECTO_CXX20 ?= $(shell pkg-config --atleast-version=25 poppler 2>/dev/null && echo 1)
SWIFT_FILES := Package.swift Sources Plugins Tests bench

.DEFAULT_GOAL := help
.PHONY: help setup build install wheel test-wheel viewer demo test test-quick test-ray soak check-corpus mutants sanitize fuzz reproduce portability oracle bench lint licenses format docs man record clean

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install the Debian packages of packages.txt that are missing
	@./install-packages build run samples test

# What tests need of PyPI. Without it those that drive a browser are skipped, and say so.
$(TEST_VENV)/made: Tests/requirements.txt | setup
	@python3 -m venv $(TEST_VENV)
	@if $(TEST_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<; then touch $@; \
	  else rm -rf $(TEST_VENV); fi

build: setup $(PDFIUM) ## Build the recto command (release); POPPLER=no leaves out what is under the GPL
	@$(SWIFT_BUILD) -c release --static-swift-stdlib --product recto

PREFIX ?= /usr/local
install: build ## Install the command, librecto and its header below PREFIX
	@$(SWIFT_BUILD) -c release --static-swift-stdlib --product CRecto
	@./install-library $(BUILT)/release $(PREFIX)

# A wheel carries what its programs link; they load these on demand otherwise (Sources/C/LoadOnDemand).
WHEEL_LINKS := archive cmark-gfm cmark-gfm-extensions curl fribidi gmp harfbuzz hogweed hyphen icui18n icuuc microhttpd \
  nettle spng sqlite3 turbojpeg webp yaml zip
wheel: setup ## Make a wheel of the Python package for many Linux systems in .build/wheel
	@for product in recto CRecto; do $(SWIFT_BUILD) -c release --static-swift-stdlib --product $$product \
	  $(WITHOUT_POPPLER) -Xcc -DRECTO_LIBRARIES_ARE_LINKED -Xlinker --no-as-needed \
	  $(addprefix -Xlinker -l,$(WHEEL_LINKS)) || exit 1; done
	@test -x $(BUILD)/wheel-venv/bin/python || python3 -m venv $(BUILD)/wheel-venv
	@$(BUILD)/wheel-venv/bin/pip install --quiet --disable-pip-version-check -r Python/wheel-requirements.txt
	@PATH="$(CURDIR)/$(BUILD)/wheel-venv/bin:$$PATH" python Python/make_wheel.py $(BUILD)/permissive/release $(BUILD)/wheel

test-wheel: wheel $(SAMPLES)/quay.pdf ## Install the wheel in bare chroots of Debian 12 and 13 and try it; needs root
	@./install-packages wheel
	@for version in 3.11 3.13; do $(BUILD)/wheel-venv/bin/pip download --quiet --disable-pip-version-check --only-binary :all: \
	  --python-version $$version --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux_2_17_x86_64 \
	  --dest $(BUILD)/wheel pypdfium2 pyvips-binary numpy pillow || exit 1; done
	@for suite in bookworm trixie; do Python/try_wheel $$suite $(BUILD)/wheel $(BUILD) || exit 1; done

viewer: build $(SAMPLES)/quay.pdf ## Show the sample issue, or SOURCE=FILE, in the viewer of samples/viewer
	@./install-packages viewer
	@$(SWIFT_BUILD) -c release --static-swift-stdlib --product CRecto
	@./install-library $(BUILT)/release $(CURDIR)/$(BUILD)/viewer
	@PYTHONPATH=$(CURDIR)/Python RECTO_LIBRECTO=$(CURDIR)/$(BUILD)/viewer/lib/librecto.so.0 \
	  samples/viewer/viewer.py "$(SOURCE)"

$(SAMPLES)/quay.pdf: setup
	@samples/make.sh $(SAMPLES) >/dev/null

demo: build $(SAMPLES)/quay.pdf ## Render the sample issue, or SOURCE=FILE, and show its text
	@rm -rf $(DEMO) && mkdir -p $(DEMO)
	@$(RECTO) info "$(SOURCE)"
	@$(RECTO) render "$(SOURCE)" --dpi 110 -o $(DEMO)/
	@$(RECTO) render "$(SOURCE)" --spread --dpi 72 -o '$(DEMO)/spread-{page}.png'
	@$(RECTO) text "$(SOURCE)" -o $(DEMO)/text.txt
	@$(RECTO) text "$(SOURCE)" --format json --glyphs -o $(DEMO)/text.json
	@echo && echo "Pages, spreads and text are in $(DEMO):" && ls $(DEMO)
	@echo && head -20 $(DEMO)/text.txt

test: setup $(SAMPLES)/quay.pdf $(TEST_VENV)/made ## Run all tests; T=NAME runs one, RECTO_CORPORA adds real files, POPPLER=no tests without Poppler
	@Tests/run $(BUILD) full "$(T)" $(BUILD_OPTIONS)

test-quick: setup $(SAMPLES)/quay.pdf $(PDFIUM) ## Run the tests that start no process, of all modules or of M=NAME
	@Tests/run $(BUILD) quick "$(if $(M),^$(M)Tests\.)" $(BUILD_OPTIONS)

# The group says why it is skipped where Ray cannot be installed.
test-ray: build $(SAMPLES)/quay.pdf ## Run the tests of batches: Arrow, Ray, a failing bucket; T=NAME runs one
	@$(SWIFT_BUILD) -c release --static-swift-stdlib --product CRecto
	@./install-library $(BUILT)/release $(CURDIR)/$(BUILD)/ray-prefix
	@test -x $(RAY_VENV)/bin/python || python3 -m venv $(RAY_VENV)
	@if ! $(RAY_VENV)/bin/pip install --quiet --disable-pip-version-check -r Tests/ray-requirements.txt; then \
	  echo "test-ray: skipped, Tests/ray-requirements.txt cannot be installed"; exit 0; fi; \
	  cd Python && PYTHONPATH="$(CURDIR)/Python" PYTHONDONTWRITEBYTECODE=1 RECTO_LIBRECTO="$(CURDIR)/$(BUILD)/ray-prefix/lib/librecto.so.0" \
	  FONTCONFIG_FILE="$(CURDIR)/Tests/fonts.conf" $(CURDIR)/$(RAY_VENV)/bin/python -m pytest -q -p no:cacheprovider tests/batches $(if $(T),-k "$(T)")

soak: setup $(SAMPLES)/quay.pdf $(TEST_VENV)/made ## Run what takes hours: sweeps, whole corpora, fuzzers, sanitizers
	@Tests/soak $(BUILD)

SEED ?= $(shell shuf -i 1-999999 -n 1)
check-corpus: build $(TEST_VENV)/made ## Check invariants over the files of FOLDER, one line a violation
	@FONTCONFIG_FILE="$(CURDIR)/Tests/fonts.conf" $(TEST_VENV)/bin/python Tests/Invariants/check --recto $(RECTO) --seed $(SEED) "$(FOLDER)"

mutants: setup $(SAMPLES)/quay.pdf $(TEST_VENV)/made ## Seed faults and see which the tests catch; MUTANTS=--only=3,17
	@RECTO_SAMPLES="$(CURDIR)/$(SAMPLES)" RECTO_TEST_PYTHON="$(CURDIR)/$(TEST_VENV)/bin/python" FONTCONFIG_FILE="$(CURDIR)/Tests/fonts.conf" Tests/Mutants/run --build $(BUILD) $(MUTANTS)

sanitize: setup $(SAMPLES)/quay.pdf ## Run the tests under the thread and the address sanitizer
	@RECTO_SAMPLES="$(CURDIR)/$(SAMPLES)" FONTCONFIG_FILE="$(CURDIR)/Tests/fonts.conf" Tests/sanitize $(BUILD)

FUZZ_SECONDS ?= 60
fuzz: setup ## Fuzz the parsers of files, answers and requests, and the typesetter
	@Tests/Fuzz/run $(BUILD)/fuzz $(FUZZ_SECONDS)

reproduce: build $(SAMPLES)/quay.pdf ## Render 20 times and in both build modes: the same bytes
	@$(SWIFT_BUILD) --product recto
	@Tests/reproduce $(BUILT)/release/recto $(BUILT)/debug/recto $(SAMPLES) $(BUILD)/reproduce

portability: $(SAMPLES)/quay.pdf ## Build with the libraries of Debian 13, and run the tests of PDF and HTTP there
	@Tests/portability $(BUILD)/portability $(SAMPLES)/quay.pdf

oracle: ## Break the test paragraphs with LuaTeX; ORACLE=--update stores what it says
	@./install-packages oracle
	@Tests/Oracle/run $(BUILD)/oracle $(ORACLE)

# Without its linter JavaScript is not checked, which says so.
lint: $(TEST_VENV)/made ## Check format, JavaScript, wording and licenses, and that all mutants apply
	@swift format lint --strict --recursive $(SWIFT_FILES)
	@if [ -x $(TEST_VENV)/bin/oxlint ]; then $(TEST_VENV)/bin/oxlint --quiet $$(git ls-files '*.js'); \
	  else echo "lint: JavaScript skipped: oxlint is not installed"; fi
	@Tests/wording
	@Tests/Licenses/sources
	@Tests/Mutants/run --check

licenses: ## Build without Poppler and check what the program links; needs reuse (PyPI)
	@reuse lint --quiet
	@$(SWIFT_BUILD) $(WITHOUT_POPPLER) --product recto
	@Tests/Licenses/check $(BUILD)/permissive/debug/recto

format: ## Format the Swift code
	@swift format --in-place --recursive $(SWIFT_FILES)

man: build ## Write the manual pages into .build/man/man1
	@$(RECTO) man --save $(BUILD)/man/man1

bench: build $(SAMPLES)/quay.pdf ## Benchmark against other programs; FILES=… or $$RECTO_CORPORA/bench
	@./install-packages bench
	@$(SWIFT_BUILD) -c release --static-swift-stdlib --product LatencyBench
	@$(SWIFT_BUILD) -c release --static-swift-stdlib --product TypesettingBench
	@$(SWIFT_BUILD) -c release --static-swift-stdlib --product SnapshotBench
	@$(SWIFT_BUILD) -c release --static-swift-stdlib --product CRecto
	@$(MAKE) -s -C Tests/Plugins/misbehaving OUT=$(CURDIR)/$(BUILD)/misbehaving
	@test -x $(BUILD)/bench-venv/bin/python || python3 -m venv $(BUILD)/bench-venv
	@$(BUILD)/bench-venv/bin/pip install --quiet --disable-pip-version-check -r bench/requirements.txt
	@for peer in $(PACKAGE_PEERS); do $(BUILD)/bench-venv/bin/pip install --quiet --disable-pip-version-check $$peer || echo "bench: no $$peer"; done
	@test -e $(WEB_READERS) || $(BUILD)/bench-venv/bin/pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
	  --dest $(dir $(WEB_READERS)) calibreweb==0.6.27 || echo "bench: no epub.js and no pdf.js"
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/bench-venv/bin/python bench/run.py --recto $(RECTO) \
	  --latency $(BUILT)/release/LatencyBench \
	  --typesetting $(BUILT)/release/TypesettingBench \
	  --snapshots $(BUILT)/release/SnapshotBench \
	  --samples $(SAMPLES) \
	  --web-readers $(WEB_READERS) \
	  --plugin $(BUILD)/misbehaving/misbehaving.recto-plugin.json \
	  --files $(or $(FILES),$(if $(RECTO_CORPORA),$(RECTO_CORPORA)/bench,$(SAMPLES)/quay.pdf)) \
	  --markdown $(BUILD)/bench.md $(BENCH)

docs: setup ## Build the API documentation into .build/docs
	@./build-docs $(BUILD)/docs

record: build $(SAMPLES)/quay.pdf ## Make the picture of the README again; look at it before you commit it
	@$(RECTO) render $(SAMPLES)/quay.pdf --spread --pages 4-5 --dpi 96 --level 9 -o docs/quay.png
	@echo "docs/quay.png"

clean: ## Remove everything that was built
	@rm -rf $(BUILD)
