// swift-tools-version: 6.3
import PackageDescription

/// Upcoming language features, as in the measured package.
let language: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

let recto: Target.Dependency = .product(name: "Recto", package: "recto")

let package = Package(
    name: "recto-benchmarks",
    products: [
        .executable(name: "recto-rival-times", targets: ["RivalTimes"]),
        .executable(name: "recto-allocations", targets: ["Allocations"]),
    ],
    dependencies: [
        .package(name: "recto", path: ".."),
        // Without its allocation counters, which would slow it down.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // The measured cases.
        .target(
            name: "Cases", dependencies: [recto, .product(name: "RectoPictures", package: "recto")], path: "Cases",
            swiftSettings: language),
        // Measures every case; the benchmark plugin uses targets in folders of a folder `Benchmarks`.
        .executableTarget(
            name: "RectoBenchmarks",
            dependencies: ["Cases", recto, .product(name: "Benchmark", package: "benchmark")], path: "RectoBenchmarks",
            swiftSettings: language, plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        // Recto's side of the comparison with rivals.
        .executableTarget(
            name: "RivalTimes", dependencies: ["Cases", recto], path: "Rivals/Times", swiftSettings: language),
        // Counts the stages' allocations. Nested so that the benchmark plugin does not take it for a benchmark.
        .executableTarget(
            name: "Allocations", dependencies: ["Cases", .product(name: "CAllocations", package: "recto")],
            path: "Allocations/Count", swiftSettings: language),
    ],
    swiftLanguageModes: [.v6]
)
