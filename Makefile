# make run     set everything up and open the window (no display: extract the sample in the terminal)
# make test    set everything up and pass the tests
# make test-pythons   the same on each Python that is installed, from 3.11 on
# make check   formatting, lints, types, layers
# make bench   ratios, as JSON lines
# make hostile what a hundred hostile model folders and signals do, as JSON lines
# make sweep CORPUS=FOLDER   every file of a folder to its pages, a JSON line each

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SYSTEM := $(VENV)/.system
BLAS := $(VENV)/.blas
RUNTIMES := $(VENV)/.runtimes
OLDER_RUNTIMES := mlx-lm-0.31.3 mlx-vlm-0.6.17

.PHONY: run test test-pythons check format bench hostile sweep screenshots messages clean

run: $(READY) $(SYSTEM)
	@if [ "$$(uname)" = Darwin ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		exec $(BIN)/endstop; \
	else \
		$(BIN)/endstop extract resources/samples/slip-01.pdf --schema slip && \
		echo "There is no display here; with one, the Endstop window would have opened." >&2; \
	fi

test: $(READY) $(SYSTEM) $(BLAS) $(RUNTIMES)
	$(BIN)/pytest --numprocesses auto --dist loadfile

test-pythons:
	@sh packaging/pythons.sh | while read -r version python; do \
		echo "Python $$version" >&2; \
		$(MAKE) test VENV=.venv-$$version PYTHON=$$python </dev/null || exit 1; \
	done

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	@$(BIN)/python -m tests.benchmarks

hostile: $(READY)
	@$(BIN)/python -m tests.hostile

sweep: $(READY)
	@$(BIN)/python -m tests.sweep $(CORPUS)

screenshots: $(READY) $(SYSTEM)
	$(BIN)/python -m tests.gui.screenshots build/screenshots

messages: $(READY)
	$(BIN)/python -m tests.support.messages

clean:
	rm -rf .venv .venv-* build dist .mypy_cache .ruff_cache .pytest_cache

# A virtual environment with the app and its tools; made again when its description changes.
$(READY): pyproject.toml packaging/constraints.txt
	@echo "Setting up $(VENV) (about 1.5 GB; a few minutes the first time)..." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --constraint packaging/constraints.txt \
		--editable ".[app]" --group dev
	@touch $@

# Qt's system libraries: installed on Debian as root, named elsewhere.
$(SYSTEM): packaging/system-libraries.sh | $(READY)
	@sh packaging/system-libraries.sh
	@touch $@

# A BLAS that the tests read the samples with: the tokens must be the same.
$(BLAS): packaging/system-libraries.sh | $(READY)
	@sh packaging/system-libraries.sh blas
	@touch $@

# Older runtimes, each in a folder of its own: the doctor's stop sets are compared with them.
$(RUNTIMES): Makefile | $(READY)
	@for runtime in $(OLDER_RUNTIMES); do \
		$(BIN)/python -m pip install --quiet --no-deps --upgrade \
			--target $(VENV)/runtimes/$$runtime $${runtime%-*}==$${runtime##*-} || exit 1; \
	done
	@touch $@
