// swift-tools-version: 6.3
import PackageDescription

// A user's package that depends on a tagged version of the library in RECTO_REPOSITORY: a clone tagged by
// .ci/packaging-nightly, since no version is tagged yet.
let package = Package(
    name: "dependent",
    dependencies: [.package(url: Context.environment["RECTO_REPOSITORY"] ?? "", from: "0.1.0")],
    targets: [.executableTarget(name: "Dependent", dependencies: [.product(name: "Recto", package: "recto")])]
)
