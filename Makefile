# Recto. `make run` scans the pictures of TestImages, `make check` tests your changes, `make test` runs every test of
# the engine and `make station-test` those of the station; all install their requirements. docs/testing.md has the rest.

RUN_PACKAGES = git pkg-config libc6-dev libpng-dev libjpeg-dev libtiff-dev libexif-dev libdeflate-dev libfreetype-dev libtesseract-dev
# Tesseract's models of the languages that pages are drawn in.
LANGUAGE_PACKAGES = tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-pol tesseract-ocr-rus tesseract-ocr-ell
# What reads files whose libraries are opened at run time, and what makes such files for tests.
FORMAT_PACKAGES = liblcms2-2 libwebpdemux2 webp libheif1 libheif-examples libjxl0.7 libjxl-tools libdmtx0b dmtx-utils libzbar0 poppler-utils
TEST_PACKAGES = $(RUN_PACKAGES) $(LANGUAGE_PACKAGES) $(FORMAT_PACKAGES) binutils fonts-liberation fonts-dejavu-core qpdf poppler-utils tesseract-ocr python3 python3-jsonschema xz-utils

STATION_PACKAGES = $(RUN_PACKAGES) libtesseract5 tesseract-ocr-eng libxml2-dev libssl-dev openssl poppler-utils webp libheif-examples libqrencode-dev libsqlite3-dev bootstrap-icons fonts-open-sans fonts-liberation fonts-dejavu-core
GSTREAMER_PACKAGES = gcc libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev gstreamer1.0-tools
PYTHON_PACKAGES = python3-venv libdbus-1-3 libzbar-dev
DEB_PACKAGES = dpkg-dev debhelper dh-apparmor po-debconf
PACKAGING_PACKAGES = $(DEB_PACKAGES) lintian systemd gcc g++ qpdf
DEBIAN_PACKAGES = mmdebstrap systemd-container
CONTAINER_PACKAGES = mmdebstrap skopeo umoci
# What loads, runs and composes containers in tests.
CONTAINER_TEST_PACKAGES = podman runc iptables docker-compose
CROSS_PACKAGES = gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
BROWSER_PACKAGES = binaryen chromium-headless-shell firefox-esr webkit2gtk-driver xvfb sslscan tesseract-ocr tesseract-ocr-eng python3-venv qrencode sane-airscan sane-utils dbus avahi-daemon avahi-utils

WEB_PACKAGES = binaryen nodejs node-typescript firefox-esr libjpeg-dev libpng-dev
BENCH_PACKAGES = $(RUN_PACKAGES) libzbar0 fonts-liberation fonts-dejavu-core
# What reads pages beside Recto in `make reports`.
REPORT_PACKAGES = tesseract-ocr-osd ocrmypdf unpaper mupdf-tools poppler-utils python3-venv

RECTO = .build/release/recto

.PHONY: run check test station station-test web web-engine web-test requirements sanitize threads lint docs bench sheets rivals qr-report eval streams reports letters results guard link install uninstall deb container packaging crash stress aarch64 fuzz nightly clean release run-packages test-packages station-packages bench-packages check-packages nightly-packages words site wheel python-test gstreamer

# The station and the evaluation join the package with the first target that tests them, and stay; see Package.swift.
ifneq ($(wildcard .build/checkouts/hummingbird),)
export RECTO_WORKSPACE = 1
endif

run: run-packages
	@echo "build: recto, release"
	.ci/optimized --product recto
	@mkdir -p out
	$(RECTO) scan TestImages/*.jpg -o out/demo.pdf
	@echo "run: the pages are in out/demo.pdf"

# Quick checks during development.
check: check-packages
	@.ci/check

# The engine, the station and the evaluation with their tests, compiled once for everything below.
release: test-packages station-packages
	@.ci/build release

# The tests of the engine in optimized code: make test ARGUMENTS='--skip CaptureRigTests'
test: lint release
	@echo "test: release"
	.ci/test release --skip '^Station' $(ARGUMENTS)
	@echo "test: vector code of the release program"
	.ci/check-isa $(RECTO)

# The scan station on this machine: make station DATA=~/scans PORT=8347
# The same for other machines too: make station LISTEN=0.0.0.0
DATA ?= $(HOME)/.local/share/recto
PORT ?= 8347
LISTEN ?= 127.0.0.1
STATION = .build/release/recto-station
station: export RECTO_WORKSPACE = 1
station: station-packages web-engine
	@echo "build: recto-station, release"
	.ci/optimized --product recto-station
	$(STATION) --data $(DATA) --port $(PORT) --listen $(LISTEN) --demo

# Its rules, store and routes, and its pages in a browser whose camera plays videos; screenshots go to out/browser.
station-test: release
	@.ci/install $(BROWSER_PACKAGES)
	@echo "test: station"
	.ci/test release --filter '^Station'
	@echo "test: station, browser"
	Station/Tests/Browser/run

# The engine for browsers: the package, and a page that scans, for any file server.
web: web-engine
	@echo "web: the page is in out/web/site; python3 -m http.server --directory out/web/site serves it"

# Only the package, which the station serves too.
web-engine:
	@.ci/install binaryen
	@.ci/web-build wasm out/web/wasm
	@.ci/web-site out/web/wasm/recto.wasm out/web

# The same compared with the native library, and the page in a browser.
web-test: release
	@.ci/install $(WEB_PACKAGES) $(BROWSER_PACKAGES)
	.ci/web

# The station's requirements that tests assert, and those without a test.
requirements:
	@Station/Tests/Requirements/table

# Memory-critical tests in debug code with AddressSanitizer.
sanitize: test-packages station-packages
	@echo "test: debug, AddressSanitizer"
	.ci/build memory
	.ci/sanitize

# The concurrent tests of capture, documents and files, with ThreadSanitizer.
threads: test-packages station-packages
	@echo "test: debug, ThreadSanitizer"
	.ci/threads RectoCaptureTests.StreamTests RectoCaptureTests.CancellationTests RectoCaptureTests.CameraFaultTests \
		RectoTests.DocumentWriterTests RectoCodecsTests.AtomicFileTests

docs: release
	@echo "docs: Recto"
	@.ci/docs out/docs

lint:
	@echo "lint: format of the sources"
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Station/Sources Station/Tests \
		Benchmarks/Package.swift Benchmarks/Allocations Benchmarks/Cases Benchmarks/Eval Benchmarks/Rivals/Times
	@.ci/layers
	@.ci/tests-of --check
	@Station/Tests/Requirements/table --check
	@Station/Tests/Requirements/asvs
	@Station/Tests/Texts/check
	@python3 Station/Tests/Requirements/table_tests.py --quiet
	@grep -qF "\"version\": \"$$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/Recto/Version.swift)\"" Web/recto/package.json || \
		{ echo "error: Web/recto/package.json has another version than Sources/Recto/Version.swift" >&2; exit 1; }

# All benchmarks, or those with FILTER in their names: make bench FILTER=warp
bench: bench-packages
	@Benchmarks/bench '$(FILTER)'

rivals: bench-packages
	@Benchmarks/Rivals/run

# QR codes on generated pictures, compared with other readers.
qr-report: bench-packages
	@Benchmarks/Codes/run

# Instruction counts of defined tasks, which are exact even on a busy machine.
guard: release
	@.ci/install valgrind
	.ci/instructions $(RECTO)

# Accuracy on the evaluation data, with its regression limits.
eval: release
	@Benchmarks/Eval/run

streams: run-packages
	@Benchmarks/streams

# Measurements that take minutes to hours: make reports REPORTS='capture fusion'
reports: test-packages station-packages
	@.ci/install $(REPORT_PACKAGES)
	@Benchmarks/reports $(REPORTS)

# The accuracy of suggested details on generated letters.
letters: release
	@REGENERATE=1 .ci/test release --filter ProposalAccuracyTests

# Rewrites all generated tables, with today's dates. Rivals are compared with the figures of eval.
results: export RENEW_DATES = 1
results:
	@$(MAKE) --no-print-directory eval
	@$(MAKE) --no-print-directory rivals
	@$(MAKE) --no-print-directory streams
	@$(MAKE) --no-print-directory qr-report
	@$(MAKE) --no-print-directory letters
	@$(MAKE) --no-print-directory reports

# Links in documents, the index of the vector operations, and spelling.
.PHONY: links
lint: links words
links:
	@.ci/vector-index --check
	@.ci/links
	@.ci/package-files

words:
	@.ci/words
	@python3 .ci/spelling/words_tests.py --quiet

# README, docs and, if `make docs` has run, the reference of the library, as one searchable site in out/site.
site:
	@.ci/site

# PHOTOS with every filter, for inspection: make sheets PHOTOS='a.jpg b.jpg'
sheets: bench-packages
	@Benchmarks/Sheets/run $(or $(PHOTOS),TestImages/*.jpg)

# The installation folders of make install; DESTDIR is prepended.
PREFIX ?= /usr/local
LINKED = out/link

# The program and the library for C, with a static Swift runtime.
link: run-packages
	@.ci/link $(LINKED)
	@.ci/optimized --product generate-manual >/dev/null

install: link
	@.ci/install-files add $(LINKED) $(PREFIX) $(DESTDIR)

uninstall:
	@.ci/install-files remove $(LINKED) $(PREFIX) $(DESTDIR)

# The Debian packages of the program, the libraries, the scan station and GStreamer's element: docs/packages.md
deb: export RECTO_WORKSPACE = 1
deb: link station-packages
	@.ci/install $(DEB_PACKAGES) $(GSTREAMER_PACKAGES) binaryen
	@.ci/web-build wasm out/web/wasm
	@.ci/link $(LINKED) station
	@.ci/deb $(LINKED) out

# A container image of the scan station, with the Debian packages of OTHERS: docs/packages.md
container: deb
	@.ci/install $(CONTAINER_PACKAGES)
	@.ci/container out $(OTHERS)

# The Python package, including the library and its dependencies: pip install out/recto-*.whl
wheel: run-packages
	@.ci/install $(PYTHON_PACKAGES)
	@.ci/wheel out

# The same in a fresh environment, with type checks and tests: make python-test ARGUMENTS='-k codes'
python-test: run-packages
	@.ci/install $(PYTHON_PACKAGES) tesseract-ocr-eng
	@.ci/optimized --product recto
	@.ci/python $(ARGUMENTS)

# The GStreamer element and its tests: docs/gstreamer.md
gstreamer: link
	@.ci/install $(GSTREAMER_PACKAGES)
	@.ci/gstreamer $(LINKED) out/gstreamer

# Kills programs and sessions at random moments, 200 times in all; each change runs a few of these.
CRASHES ?= 67
crash: release
	.ci/crash $(RECTO) $(CRASHES)
	RECTO_CRASHES=$(CRASHES) .ci/test release --filter DraftCrashTests

# The parts of aarch64 that can be tested here: it is compiled, and some of it runs under QEMU.
aarch64:
	@.ci/install $(CROSS_PACKAGES)
	@.ci/aarch64 --run

# Fuzzes entry points of the library with libFuzzer and AddressSanitizer: make fuzz SECONDS=1200 TARGETS=picture
SECONDS ?= 20
fuzz: run-packages
	Tests/Fuzz/run $(SECONDS) $(TARGETS)

# Passes 100,000 frames through the library for C to detect leaks. `make test` passes a few thousand.
stress: release
	.build/release/Stress

# Installs everything and uses it; then under valgrind, as a dependency, and in a fresh Debian.
packaging: release
	@.ci/install $(PACKAGING_PACKAGES) $(DEBIAN_PACKAGES) $(CONTAINER_PACKAGES) $(CONTAINER_TEST_PACKAGES) $(GSTREAMER_PACKAGES) binaryen valgrind libjpeg-turbo-progs
	@.ci/packaging
	@.ci/packaging-nightly

# Checks that take too long for each change; docs/testing.md lists them.
nightly: nightly-packages
	@.ci/nightly

run-packages:
	@.ci/has-swift
	@.ci/install $(RUN_PACKAGES)

test-packages:
	@.ci/install $(TEST_PACKAGES)

# The requirements of .ci/run.
check-packages:
	@.ci/install $(TEST_PACKAGES) $(STATION_PACKAGES) $(BROWSER_PACKAGES) $(PACKAGING_PACKAGES) $(CROSS_PACKAGES) $(WEB_PACKAGES) $(PYTHON_PACKAGES) $(GSTREAMER_PACKAGES) valgrind

nightly-packages:
	@.ci/install $(TEST_PACKAGES) $(STATION_PACKAGES) $(BROWSER_PACKAGES) $(PACKAGING_PACKAGES) $(CROSS_PACKAGES) $(WEB_PACKAGES) $(PYTHON_PACKAGES) $(GSTREAMER_PACKAGES) valgrind \
		$(DEBIAN_PACKAGES) $(CONTAINER_PACKAGES) $(CONTAINER_TEST_PACKAGES) libjpeg-turbo-progs

station-packages:
	@.ci/install $(STATION_PACKAGES)

bench-packages:
	@.ci/install $(BENCH_PACKAGES)

clean:
	rm -rf .build out Tests/Fuzz/.build Benchmarks/.build Benchmarks/.venv Benchmarks/.rivals Benchmarks/.codes
