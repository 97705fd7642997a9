# Recto. `make run` scans the pictures of TestImages, `make test` passes every test; both install what they need.

RUN_PACKAGES = git pkg-config libc6-dev libpng-dev libturbojpeg0-dev libjpeg-dev libtiff-dev libexif-dev libdeflate-dev libzbar-dev
TEST_PACKAGES = $(RUN_PACKAGES) binutils libfreetype-dev fonts-liberation fonts-dejavu-core qpdf poppler-utils

BENCH_PACKAGES = $(RUN_PACKAGES) libfreetype-dev fonts-liberation fonts-dejavu-core

RECTO = .build/release/recto

.PHONY: run test lint docs bench rivals clean run-packages test-packages bench-packages

run: run-packages
	@echo "build: recto, release"
	swift build -c release --product recto
	@mkdir -p out
	$(RECTO) scan TestImages/*.jpg -o out/demo.pdf
	@echo "run: the pages are in out/demo.pdf"

test: test-packages lint
	@echo "test: debug"
	swift build --build-tests
	swift test --skip-build
	@echo "test: release"
	swift build -c release --build-tests -Xswiftc -enable-testing
	swift test -c release --skip-build -Xswiftc -enable-testing
	@echo "test: vector code of the release program"
	.ci/check-isa $(RECTO)

lint:
	@echo "lint: format of the sources"
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

# All of it, or what has FILTER in its name: make bench FILTER=warp
bench: bench-packages
	@Benchmarks/bench '$(FILTER)'

rivals: bench-packages
	@python3 -c 'import ensurepip, venv' 2>/dev/null || .ci/install python3-venv
	@Benchmarks/Rivals/run

run-packages:
	@.ci/install $(RUN_PACKAGES)

test-packages:
	@.ci/install $(TEST_PACKAGES)

bench-packages:
	@.ci/install $(BENCH_PACKAGES)

clean:
	rm -rf .build out
