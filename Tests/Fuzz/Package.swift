// swift-tools-version: 6.3
import PackageDescription

// Apart from the library's package: all of this is built with libFuzzer's coverage. See `run`.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "recto", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [.product(name: "FuzzTargets", package: "recto")],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
