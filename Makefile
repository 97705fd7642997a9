# Recto. `make run` scans the pictures of TestImages, `make test` passes every test; both install what they need.
# `make sanitize`, `make threads`, `make fuzz`, `make crash`, `make eval`, `make bench`, `make rivals` and `make docs` are apart, for their time.

RUN_PACKAGES = git pkg-config libc6-dev libpng-dev libturbojpeg0-dev libjpeg-dev libtiff-dev libexif-dev libdeflate-dev libzbar-dev libfreetype-dev
TEST_PACKAGES = $(RUN_PACKAGES) binutils fonts-liberation fonts-dejavu-core qpdf poppler-utils tesseract-ocr tesseract-ocr-eng xz-utils

STATION_PACKAGES = $(RUN_PACKAGES) libxml2 libssl-dev libqrencode-dev libsqlite3-dev bootstrap-icons fonts-open-sans fonts-liberation fonts-dejavu-core
BROWSER_PACKAGES = chromium python3-venv qrencode sane-airscan sane-utils dbus avahi-daemon avahi-utils

BENCH_PACKAGES = $(RUN_PACKAGES) fonts-liberation fonts-dejavu-core

RECTO = .build/release/recto

.PHONY: run test station station-test requirements sanitize threads lint docs bench sheets rivals eval streams results guard link install uninstall deb packaging crash stress aarch64 fuzz clean run-packages test-packages station-packages bench-packages

run: run-packages
	@echo "build: recto, release"
	swift build -c release --product recto
	@mkdir -p out
	$(RECTO) scan TestImages/*.jpg -o out/demo.pdf
	@echo "run: the pages are in out/demo.pdf"

test: test-packages lint
	@echo "test: debug"
	swift build --build-tests
	.ci/test --skip-build
	@echo "test: release"
	swift build -c release --build-tests
	.ci/test -c release --skip-build
	@echo "test: vector code of the release program"
	.ci/check-isa $(RECTO)

# The scan station on this machine: make station DATA=~/scans PORT=8347
DATA ?= $(HOME)/.local/share/recto
PORT ?= 8347
STATION = Station/.build/release/recto-station
station: station-packages
	@echo "build: recto-station, release"
	swift build --package-path Station -c release --product recto-station
	$(STATION) --data $(DATA) --port $(PORT) --web Station/web --demo

# Its rules, store and routes, and its pages in a browser whose camera plays films; pictures of them go to out/browser. Debug code
# takes a quarter of an hour for the films: STATION_TESTS="debug release".
STATION_TESTS ?= release
station-test: test-packages station-packages
	@.ci/install $(BROWSER_PACKAGES)
	@set -e; for configuration in $(STATION_TESTS); do \
		echo "test: station, $$configuration"; \
		swift build --package-path Station -c $$configuration --build-tests; \
		.ci/test --package-path Station -c $$configuration --skip-build; \
	done
	swift build --package-path Station -c release --product recto-station
	@echo "test: station, browser"
	Station/Tests/Browser/run

# Which of the station's requirements no test names.
requirements:
	@Station/Tests/Requirements/table

# The codecs on the evaluation data and on damaged bytes, the stages on odd sizes and the kernels, watched by AddressSanitizer.
# The test runner itself leaks, so leaks are not counted.
sanitize: test-packages
	@echo "sanitize: address"
	ASAN_OPTIONS=detect_leaks=0 .ci/test --sanitize=address --scratch-path .build/sanitize \
		--filter RectoCodecsTests --filter DetectTests --filter DetectDegenerateTests \
		--filter RectoKernelsTests --filter PageHostileTests

# Capture, documents and files, in whose tests threads meet, watched by ThreadSanitizer.
threads: test-packages
	@echo "sanitize: thread"
	.ci/threads RectoCaptureTests.StreamTests RectoCaptureTests.CancellationTests RectoCaptureTests.CameraFaultTests \
		RectoTests.DocumentWriterTests RectoCodecsTests.AtomicFileTests

docs: run-packages
	@echo "docs: Recto"
	@.ci/docs out/docs

lint:
	@echo "lint: format of the sources"
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Station/Package.swift \
		Station/Sources Station/Tests Benchmarks/Package.swift Benchmarks/Allocations Benchmarks/Cases Benchmarks/Eval Benchmarks/Rivals/Times

# All of it, or what has FILTER in its name: make bench FILTER=warp
bench: bench-packages
	@Benchmarks/bench '$(FILTER)'

rivals: bench-packages
	@Benchmarks/Rivals/run

# Instructions that known work takes: what clocks on a busy machine cannot tell.
guard: test-packages
	@.ci/install valgrind
	swift build -c release --product recto
	.ci/instructions $(RECTO)

# Accuracy on the evaluation data, and what may not get worse.
eval: run-packages
	@Benchmarks/Eval/run

streams: run-packages
	@Benchmarks/streams

# All tables of Benchmarks/RESULTS.md anew.
results: rivals eval streams

# PHOTOS by every filter, to look at: make sheets PHOTOS='a.jpg b.jpg'
sheets: bench-packages
	@Benchmarks/Sheets/run $(or $(PHOTOS),TestImages/*.jpg)

# Where make install puts things; DESTDIR is put in front of it.
PREFIX ?= /usr/local
LINKED = out/link

# The program and the library for C, with Swift's runtime inside.
link: run-packages
	@.ci/link $(LINKED)
	@swift build --product generate-manual >/dev/null

install: link
	@.ci/install-files add $(LINKED) $(PREFIX) $(DESTDIR)

uninstall:
	@.ci/install-files remove $(LINKED) $(PREFIX) $(DESTDIR)

deb: link
	@.ci/install dpkg-dev
	@.ci/deb $(LINKED) out

# Programs and sessions killed at random moments, 200 times in all; CI does it a few times.
CRASHES ?= 67
crash: test-packages
	swift build -c release --product recto
	.ci/crash $(RECTO) $(CRASHES)
	RECTO_CRASHES=$(CRASHES) .ci/test -c release --filter DraftCrashTests

# What can be tried of aarch64 here.
aarch64:
	@.ci/install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
	@.ci/aarch64

# Ways into the library under libFuzzer, with AddressSanitizer: make fuzz SECONDS=1200 TARGETS=picture
SECONDS ?= 20
fuzz: run-packages
	Tests/Fuzz/run $(SECONDS) $(TARGETS)

# A hundred thousand frames through the library for C: nothing may grow. `make test` shows it a few thousand.
stress: run-packages
	swift build -c release --product Stress
	.build/release/Stress

# Installs all that, and uses it.
packaging: test-packages
	@.ci/install dpkg-dev gcc g++ qpdf valgrind debootstrap libjpeg-turbo-progs
	@.ci/packaging

run-packages:
	@.ci/install $(RUN_PACKAGES)

test-packages:
	@.ci/install $(TEST_PACKAGES)

station-packages:
	@.ci/install $(STATION_PACKAGES)

bench-packages:
	@.ci/install $(BENCH_PACKAGES)

clean:
	rm -rf .build out Station/.build Tests/Fuzz/.build Benchmarks/.build Benchmarks/.venv Benchmarks/.rivals
