// swift-tools-version: 6.3
import PackageDescription

// A package of somebody else's, which takes a tagged version of the library from RECTO_REPOSITORY: a clone that
// .ci/packaging-nightly tags, for no version is tagged yet.
let package = Package(
    name: "dependent",
    dependencies: [.package(url: Context.environment["RECTO_REPOSITORY"] ?? "", from: "0.1.0")],
    targets: [.executableTarget(name: "Dependent", dependencies: [.product(name: "Recto", package: "recto")])]
)
