// swift-tools-version: 6.3
import PackageDescription

/// Upcoming language features for every Swift target of the package.
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
        // Text recognition. Its programs need libtesseract only to read pages.
        .library(name: "RectoText", targets: ["RectoText"]),
        // For C and languages that can call it; see recto.h.
        .library(name: "RectoC", type: .dynamic, targets: ["RectoC"]),
        .executable(name: "recto", targets: ["RectoCLI"]),
        .library(name: "RectoPictures", targets: ["RectoPictures"]),
        .executable(name: "recto-pictures", targets: ["RectoPicturesCLI"]),
        // For programs that count their allocations.
        .library(name: "CAllocations", targets: ["CAllocations"]),
        // For libFuzzer.
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
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
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),

        // The engine, from the bottom up.
        .target(name: "CVector"),
        .target(name: "RectoKernels", dependencies: ["CVector"], swiftSettings: language),
        .target(name: "RectoCore", dependencies: ["RectoKernels"], swiftSettings: language),
        .target(name: "CMemory"),
        .target(
            name: "RectoVision", dependencies: ["CMemory", "RectoCore", "RectoKernels"], swiftSettings: language),
        .target(name: "CCodecShims", dependencies: ["CPNG", "CTurboJPEG", "CTIFF"]),
        .target(
            name: "RectoCodecs", dependencies: ["RectoCore", "CCodecShims", "CDeflate", "CExif"],
            swiftSettings: language),
        // Opens libzbar at run time.
        .target(name: "CZBar"),
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
            name: "Recto", dependencies: ["RectoBarcode", "RectoCapture", "RectoCodecs", "RectoCore", "RectoVision"],
            swiftSettings: language),
        // Loads libtesseract at run time; its header is needed to build.
        .target(name: "CTesseract"),
        .target(
            name: "RectoText", dependencies: ["CTesseract", "Recto", "RectoCodecs", "RectoCore", "RectoVision"],
            swiftSettings: language),
        .target(name: "CRecto", exclude: ["recto.pc.in"]),
        .target(
            name: "RectoC",
            dependencies: [
                "CRecto", "Recto", "RectoAnchors", "RectoBarcode", "RectoCapture", "RectoCodecs", "RectoCore",
                "RectoOnboarding", "RectoText", "RectoVision",
            ],
            swiftSettings: language),
        .target(name: "CTerminal"),
        // Loads libdmtx at run time.
        .target(name: "CDataMatrix"),
        // Only for programs: a library must not replace the allocator of others.
        .target(name: "CAllocations"),
        .executableTarget(
            name: "RectoCLI",
            dependencies: [
                "CAllocations", "CDataMatrix", "CTerminal", "Recto", "RectoAnchors", "RectoBarcode", "RectoCapture",
                "RectoCodecs", "RectoCore", "RectoKernels", "RectoOnboarding", "RectoText", "RectoVision",
                argumentParser,
            ],
            exclude: ["recto-watch.service", "70-recto.rules"],
            resources: [.embedInCode("Schema/output.schema.json")], swiftSettings: language),

        // The seeded generator of test pictures; not part of the engine.
        .target(name: "RectoSymbols", swiftSettings: language),
        .target(
            name: "RectoPictures", dependencies: ["RectoCore", "RectoCodecs", "RectoSymbols", "CFreeType"],
            swiftSettings: language),
        .executableTarget(
            name: "RectoPicturesCLI", dependencies: ["RectoPictures", argumentParser], swiftSettings: language),

        // Trains the page detector's parameters.
        .executableTarget(
            name: "RectoTraining",
            dependencies: [
                "RectoPictures", "RectoAnchors", "RectoCodecs", "RectoVision", "RectoKernels", "RectoCore",
                argumentParser,
            ],
            swiftSettings: language),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["RectoCore", "RectoSymbols"], path: "Tests/TestSupport",
            swiftSettings: language),
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
        .testTarget(
            name: "RectoTextTests",
            dependencies: [
                "RectoText", "Recto", "RectoCodecs", "RectoCore", "RectoPictures", "RectoVision", "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "RectoPicturesTests", dependencies: ["RectoPictures", "RectoSymbols"], swiftSettings: language),
        .target(name: "CMemoryFile", path: "Tests/CMemoryFile"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CMemoryFile", "Recto", "RectoAnchors", "RectoBarcode", "RectoCapture", "RectoCodecs", "RectoCore",
                "RectoKernels", "RectoOnboarding", "RectoSymbols", "RectoText", "RectoVision",
            ],
            path: "Tests/FuzzTargets", swiftSettings: language),
        .testTarget(
            name: "RectoFuzzTests", dependencies: ["FuzzTargets", "TestSupport"], swiftSettings: language),
    ],
    swiftLanguageModes: [.v6]
)

// The scan station and the evaluation are built and tested with the engine, which is compiled once for all three.
// They are only included if RECTO_WORKSPACE is set, as in the Makefile, so that packages that use the engine do not
// get their dependencies. RECTO_WORKSPACE=engine adds these dependencies but not the targets, so that
// Package.resolved does not change. RECTO_WORKSPACE=memory also omits tests and programs that .ci/sanitize never
// runs, whose compilation takes about a quarter of that build.
let workspace = Context.environment["RECTO_WORKSPACE"]

if workspace != nil {
    package.dependencies += [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ]
}
if let workspace, !["engine", "memory"].contains(workspace) {
    package.products += [
        .executable(name: "recto-station", targets: ["StationCLI"]),
        .executable(name: "recto-eval", targets: ["RectoEval"]),
    ]
    package.targets += station + evaluation
}
if workspace == "memory" {
    let others = [
        "RectoVisionTests", "RectoAnchorsTests", "RectoTextTests", "RectoPicturesTests", "RectoPicturesCLI",
        "RectoTraining",
    ]
    package.products.removeAll { $0.name == "recto-pictures" }
    package.targets.removeAll { others.contains($0.name) }
}

// RECTO_TESTS=RectoVisionTests,RectoTests omits all other tests, so that nothing is compiled for them.
if let tests = Context.environment["RECTO_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

/// The targets of the library `Recto`.
var engine: [Target.Dependency] {
    [
        "Recto", "RectoAnchors", "RectoCapture", "RectoBarcode", "RectoOnboarding", "RectoCodecs", "RectoVision",
        "RectoKernels", "RectoCore",
    ]
}

/// The engine's consumers see only its public declarations, like other packages: they share `package` declarations
/// only with each other, for which SwiftPM has no setting. Packages that depend on the engine never get these
/// targets.
func consumer(_ package: String) -> [SwiftSetting] { language + [.unsafeFlags(["-package-name", package])] }

var station: [Target] {
    let settings = consumer("recto_station")
    let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
    func target(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .target(
            name: name, dependencies: dependencies, path: "Station/Sources/\(name)", packageAccess: false,
            swiftSettings: settings)
    }
    // Whole-module compilation would use a single thread for minutes: the server's tests take longest to compile.
    let sharedFiles = ["-no-whole-module-optimization", "-enable-batch-mode"]
    /// - Parameter isQuick: Whether its tests are so quick that optimizing them would take longer.
    func tests(
        _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], isQuick: Bool = true
    ) -> Target {
        .testTarget(
            name: name, dependencies: ["TestSupport"] + dependencies, path: "Station/Tests/\(name)",
            exclude: exclude, packageAccess: false,
            swiftSettings: settings + [.unsafeFlags(sharedFiles + (isQuick ? ["-Onone"] : []))])
    }
    return [
        .systemLibrary(
            name: "CQREncode", path: "Station/Sources/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Station/Sources/COpenSSL", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]),
        // In dependency order: rules, texts and ordering; charts; documents and pictures; HTML; HTTP; the program.
        // Below them is sign-in: its cryptography and permissions, without HTTP, store or clock.
        target("StationIdentity", ["COpenSSL"]),
        target("StationRules", ["RectoAnchors", "RectoCore", "RectoVision", "StationIdentity"]),
        target("StationCharts", ["StationRules"]),
        target(
            "StationStore",
            [
                "COpenSSL", "Recto", "RectoCodecs", "RectoCore", "RectoVision", "StationIdentity", "StationRules",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        target(
            "StationViews",
            [
                "CQREncode", "RectoCore", "StationCharts", "StationRules",
                .product(name: "Mustache", package: "swift-mustache"),
            ]),
        target(
            "StationServer",
            [
                "CDeflate", "Recto", "RectoAnchors", "RectoBarcode", "RectoCapture", "RectoCodecs", "RectoCore",
                "RectoOnboarding",
                "RectoPictures", "RectoText", "RectoVision", "StationCharts", "StationIdentity", "StationRules",
                "StationStore", "StationViews", hummingbird,
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        .executableTarget(
            name: "StationCLI",
            dependencies: ["Recto", "StationRules", "StationServer", "StationStore", "StationViews", argumentParser],
            path: "Station/Sources/StationCLI", packageAccess: false, swiftSettings: settings),

        tests("StationRulesTests", ["RectoAnchors", "RectoCore", "RectoVision", "StationIdentity", "StationRules"]),
        // An authenticator for passkey tests.
        .target(
            name: "Authenticator", dependencies: ["COpenSSL", "StationIdentity"], path: "Station/Tests/Authenticator",
            packageAccess: false, swiftSettings: settings),
        tests("StationIdentityTests", ["Authenticator", "StationIdentity", "COpenSSL"]),
        tests("StationChartsTests", ["StationCharts", "StationRules"], exclude: ["Golden"]),
        // Kills a process at random moments during each kind of library change.
        .executableTarget(
            name: "LibraryCrash",
            dependencies: [
                "Recto", "RectoCore", "RectoVision", "StationIdentity", "StationStore", "StationRules", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Station/Tests/LibraryCrash", packageAccess: false, swiftSettings: settings),
        tests(
            "StationStoreTests",
            [
                "Recto", "RectoCore", "RectoVision", "StationIdentity", "StationStore", "StationRules", "LibraryCrash",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            "StationServerTests",
            [
                "Authenticator", "Recto", "RectoAnchors", "RectoBarcode", "RectoCapture", "RectoCodecs", "RectoCore",
                "RectoOnboarding", "RectoPictures", "RectoVision", "StationCharts", "StationCLI", "StationIdentity",
                "StationRules", "StationServer", "StationStore", "StationViews", hummingbird,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ], isQuick: false),
    ]
}

/// Accuracy on data with ground truth.
var evaluation: [Target] {
    let settings = consumer("recto_evaluation")
    return [
        .target(
            name: "Scores", dependencies: engine + ["RectoPictures"], path: "Benchmarks/Eval/Scores",
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "RectoEval", dependencies: engine + ["Scores", "RectoPictures", argumentParser],
            path: "Benchmarks/Eval/Command", packageAccess: false, swiftSettings: settings),
        .testTarget(
            name: "ScoresTests", dependencies: engine + ["Scores"], path: "Benchmarks/Eval/Tests",
            packageAccess: false, swiftSettings: settings),
    ]
}
