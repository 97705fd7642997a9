// swift-tools-version: 6.3
import PackageDescription

// Apart from the library's package: all of this is built with libFuzzer's coverage. See `run`.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "recto", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            // Recto: for the station's StoredText.swift, a link to the file itself, since nothing else of the station is needed.
            dependencies: [.product(name: "FuzzTargets", package: "recto"), .product(name: "Recto", package: "recto")],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
