# Everything here runs in a virtual environment of its own.
#   make install   the environment for everything below: both frameworks, some 3 GB
#   make test      lint, types, the ratios that matter, and the tests that are not slow: 25 minutes
#                  on two cores (make install takes some minutes before that)
#   make test-slow    the slow tests alone
#   make hunt      random programs whose ports must print the same: PROGRAMS=300 SEED=0, or DIR=code
#   make mutants   mistakes put into porter itself, one by one: the tests must notice 95 % of them
#   make demo      port an agent, show what was written, train the port: three minutes to install
#                  TensorFlow, two to run
#   make examples  port the examples anew and measure all that their READMEs tell: an hour, idle
#   make gallery   check and time the gallery's twenty agents: 15 minutes of processor time
#   make examples-short    run all examples and their ports shortly, time and compare them
#   make goldens   write the examples' ports anew, to be reviewed with git diff
#   make fuzz DIR=...   convert and lint every file below a folder, each with a limit of time and
#                  memory, and count what must not happen; FUZZ_ARGS are options (docs/fuzz.md)
#   make docs      the documentation as a site, in site/; fails on a broken link
#   make picture   the README's picture, from a real run
# PYTHON chooses the interpreter (3.10 to 3.13), VENV the place of the environment.
PYTHON ?= python3
VENV ?= .venv
PROGRAMS ?= 300
SEED ?= 0
# Two processes of some 2 GB each: with one, a slow machine takes more than half an hour.
PYTEST_ARGS ?= -n 2 --dist worksteal

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# The versions that the goldens and the comparisons were made with.
TORCH := torch==2.13.0
TENSORFLOW := tensorflow-cpu==2.21.0

AGENTS := $(wildcard examples/*/agent*.py)
ORIGINALS := $(filter-out %_tf.py,$(AGENTS))

.PHONY: install test test-slow hunt mutants lint demo examples gallery examples-short fuzz goldens docs picture clean

install: $(VENV)/test.installed

test: lint
	$(BIN)/python benchmarks/ratios.py
	$(BIN)/python -m pytest -m "not slow" $(PYTEST_ARGS)

test-slow: $(VENV)/test.installed
	$(BIN)/python -m pytest -m slow $(PYTEST_ARGS)

hunt: $(VENV)/test.installed
	$(BIN)/python -m tests.hunt $(if $(DIR),--dir $(DIR),--programs $(PROGRAMS) --seed $(SEED))

mutants: $(VENV)/test.installed
	$(BIN)/python -m tests.mutants

lint: $(VENV)/test.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@awk 'FNR > 400 {print FILENAME ": over 400 lines, divide it"; bad = 1; nextfile} END {exit bad}' \
		$$(find porter rules -name '*.py')

demo: $(VENV)/demo.installed
	$(BIN)/python examples/demo.py

examples: $(VENV)/test.installed goldens
	$(BIN)/python benchmarks/examples.py

gallery: $(VENV)/test.installed
	$(BIN)/python benchmarks/gallery.py

examples-short: $(VENV)/test.installed
	$(BIN)/python benchmarks/examples_short.py

fuzz: $(VENV)/demo.installed
	@test -n "$(DIR)" || { echo "name a folder: make fuzz DIR=../some_repositories"; exit 2; }
	$(BIN)/python benchmarks/fuzz.py $(DIR) $(FUZZ_ARGS)

goldens: $(VENV)/demo.installed
	rm -f examples/*/torch_compat.py
	for agent in $(ORIGINALS); do \
		$(BIN)/porter convert $$agent -o $${agent%.py}_tf.py --force || exit 1; \
	done

# It has an environment of its own: nothing else needs what it needs.
docs: $(VENV)-docs/installed
	PYTHONPATH=. NO_MKDOCS_2_WARNING=1 $(VENV)-docs/bin/python -m mkdocs build --strict --quiet

$(VENV)-docs/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)-docs
	$(VENV)-docs/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[docs]"
	touch $@

picture: $(VENV)/test.installed
	$(BIN)/python examples/picture.py

# torch comes first and alone: PyPI's build for Linux brings gigabytes of CUDA with it, and pip
# prefers "2.13.0+cpu" from PyTorch's own index. Where that index cannot be reached, pip warns
# and takes what its configured index has.
$(VENV)/test.installed: $(VENV)/demo.installed
	@echo "Installing PyTorch and the test tools into $(VENV): some minutes, nothing is printed meanwhile"
	$(PIP) --no-deps --retries 1 --extra-index-url https://download.pytorch.org/whl/cpu $(TORCH)
	$(PIP) --editable ".[check,examples,test]" $(TORCH) $(TENSORFLOW)
	touch $@

# The demo needs no torch.
$(VENV)/demo.installed: pyproject.toml
	@echo "Installing TensorFlow into $(VENV): up to three minutes, nothing is printed meanwhile"
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable ".[examples]" $(TENSORFLOW)
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-docs dist site demo-out .mypy_cache .pytest_cache .ruff_cache
