// swift-tools-version: 6.3
import PackageDescription

/// Upcoming language features that every target of the package is written for.
let language: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

let engine: Target.Dependency = .product(name: "Recto", package: "recto")
let support: Target.Dependency = .product(name: "TestSupport", package: "recto")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")

/// The scan station, a consumer of the engine. A package of its own, so that whoever uses the engine gets none of these.
let package = Package(
    name: "recto-station",
    products: [.executable(name: "recto-station", targets: ["StationCLI"])],
    dependencies: [
        .package(name: "recto", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // From the bottom up: every rule, text and order; documents and pictures; HTML; HTTP; the program.
        .target(name: "StationRules", dependencies: [engine], swiftSettings: language),
        .target(
            name: "StationStore", dependencies: [engine, "COpenSSL", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: language),
        .target(
            name: "StationViews",
            dependencies: [
                engine, "CQREncode", "StationRules", .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: language),
        .target(
            name: "StationServer",
            dependencies: [
                engine, "StationRules", "StationStore", "StationViews", hummingbird,
                .product(name: "RectoPictures", package: "recto"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: language),
        .executableTarget(
            name: "StationCLI",
            dependencies: [
                engine, "StationRules", "StationServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: language),

        .testTarget(
            name: "StationRulesTests", dependencies: [engine, support, "StationRules"], swiftSettings: language),
        .testTarget(
            name: "StationStoreTests", dependencies: [engine, support, "StationStore"], swiftSettings: language),
        .testTarget(
            name: "StationServerTests",
            dependencies: [
                engine, support, "StationServer", "StationRules", "StationStore", "StationViews", hummingbird,
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: language),
    ],
    swiftLanguageModes: [.v6]
)
