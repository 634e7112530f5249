# `make` alone lists the targets.

FILE ?= Resources/sample.jpg
OUT ?= screenshot.png
COUNT ?= 1000
MINUTES ?= 30
DAMAGED ?= 0
EVENTS ?= 10000000
PAIRS ?= 100000
SEEDS ?= 100
SECONDS ?= 20
JOBS ?= 2
FILES ?= 20000
PREFIX ?= /usr/local
JSON ?= bench.json
BENCH ?=
ONLY ?=
WHAT ?=
TARGETS ?=
SHOTS ?=
PICTURES ?= /tmp/overscroll-pictures
BARE ?= /tmp/overscroll-bare
FOLDER ?= Resources
SITE_PATH ?=
TRACE ?=

libraries = ScrollEngine ScrollLists
strict = --explicit-target-dependency-import-check error
program = .build/release/overscroll
loader = .build/release/overscroll-load
swift_files = Sources Tests Snippets Package.swift
id = io.github.overscroll.overscroll
icon_sizes = 16 24 32 48 64 128 256
share = $(DESTDIR)$(PREFIX)/share
# Debian's packages have theirs in zsh/vendor-completions.
zsh_folder = zsh/site-functions
professional = pyramid.tif slide.svs pyramid.ome.tif cog.tif sparse.tif 400.jpg wide.jpg
formats_types = $(shell sed -n 's/^MimeType=//p' Resources/overscroll-formats.desktop)

.DEFAULT_GOAL = help
.PHONY: help run screenshot build test test-fast lint check interface format moving-picture figures bench bench-professional docs fuzz fuzz-native torture corpus walk \
  sanitize bombs samples deb check-deb check-bare site install install-formats lib install-lib uninstall clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the viewer and open the sample picture; FILE=… opens another one
	@Scripts/run "$(FILE)"

screenshot: ## the same on a private X server, saved as a picture; OUT=screenshot.png
	@Scripts/screenshot "$(OUT)" "$(FILE)"

build: ## build the viewer, optimized, as .build/release/overscroll
	@Scripts/build

test: ## build and run all tests; ONLY=fast|windows|root|fonts|desktops runs a part
	@Scripts/test $(ONLY) $(if $(filter desktops,$(ONLY)),$(if $(SHOTS),--pictures "$(SHOTS)"))

test-fast: ## build and run the tests of the modules that need no X server
	@Scripts/test fast

lint: ## check the format, the imports, the spelling, the scripts, the installed resources, and what describes the program
	@Scripts/setup lint
	swift format lint --strict --recursive --parallel $(swift_files)
	@Scripts/check-imports
	@Scripts/check-words
	@Scripts/check-resources
	@Scripts/check-packages
	@Scripts/check-help

# Besides its parts, ONLY may be qa, which plays the demos of all scenes, and takes, which records random sessions.
check: $(if $(ONLY),,lint test interface docs) ## run everything that a change must pass; ONLY=client|fuzz|library|memory|packages|porting|release runs a part
	@for part in $(or $(ONLY),packages client porting library release memory fuzz); do case $$part in \
	  packages) Scripts/setup packages && Scripts/check-packages ;; \
	  fuzz) Scripts/maintainer/fuzz-native 3 ;; \
	  takes) Scripts/check-takes $(SEEDS) $(SECONDS) $(JOBS) ;; \
	  *) Scripts/check-$$part ;; \
	  esac || exit; done

interface: ## compare the public declarations with those in Resources/interface, after a debug build
	@Scripts/interface

check-bare: ## run the README's commands on bare Debian 12 and 13, as root; BARE=/tmp/overscroll-bare
	@Scripts/check-bare "$(BARE)"

format: ## format the Swift files in place
	swift format --in-place --recursive --parallel $(swift_files)

# WHAT is images, pan, roam or album alone; peers installs the viewers beside which these are measured, and compare prints the ratios
# of two runs, A=… and B=….
bench: $(if $(filter peers compare,$(WHAT)),,build) ## measure the engine, frames and a folder; WHAT=images|pan|roam|album|peers|compare, PICTURES=…; JSON=… saves
ifeq ($(WHAT),peers)
	@Scripts/setup peers
else ifeq ($(WHAT),compare)
	swift run --package-path Benchmarks --configuration release Bench --compare "$(A)" "$(B)"
else ifeq ($(WHAT),images)
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)"
	@Benchmarks/images/bench-images $(program) "$(PICTURES)"
else ifeq ($(WHAT),pan)
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)" 50.jpg
	@Benchmarks/images/bench-pan $(program) "$(PICTURES)/50.jpg"
else ifeq ($(WHAT),roam)
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)" 1000.jpg
	@Benchmarks/images/roam $(program) "$(PICTURES)/1000.jpg"
else ifeq ($(WHAT),album)
	@Scripts/setup bench
	@Benchmarks/images/bench-album $(program)
else ifeq ($(WHAT),)
	@Scripts/setup test
	swift run --package-path Benchmarks --configuration release Bench --json "$(JSON)" $(BENCH)
	@Scripts/setup bench
	@Benchmarks/images/bench-album $(program)
else
	@echo "make: WHAT is images, pan, roam, album, peers or compare" >&2; exit 2
endif

moving-picture: build ## draw the moving picture of the README
	$(program) replay Resources/demo.script Resources/sample.jpg --video Resources/demo.webp --hz 30 --scale 1

figures: ## print the size of the sources, and what opening and panning cost; TIMES=times measures builds and tests, too
	@Scripts/figures $(TIMES)

bench-professional: build ## measure slides, maps and scans of up to 20 GB next to the other viewers; PICTURES=…, BENCH="--viewers feh"
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)" $(professional)
	@Benchmarks/images/bench-images $(program) "$(PICTURES)" $(professional) --jump $(BENCH)
	@Benchmarks/images/bench-album $(program) --professional "$(PICTURES)"

docs: ## build the documentation in .build/docs; a warning fails
	@for module in $(libraries); do Scripts/docs $$module .build/docs/$$module || exit; done

fuzz: build ## EVENTS=… random events and PAIRS=… pairs of motions for the engine, FILES=… damaged JPEG files, COUNT=… damaged scripts, random input to a window
	FUZZ_EVENTS=$(EVENTS) FUZZ_PAIRS=$(PAIRS) FUZZ_FILES=$(FILES) Scripts/with-tmpdir swift test $(strict) --configuration release --disable-xctest \
	  -Xswiftc -enable-testing --filter FuzzTests
	@Scripts/maintainer/fuzz $(program) $(COUNT) --formats
	GHOST_ACTIONS=600 Scripts/with-tmpdir swift test $(strict) --disable-xctest --filter 'ProgramTests.*slow scrolling'
	FUZZ_SAMPLES=1000 Scripts/with-tmpdir swift test $(strict) --disable-xctest --filter 'ImagingTests.*samples of a file'
	CURVE_SCRIPTS=500 Scripts/with-tmpdir swift test $(strict) --disable-xctest --filter 'LabTests.*curve of a window'
	KEPT_ROTATIONS=200 Scripts/with-tmpdir swift test $(strict) --disable-xctest --filter 'ImagingTests.*otation'

fuzz-native: ## run libFuzzer for SECONDS=20 on each of our own parsers; TARGETS='bmp csv' alone
	@Scripts/setup test
	@Scripts/maintainer/fuzz-native $(SECONDS) $(TARGETS)

torture: build ## MINUTES=30 of random window events; SEED=…
	@Scripts/setup test
	Scripts/maintainer/torture $(program) --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

walk: build ## step a window through FILES=20000 damaged pictures, KINDS='*.gif' alone; TRACE=1 traces confined processes
	@Scripts/setup test
	@test ! -x Scripts/build-loader || Scripts/build-loader
	@Scripts/maintainer/walk-damaged $(program) --files $(FILES) $(if $(KINDS),--kinds $(KINDS)) $(if $(TRACE),--trace)

corpus: build ## render every file of FOLDER=…; DAMAGED=3000 renders that many damaged copies instead
	@Scripts/maintainer/corpus $(program) "$(FOLDER)" --damaged $(DAMAGED)

sanitize: ## the same with the address sanitizer
	@Scripts/setup run
	Scripts/with-tmpdir swift build $(strict) --scratch-path .build/sanitize --sanitize address --product overscroll
	@Scripts/maintainer/corpus .build/sanitize/debug/overscroll "$(FOLDER)" --damaged $(DAMAGED) --sanitized

bombs: build ## open pictures that are made to exhaust memory or time, by every command
	@Scripts/setup test
	PRODUCT=overscroll-load Scripts/build
	@Scripts/maintainer/bombs $(program)

samples: build ## compare units, saved parts and mixes of channels with tifffile, GDAL and NumPy, which PYTHON=python3 must have
	@$(or $(PYTHON),python3) Tests/Samples/check.py $(program)

install: ## install under PREFIX=/usr/local; build first, then sudo make install
	@test -x $(program) || { echo "make: build first: make build" >&2; exit 1; }
	install -D --strip $(program) "$(DESTDIR)$(PREFIX)/bin/overscroll"
	install -Dm644 Resources/overscroll.1 "$(share)/man/man1/overscroll.1"
	install -d "$(share)/man/man5"
	Scripts/formats-manual Sources/overscroll/Formats/*.txt >"$(share)/man/man5/overscroll.5"
	install -Dm644 Resources/overscroll.desktop "$(share)/applications/overscroll.desktop"
	install -Dm644 Resources/overscroll.thumbnailer "$(share)/thumbnailers/overscroll.thumbnailer"
	install -Dm644 Resources/overscroll.metainfo.xml "$(share)/metainfo/$(id).metainfo.xml"
	install -Dm644 Resources/overscroll.svg "$(share)/icons/hicolor/scalable/apps/overscroll.svg"
	for size in $(icon_sizes); do install -Dm644 Resources/icons/overscroll-$$size.png \
	  "$(share)/icons/hicolor/$${size}x$$size/apps/overscroll.png" || exit; done
	install -d "$(share)/bash-completion/completions" "$(share)/$(zsh_folder)" "$(share)/fish/vendor_completions.d"
	Scripts/completions bash $(program) >"$(share)/bash-completion/completions/overscroll"
	Scripts/completions zsh $(program) >"$(share)/$(zsh_folder)/_overscroll"
	Scripts/completions fish $(program) >"$(share)/fish/vendor_completions.d/overscroll.fish"

install-formats: ## install the loader of further formats under PREFIX; build it first: Scripts/build-loader
	@test -x $(loader) || { echo "make: build the loader first: Scripts/build-loader" >&2; exit 1; }
	install -D --strip $(loader) "$(DESTDIR)$(PREFIX)/libexec/overscroll/overscroll-load"
	install -Dm644 Resources/overscroll-formats.desktop "$(share)/applications/overscroll-formats.desktop"
	install -d "$(share)/thumbnailers"
	sed 's|^MimeType=.*|MimeType=$(formats_types)|' Resources/overscroll.thumbnailer >"$(share)/thumbnailers/overscroll-formats.thumbnailer"

deb: build ## pack the program, and the loader of further formats, as Debian packages in build/
	@test ! -x Scripts/build-loader || Scripts/build-loader
	@Scripts/deb $(program) $(loader)

check-deb: deb ## check the packages with lintian, and install, run and remove them on bare Debian 12 and 13, as root
	@Scripts/check-deb "$(BARE)"

site: ## build the project's site in build/site; make docs before adds the documentation, for a server's SITE_PATH=
	@Scripts/setup site
	@Scripts/site build/site "$(SITE_PATH)"

lib: ## build the C library, including Swift's runtime, in .build/library
	@Scripts/build-library

install-lib: ## install the C library, its header and pkg-config file under PREFIX=/usr/local; build first, then sudo make install-lib
	@Scripts/install-library "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove the installed files
	rm -f "$(DESTDIR)$(PREFIX)/bin/overscroll" "$(share)/man/man1/overscroll.1" "$(share)/man/man5/overscroll.5" \
	  "$(share)/applications/overscroll.desktop" "$(share)/thumbnailers/overscroll.thumbnailer" "$(share)/metainfo/$(id).metainfo.xml" \
	  "$(share)/bash-completion/completions/overscroll" "$(share)/$(zsh_folder)/_overscroll" "$(share)/fish/vendor_completions.d/overscroll.fish" \
	  "$(DESTDIR)$(PREFIX)/libexec/overscroll/overscroll-load" \
	  "$(share)/applications/overscroll-formats.desktop" "$(share)/thumbnailers/overscroll-formats.thumbnailer" \
	  "$(share)"/icons/hicolor/*/apps/overscroll.png "$(share)"/icons/hicolor/*/apps/overscroll.svg \
	  "$(DESTDIR)$(PREFIX)"/lib/libCScrollEngine.* "$(DESTDIR)$(PREFIX)/include/CScrollEngine.h" \
	  "$(DESTDIR)$(PREFIX)/lib/pkgconfig/CScrollEngine.pc"

clean: ## remove everything that was built
	rm -rf .build build
