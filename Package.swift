// swift-tools-version: 6.3
import PackageDescription

/// Upcoming language features that every Swift target of the package is written for.
let language: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "recto",
    products: [
        .library(
            name: "Recto",
            targets: [
                "Recto", "RectoAnchors", "RectoCapture", "RectoBarcode", "RectoOnboarding", "RectoCodecs",
                "RectoVision", "RectoKernels", "RectoCore",
            ]),
        // For programs in C and whatever calls it: see recto.h.
        .library(name: "RectoC", type: .dynamic, targets: ["RectoC"]),
        .executable(name: "recto", targets: ["RectoCLI"]),
        .library(name: "RectoPictures", targets: ["RectoPictures"]),
        .executable(name: "recto-pictures", targets: ["RectoPicturesCLI"]),
        // For programs that count how often they ask for memory.
        .library(name: "CAllocations", targets: ["CAllocations"]),
        // For the station's tests.
        .library(name: "TestSupport", targets: ["TestSupport"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),

        // The engine, from the bottom up.
        .target(name: "CVector"),
        .target(name: "RectoCore", swiftSettings: language),
        .target(name: "RectoKernels", dependencies: ["CVector"], swiftSettings: language),
        .target(name: "RectoVision", dependencies: ["RectoCore", "RectoKernels"], swiftSettings: language),
        .target(name: "CCodecShims", dependencies: ["CPNG", "CTurboJPEG", "CTIFF"]),
        .target(
            name: "RectoCodecs", dependencies: ["RectoCore", "CCodecShims", "CDeflate", "CExif"],
            swiftSettings: language),
        .target(
            name: "RectoBarcode", dependencies: ["RectoCore", "RectoKernels", "CZBar"],
            swiftSettings: language),
        .target(name: "CVideo4Linux"),
        .target(
            name: "RectoCapture", dependencies: ["RectoCore", "RectoCodecs", "CVideo4Linux"], swiftSettings: language),
        .target(name: "RectoOnboarding", dependencies: ["RectoCore"], swiftSettings: language),
        .target(
            name: "RectoAnchors", dependencies: ["RectoCore", "RectoKernels", "RectoVision"], swiftSettings: language),
        .target(
            name: "Recto", dependencies: ["RectoCore", "RectoVision", "RectoCodecs", "RectoCapture"],
            swiftSettings: language),
        .target(name: "CRecto", exclude: ["recto.pc.in"]),
        .target(
            name: "RectoC",
            dependencies: [
                "CRecto", "Recto", "RectoAnchors", "RectoBarcode", "RectoCapture", "RectoCodecs", "RectoCore",
                "RectoVision",
            ],
            swiftSettings: language),
        // For programs alone: a library must not put its own allocation in the place of others'.
        .target(name: "CAllocations"),
        .executableTarget(
            name: "RectoCLI",
            dependencies: [
                "CAllocations", "Recto", "RectoAnchors", "RectoBarcode", "RectoCapture", "RectoCodecs", "RectoCore",
                "RectoKernels", "RectoOnboarding", "RectoVision", argumentParser,
            ],
            exclude: ["recto-watch.service", "70-recto.rules"], swiftSettings: language),

        // The seeded generator of test pictures: no part of the engine.
        .target(
            name: "RectoPictures", dependencies: ["RectoCore", "RectoCodecs", "CFreeType"], swiftSettings: language),
        .executableTarget(
            name: "RectoPicturesCLI", dependencies: ["RectoPictures", argumentParser], swiftSettings: language),

        // Works out the numbers that the page detector ships.
        .executableTarget(
            name: "RectoTraining",
            dependencies: [
                "RectoPictures", "RectoAnchors", "RectoCodecs", "RectoVision", "RectoKernels", "RectoCore",
                argumentParser,
            ],
            swiftSettings: language),

        // Tests.
        .target(name: "TestSupport", dependencies: ["RectoCore"], path: "Tests/TestSupport", swiftSettings: language),
        .testTarget(name: "RectoCoreTests", dependencies: ["RectoCore", "TestSupport"], swiftSettings: language),
        .testTarget(name: "RectoKernelsTests", dependencies: ["RectoKernels", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "RectoVisionTests",
            dependencies: [
                "RectoVision", "RectoKernels", "RectoCore", "RectoCodecs", "RectoPictures", "TestSupport",
                "CAllocations",
            ],
            swiftSettings: language),
        .testTarget(
            name: "RectoCodecsTests",
            dependencies: ["RectoCodecs", "RectoCore", "CDeflate", "CTIFF", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "RectoBarcodeTests",
            dependencies: [
                "RectoBarcode", "RectoKernels", "RectoCodecs", "RectoCore", "RectoPictures", "TestSupport",
                "CAllocations", "CodeFuzz",
            ],
            swiftSettings: language),
        .executableTarget(
            name: "Stress",
            dependencies: ["RectoC", "CRecto", "RectoPictures", "RectoCodecs", "RectoCore"], path: "Tests/Stress",
            swiftSettings: language),
        .testTarget(
            name: "RectoTests",
            dependencies: [
                "Stress", "Recto", "RectoC", "CRecto", "RectoCLI", "RectoCapture", "RectoCodecs", "RectoCore",
                "RectoKernels",
                "RectoPictures", "RectoVision", "TestSupport", "CAllocations",
            ],
            swiftSettings: language),
        .executableTarget(
            name: "CaptureProbe", dependencies: ["RectoCapture", "RectoCore"], path: "Tests/CaptureProbe",
            swiftSettings: language),
        .testTarget(
            name: "RectoCaptureTests",
            dependencies: ["RectoCapture", "RectoCodecs", "RectoCore", "CaptureProbe", "RectoCLI", "TestSupport"],
            swiftSettings: language),
        .executableTarget(
            name: "CodeFuzz", dependencies: ["RectoBarcode", "RectoCore", "TestSupport"], path: "Tests/CodeFuzz",
            swiftSettings: language),
        .executableTarget(
            name: "OnboardingFuzz", dependencies: ["RectoOnboarding", "RectoCore", "TestSupport"],
            path: "Tests/OnboardingFuzz", swiftSettings: language),
        .testTarget(
            name: "RectoOnboardingTests",
            dependencies: ["RectoOnboarding", "OnboardingFuzz", "RectoCore", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "RectoAnchorsTests",
            dependencies: [
                "RectoAnchors", "RectoKernels", "RectoVision", "RectoCodecs", "RectoCore", "RectoPictures",
                "TestSupport", "CAllocations",
            ],
            swiftSettings: language),
        .testTarget(name: "RectoPicturesTests", dependencies: ["RectoPictures"], swiftSettings: language),
    ],
    swiftLanguageModes: [.v6]
)
