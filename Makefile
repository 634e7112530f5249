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
formats_types = $(shell sed -n 's/^MimeType=//p' Resources/overscroll-formats.desktop)

.DEFAULT_GOAL = help
.PHONY: moving-picture help run screenshot build test test-fast test-windows test-root test-desktops test-fonts lint check check-client check-porting check-library check-release \
  check-qa check-memory check-bare check-takes interface format figures bench bench-compare bench-images bench-roam bench-pan bench-album \
  bench-peers-install docs fuzz fuzz-native torture corpus walk \
  sanitize sample deb check-deb check-packages site install install-formats lib install-lib uninstall clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the viewer and open the sample picture; FILE=… opens another one
	@Scripts/run "$(FILE)"

screenshot: ## the same on a private X server, saved as a picture; OUT=screenshot.png
	@Scripts/screenshot "$(OUT)" "$(FILE)"

build: ## build the viewer, optimized, as .build/release/overscroll
	@Scripts/build

test: ## build and run all tests
	@Scripts/test

test-fast: ## those of the modules that need no X server
	@Scripts/test fast

test-windows: ## those of the program, and those with windows, on Xvfb
	@Scripts/test windows

test-root: ## those that only root can run: Xorg without hardware, full disks
	@Scripts/test root

test-desktops: ## check XWayland under Weston, Mutter and KWin, and file managers; SHOTS=folder saves screenshots
	@Scripts/test-desktops $(if $(SHOTS),--pictures "$(SHOTS)")

test-fonts: ## those that draw text, in the fonts of other machines
	FONTS=noto Scripts/test fast
	FONTS=liberation Scripts/test fast

lint: ## check the format, the imports, the spelling, the scripts, the installed resources, and what describes the program
	@Scripts/setup lint
	swift format lint --strict --recursive --parallel $(swift_files)
	@Scripts/check-imports
	@Scripts/check-words
	@Scripts/check-resources
	@Scripts/check-packages
	@Scripts/check-help

check: lint check-packages test interface check-client check-porting check-library check-release docs check-memory ## everything a change must pass

check-client: ## build and run a package that depends on the libraries, as other projects do
	@Scripts/check-client

check-porting: ## port programs written for UIKit, compile them, and check what they do
	@Scripts/check-porting

check-library: ## install the C library in a folder, and run the examples in C and Python with it
	@Scripts/check-library

check-release: ## build the optimized program and check it in a window
	@Scripts/check-release

interface: ## compare the public declarations with those in Resources/interface, after a debug build
	@Scripts/interface

check-qa: ## play and judge the demos of all scenes
	@Scripts/check-qa

check-memory: ## run the decoders' tests with the address and undefined-behavior sanitizers
	@Scripts/check-memory

check-bare: ## run the README's commands on bare Debian 12 and 13, as root; BARE=/tmp/overscroll-bare
	@Scripts/check-bare "$(BARE)"

format: ## format the Swift files in place
	swift format --in-place --recursive --parallel $(swift_files)

bench: build ## measure the engine and frames; JSON=… saves the numbers
	@Scripts/setup test
	swift run --package-path Benchmarks --configuration release Bench --json "$(JSON)" $(BENCH)
	@Scripts/setup bench
	Benchmarks/images/bench-album $(program)

bench-compare: ## print the ratios of two runs; A=… B=…
	swift run --package-path Benchmarks --configuration release Bench --compare "$(A)" "$(B)"

figures: ## print the size of the house, and what opening and panning cost; TIMES=times measures builds and tests, too
	@Scripts/figures $(TIMES)

bench-images: build ## open large pictures here and in other viewers; PICTURES=/tmp/overscroll-pictures
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)"
	@Benchmarks/images/bench-images $(program) "$(PICTURES)"

bench-roam: build ## flick and zoom over a gigapixel for a minute: memory, missing tiles, hitches; PICTURES=…
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)" 1000.jpg
	@Benchmarks/images/roam $(program) "$(PICTURES)/1000.jpg"

bench-pan: build ## drag a picture at 1:1 here and in other viewers: from step to pixels, and the processor's work; PICTURES=…
	@Scripts/setup bench
	@Benchmarks/images/make-pictures "$(PICTURES)" 50.jpg
	@Benchmarks/images/bench-pan $(program) "$(PICTURES)/50.jpg"

bench-album: build ## browse a folder of 10,000 pictures: first, next, overview, rewritten
	@Scripts/setup bench
	@Benchmarks/images/bench-album $(program)

bench-peers-install: ## install the other viewers that bench-images measures
	@Scripts/setup peers

docs: ## build the documentation in .build/docs; a warning fails
	@for module in $(libraries); do Scripts/docs $$module .build/docs/$$module || exit; done

fuzz: build ## EVENTS=… random events and PAIRS=… pairs of motions for the engine, FILES=… damaged JPEG files, COUNT=… damaged scripts, random input to a window
	FUZZ_EVENTS=$(EVENTS) FUZZ_PAIRS=$(PAIRS) FUZZ_FILES=$(FILES) Scripts/with-tmpdir swift test $(strict) --configuration release --disable-xctest \
	  -Xswiftc -enable-testing --filter FuzzTests
	@Scripts/maintainer/fuzz $(program) $(COUNT) --formats
	GHOST_ACTIONS=600 Scripts/with-tmpdir swift test $(strict) --disable-xctest --filter 'ProgramTests.*slow scrolling'
	FUZZ_SAMPLES=1000 Scripts/with-tmpdir swift test $(strict) --disable-xctest --filter 'ImagingTests.*samples of a file'
	CURVE_SCRIPTS=500 Scripts/with-tmpdir swift test $(strict) --disable-xctest --filter 'LabTests.*curve of a window'

fuzz-native: ## run libFuzzer for SECONDS=20 on each of our own parsers; TARGETS='bmp csv' alone
	@Scripts/setup test
	@Scripts/maintainer/fuzz-native $(SECONDS) $(TARGETS)

check-takes: ## record SEEDS=100 random sessions of SECONDS=20 in real windows, and replay them without a display
	@Scripts/check-takes $(SEEDS) $(SECONDS) $(JOBS)

torture: build ## MINUTES=30 of damaged files, full disks and random window events; SEED=…
	@Scripts/setup test
	Scripts/maintainer/torture $(program) --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

walk: build ## step a window through FILES=20000 damaged pictures, KINDS='*.gif' alone; TRACE=1 traces confined processes
	@Scripts/setup test
	@test ! -x Scripts/build-loader || Scripts/build-loader
	@Scripts/maintainer/walk-damaged $(program) --files $(FILES) $(if $(KINDS),--kinds $(KINDS)) $(if $(TRACE),--trace)

corpus: build ## render every file of FOLDER=…; DAMAGED=3000 renders that many damaged copies instead
	@Scripts/maintainer/corpus $(program) "$(FOLDER)" --damaged $(DAMAGED)

bombs: build ## open pictures that are made to exhaust memory or time, by every command
	@Scripts/setup test
	PRODUCT=overscroll-load Scripts/build
	@Scripts/maintainer/bombs $(program)

sanitize: ## the same with the address sanitizer
	@Scripts/setup run
	Scripts/with-tmpdir swift build $(strict) --scratch-path .build/sanitize --sanitize address --product overscroll
	@Scripts/maintainer/corpus .build/sanitize/debug/overscroll "$(FOLDER)" --damaged $(DAMAGED) --sanitized

sample: ## draw the sample picture
	@Scripts/setup sample
	Scripts/maintainer/sample/make-sample Resources/sample.jpg

moving-picture: build ## regenerate the README's moving picture
	@Scripts/setup test
	Scripts/maintainer/moving-picture $(program) Resources/demo.webp

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

check-packages: ## check the form of the RPM spec, the PKGBUILD and the Flatpak manifest in Packaging
	@Scripts/setup packages
	@Scripts/check-packages

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
