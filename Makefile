# `make` alone lists what there is to make.

FILE ?= Resources/sample.jpg
OUT ?= screenshot.png
COUNT ?= 1000
MINUTES ?= 30
DAMAGED ?= 0
EVENTS ?= 10000000
PREFIX ?= /usr/local
JSON ?= bench.json
BENCH ?=
PICTURES ?= /tmp/overscroll-pictures
BARE ?= /tmp/overscroll-bare
FOLDER ?= Resources

strict = --explicit-target-dependency-import-check error
program = .build/release/overscroll
swift_files = Sources Tests Snippets Package.swift
id = io.github.overscroll.overscroll
icon_sizes = 16 24 32 48 64 128 256
share = $(DESTDIR)$(PREFIX)/share

.DEFAULT_GOAL = help
.PHONY: help run screenshot build test check check-bare format bench bench-compare bench-images \
  bench-roam bench-peers-install docs fuzz torture corpus sanitize sample install uninstall clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build what is needed and look at the sample picture; FILE=… for another one
	@Scripts/run "$(FILE)"

screenshot: ## the same on a display of its own, kept as a picture; OUT=screenshot.png
	@Scripts/screenshot "$(OUT)" "$(FILE)"

build: ## the program, optimised, as .build/release/overscroll
	@Scripts/build

test: ## build and run every test
	@Scripts/test

check: ## everything a change must pass: format, rooms, scripts, resources, tests
	swift format lint --strict --recursive --parallel $(swift_files)
	@Scripts/check-imports
	@Scripts/check-resources
	@$(MAKE) --no-print-directory test

check-bare: ## both commands of the README on bare Debian 12 and 13, as root; BARE=/tmp/overscroll-bare
	@Scripts/check-bare "$(BARE)"

format: ## format the Swift files in place
	swift format --in-place --recursive --parallel $(swift_files)

bench: build ## measure: engine, frames; JSON=… keeps the numbers
	@Scripts/setup test
	swift run --package-path Benchmarks --configuration release Bench --json "$(JSON)" $(BENCH)

bench-compare: ## the ratios of two runs: A=… B=…
	swift run --package-path Benchmarks --configuration release Bench --compare "$(A)" "$(B)"

bench-images: build ## open large pictures here and in other viewers; PICTURES=/tmp/overscroll-pictures
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)"
	@Benchmarks/images/bench-images $(program) "$(PICTURES)"

bench-roam: build ## flick and zoom over a gigapixel for a minute: memory, missing tiles, hitches; PICTURES=…
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)" 1000.jpg
	@Benchmarks/images/roam $(program) "$(PICTURES)/1000.jpg"

bench-peers-install: ## install the other viewers that bench-images measures
	@Scripts/setup peers

docs: ## the engine's documentation, as .build/docs
	@Scripts/docs ScrollEngine .build/docs

fuzz: build ## EVENTS=… for the engine, COUNT=… damaged scripts, five minutes of random use of a window
	FUZZ_EVENTS=$(EVENTS) swift test $(strict) --configuration release --disable-xctest \
	  -Xswiftc -enable-testing --filter FuzzTests
	@Scripts/fuzz $(program) $(COUNT) Resources/*.script
	GHOST_ACTIONS=600 swift test $(strict) --disable-xctest --filter 'ProgramTests.*slow scrolling'

torture: build ## MINUTES=30 of damaged files, full disks and rough handling of windows; SEED=…
	@Scripts/setup test
	Scripts/torture $(program) --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

corpus: build ## render every file of FOLDER=… within limits; DAMAGED=3000 damages them at random first
	@Scripts/corpus $(program) "$(FOLDER)" --damaged $(DAMAGED)

sanitize: ## the same with a program that watches every access to memory
	@Scripts/setup run
	swift build $(strict) --scratch-path .build/sanitize --sanitize address --product overscroll
	@Scripts/corpus .build/sanitize/debug/overscroll "$(FOLDER)" --damaged $(DAMAGED) --sanitized

sample: ## draw the sample picture anew
	@Scripts/setup sample
	Resources/sample/make-sample Resources/sample.jpg

install: ## install under PREFIX=/usr/local; build first, then sudo make install
	@test -x $(program) || { echo "make: build first: make build" >&2; exit 1; }
	install -D --strip $(program) "$(DESTDIR)$(PREFIX)/bin/overscroll"
	install -Dm644 Resources/overscroll.1 "$(share)/man/man1/overscroll.1"
	install -Dm644 Resources/overscroll.desktop "$(share)/applications/overscroll.desktop"
	install -Dm644 Resources/overscroll.metainfo.xml "$(share)/metainfo/$(id).metainfo.xml"
	install -Dm644 Resources/overscroll.svg "$(share)/icons/hicolor/scalable/apps/overscroll.svg"
	for size in $(icon_sizes); do install -Dm644 Resources/icons/overscroll-$$size.png \
	  "$(share)/icons/hicolor/$${size}x$$size/apps/overscroll.png" || exit; done

uninstall: ## remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/overscroll" "$(share)/man/man1/overscroll.1" \
	  "$(share)/applications/overscroll.desktop" "$(share)/metainfo/$(id).metainfo.xml" \
	  "$(share)"/icons/hicolor/*/apps/overscroll.png "$(share)"/icons/hicolor/*/apps/overscroll.svg

clean: ## remove what was built
	rm -rf .build
