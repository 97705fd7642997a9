// swift-tools-version: 6.3
import PackageDescription

// Separate from the library's package: everything here is built with libFuzzer's coverage. See `run`.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "recto", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            // Recto is needed by the station's StoredText.swift, which is a symbolic link, since nothing else of the
            // station is needed.
            dependencies: [.product(name: "FuzzTargets", package: "recto"), .product(name: "Recto", package: "recto")],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
