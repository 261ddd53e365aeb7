# make          set up .venv and build the Anki decks into build/
# make test     set up and pass the tests that protect every promise once
# make test-all the same and everything that takes longer
# make quiz     set up and start the quiz
# More: test-rest lint types verify verify-sample browser cards npm-tests acceptance months devices fuzz bench pictures wheel rehearsal clean

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
RUN := $(BIN)/python
WORKERS ?= 3
# Files of tests lie in memory where 1 GB is free there: no test waits for a disk.
MEMORY := $(shell df -Pm /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 1000 { print "TMPDIR=/dev/shm" }')
PYTEST = $(MEMORY) $(RUN) -m pytest -q -n $(WORKERS) --dist worksteal
SEED := $(or $(SEED),$(shell date +%s))
unexport PYTHONDONTWRITEBYTECODE # compile each module once, as everybody has it: a fifth of the tests' time

.PHONY: all decks test test-rest test-all quiz lint types verify verify-sample browser cards npm-tests acceptance months devices fuzz bench pictures wheel rehearsal clean

all: decks

decks: $(VENV)/.installed
	$(BIN)/ptquiz build --lang en -o build/pytorch-en.apkg --force
	$(BIN)/ptquiz build --lang zh -o build/pytorch-zh.apkg --force

test: $(VENV)/.test  # some of them alone: make test TESTS=tests/anki
	$(PYTEST) -m "not thorough" $(TESTS)

# What 'make test' leaves out, and more of what it draws at random.
test-rest: $(VENV)/.test
	$(PYTEST) -m "thorough or hypothesis" --hypothesis-profile=thorough

test-all: test test-rest

quiz: $(VENV)/.installed
	$(BIN)/ptquiz

lint: $(VENV)/.dev
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

types: $(VENV)/.dev
	$(RUN) -m mypy

verify: $(VENV)/.torch
	$(BIN)/ptquiz verify --python $(VENV)-torch/bin/python
	$(RUN) -m tests.helpers.torch_names $(VENV)-torch/bin/python

# What CI runs of it: every 64th entry, others with every commit.
verify-sample: $(VENV)/.torch
	$(RUN) -m tests.helpers.verify_sample $(VENV)-torch/bin/python

browser: $(VENV)/.browser
	$(MEMORY) $(RUN) -m pytest -q -n 2 -o addopts="--import-mode=importlib -p no:cacheprovider" -m "not thorough" tests/browser

cards: $(VENV)/.browser  # every card in Anki and on the page, three widths, light and night; 200 hand-overs: an hour
	$(RUN) -m pytest -q -n 2 -o addopts="--import-mode=importlib -p no:cacheprovider" -m thorough tests/browser
	PTQUIZ_ALL_CARDS=1 $(MAKE) npm-tests
	PTQUIZ_ALL_CARDS=1 $(RUN) -m pytest -q -o addopts="--import-mode=importlib -p no:cacheprovider" tests/browser/test_card_interaction.py

npm-tests: $(VENV)/.test
	cd tests/npm && npm install --no-audit --no-fund --silent
	$(MEMORY) $(RUN) -m pytest -q -n 2 -o addopts="--import-mode=importlib -p no:cacheprovider" $(if $(PTQUIZ_ALL_CARDS),,-m "not thorough") tests/npm

months: $(VENV)/.test
	PTQUIZ_MONTHS=1 $(RUN) -m pytest -q -n $(WORKERS) tests/study/test_months.py

# Three devices of one learner and the real sync server: 100 random histories, in each a backup is restored.
devices: $(VENV)/.test
	@echo "make devices SEED=$(SEED)"
	PTQUIZ_DEVICES=$(SEED) $(RUN) -m pytest -q -n $(WORKERS) tests/bridge/test_three_devices.py

# 5,000 mutated files of courses and 2,000 of other programs; the same again: make fuzz SEED=7
fuzz: $(VENV)/.test
	@echo "make fuzz SEED=$(SEED)"
	PTQUIZ_FUZZ=$(SEED) $(RUN) -m pytest -q -n $(WORKERS) tests/test_fuzz.py

# Into a real Moodle: make acceptance MOODLE=FOLDER; tests/acceptance/README.md says how to get one.
acceptance: $(VENV)/.test
	$(RUN) -m tests.acceptance.moodle_acceptance $(MOODLE)

bench: $(VENV)/.browser
	for each in benchmarks/bench_*.py; do $(RUN) $$each || exit 1; done

pictures: $(VENV)/.browser
	$(RUN) -m pip install -q --group pictures
	$(RUN) docs/pictures/make_pictures.py

wheel: $(VENV)/.test
	$(RUN) -m hatchling build -t wheel -d build

# All that a release hands out, into build/release; the release record stays as it is.
rehearsal: $(VENV)/.browser
	$(RUN) -m docs.release.make_release

clean:
	rm -rf $(VENV) $(VENV)-torch build

# A .venv that was left half made (no python3-venv, interrupted) or whose Python is gone is made anew.
ifeq ($(wildcard $(RUN)),)
.PHONY: $(VENV)/.created
endif
$(VENV)/.created:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "ptquiz needs Python 3.11 or newer, this is %d.%d; choose another: make PYTHON=python3.13" % v[:2])'
	@rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
	$(RUN) -m pip install -q --upgrade pip
	@touch $@

# Dependencies are installed again only when pyproject.toml changes.
$(VENV)/.installed: pyproject.toml $(VENV)/.created
	$(RUN) -m pip install -q -e .
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.installed
	$(RUN) -m pip install -q --group test
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.test
	$(RUN) -m pip install -q --group dev
	@touch $@

$(VENV)/.browser: pyproject.toml $(VENV)/.test
	$(RUN) -m pip install -q --group browser
	@touch $@

$(VENV)/.torch: $(VENV)/.installed
	$(PYTHON) -m venv --without-pip $(VENV)-torch
	$(RUN) -m pip --python $(VENV)-torch/bin/python install -q --no-compile torch==2.13.0 numpy onnx onnxscript setuptools ninja
	$(VENV)-torch/bin/python -c "import torch.distributed.fsdp, torch.export, torch.onnx, torch._inductor.compile_fx"  # compiles what programs import
	@touch $@
