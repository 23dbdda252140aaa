// swift-tools-version: 6.3

import Foundation
import PackageDescription

// The sources of another package. A source tarball holds them in Vendor, where packaging/dist puts them, and is built
// without a network.
func dependency(_ url: String, _ version: Version) -> Package.Dependency {
    let vendored = Context.packageDirectory + "/Vendor/" + url.split(separator: "/").suffix(1).joined()
    let isVendored = FileManager.default.fileExists(atPath: vendored)
    return isVendored ? .package(path: vendored) : .package(url: url, exact: version)
}

// The packages that only the service, the programs and the tests need: an application that links the library leaves the
// trait out, `traits: []`, and does not resolve them.
let service = TargetDependencyCondition.when(traits: ["Service"])

// Where the descriptions of libraries are that pkg-config reads.
let pkgConfigDirectories =
    (Context.environment["PKG_CONFIG_PATH"] ?? "").split(separator: ":").map(String.init)
    + ["aarch64-linux-gnu/", "riscv64-linux-gnu/", "x86_64-linux-gnu/", ""].map { "/usr/lib/\($0)pkgconfig" }
    + ["/usr/lib64/pkgconfig", "/usr/share/pkgconfig"]

// Products of other packages, by the names that dependencies are listed with here.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: service)
let grdb = Target.Dependency.product(
    name: "GRDB", package: "GRDB.swift", condition: service)
let sqlite = Target.Dependency.product(
    name: "GRDBSQLite", package: "GRDB.swift", condition: service)
let logging = Target.Dependency.product(
    name: "Logging", package: "swift-log", condition: service)
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
    name: "typecase",
    products: [
        .library(name: "Typecase", targets: ["Typecase"]),
        .library(name: "TypecaseFoundation", targets: ["TypecaseFoundation"]),
        .executable(name: "typecased", targets: ["typecased"]),
        .executable(name: "typecase", targets: ["typecase"]),
        .executable(name: "typecase-inspect", targets: ["typecase-inspect"]),
        .executable(name: "typecase-convert", targets: ["typecase-convert"]),
        .executable(name: "typecase-fetch", targets: ["typecase-fetch"]),
        .executable(name: "typecase-packages", targets: ["typecase-packages"]),
    ],
    traits: [
        .default(enabledTraits: ["Service"]),
        .trait(name: "Service", description: "The font service and its programs, beside the client library."),
    ],
    dependencies: [
        // GRDB has no Linux continuous integration of its own: the exact version is the one tested here.
        dependency("https://github.com/groue/GRDB.swift", "7.10.0"),
        dependency("https://github.com/apple/swift-argument-parser", "1.8.2"),
        dependency("https://github.com/apple/swift-log", "1.16.2"),
        dependency("https://github.com/apple/swift-system", "1.8.1"),
    ],
    targets: [
        // One C library each. CLinux, CSwiftRuntime, CTextFaces and CWOFF2 have source files: what
        // they wrap cannot be said in a header.
        .target(name: "CLinux"),
        .target(name: "CSwiftRuntime"),
        .target(name: "CWOFF2", linkerSettings: [.linkedLibrary("woff2dec")]),
        .target(name: "CTextFaces", dependencies: ["CCairo", "CFreeType", "CPango"]),
        .systemLibrary(name: "CAppStream", pkgConfig: "appstream", providers: [.apt(["libappstream-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo-ft", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pango", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // Values, with no dependency.
        .target(name: "FontModel"),
        .target(name: "DynamicType"),

        // Bindings: C pointers and file descriptors stay inside.
        .target(name: "LinuxSystem", dependencies: ["CLinux", "CNettle", "CSwiftRuntime", "FontModel", system]),
        .target(name: "EventLoop", dependencies: ["CLinux", "LinuxSystem", system]),
        .target(name: "DBus", dependencies: ["CDBus", "EventLoop", "LinuxSystem", system]),
        .target(name: "SecretService", dependencies: ["DBus", "LinuxSystem"]),
        .target(name: "Localization", dependencies: ["CLinux", "FontModel"]),
        .target(name: "Systemd", dependencies: ["CLinux", "LinuxSystem", logging]),
        .target(
            name: "Fontconfig",
            dependencies: ["CFontconfig", "CFreeType", "CLinux", "FontModel", "LinuxSystem", system]),
        .target(name: "ApplicationFonts", dependencies: ["CFontconfig", "CFreeType", "FontModel", "LinuxSystem"]),
        .target(name: "HarfBuzz", dependencies: ["CHarfBuzz", "LinuxSystem"]),
        .target(name: "Archives", dependencies: ["CArchive", "FontModel", "InspectionProtocol"]),
        .target(name: "IconPictures", dependencies: ["CPNG", "InspectionProtocol"]),
        .target(name: "Gunzip", dependencies: ["CZlib"]),
        .target(name: "WebFonts", dependencies: ["CWOFF2", "CZlib", "FontModel"]),
        .target(name: "CallerIdentity", dependencies: ["CLinux", "FontModel", "LinuxSystem", system]),
        .target(name: "PositionedJSON"),
        .target(name: "Scheduling"),
        .target(name: "WorkerProtocol"),
        .target(
            name: "WorkerClient", dependencies: ["CLinux", "FontModel", "LinuxSystem", "WorkerProtocol", system]),
        .target(name: "PackageCatalogs", dependencies: ["CAppStream", "FontModel"]),
        .target(
            name: "ProviderManifests", dependencies: ["CLinux", "FontModel", "LinuxSystem", "PositionedJSON", system]),
        .target(
            name: "Policy", dependencies: ["FetchProtocol", "FontModel", "LinuxSystem", "PositionedJSON", system]),
        .target(
            name: "ProviderInstallations",
            dependencies: ["CallerIdentity", "FontModel", "LinuxSystem", "ProviderManifests", system]),
        .target(name: "SFNT", dependencies: ["FontModel", "InspectionProtocol"]),
        .target(name: "BusInterface", dependencies: ["DBus", "FontModel", "LinuxSystem", "Localization"]),

        // The sandboxed parser: what both sides say, the daemon's side, the worker's side.
        .target(name: "InspectionProtocol", dependencies: ["FontModel", "WorkerProtocol"]),
        .target(
            name: "InspectionClient",
            dependencies: [
                "CLinux", "FontModel", "InspectionProtocol", "LinuxSystem", "Scheduling", "WorkerClient",
                "WorkerProtocol", system,
            ]),
        // The processes of workers and their confinement, whatever they do.
        .target(
            name: "SandboxedWorker",
            dependencies: [
                "CLinux", "CSeccomp", "FontModel", "InspectionProtocol", "LinuxSystem", "RenderingProtocol",
                "WorkerProtocol", system,
            ]),
        .target(
            name: "InspectionWorker",
            dependencies: [
                "CLinux", "Fontconfig", "FontModel", "Gunzip", "HarfBuzz", "InspectionProtocol", "LinuxSystem",
                "SandboxedWorker", "SFNT", system,
            ]),
        // What draws, unpacks and expands is a program of its own: each library of a program costs every fork of it.
        .target(
            name: "ConversionWorker",
            dependencies: [
                "Archives", "CLinux", "Fontconfig", "FontModel", "IconPictures", "InspectionProtocol", "LinuxSystem",
                "RenderingProtocol", "RenderingWorker", "SandboxedWorker", "SFNT", "WebFonts", "WorkerProtocol", system,
            ]),

        // The drawing worker: what both sides say, the daemon's side, the worker's side.
        .target(name: "RenderingProtocol", dependencies: ["FontModel", "InspectionProtocol", "WorkerProtocol"]),
        .target(
            name: "RenderingClient",
            dependencies: [
                "FontModel", "InspectionClient", "InspectionProtocol", "LinuxSystem", "RenderingProtocol",
                "WorkerProtocol",
            ]),
        .target(
            name: "RenderingWorker",
            dependencies: [
                "CCairo", "CPango", "CTextFaces", "CZlib", "Fontconfig", "FontModel", "LinuxSystem",
                "RenderingProtocol",
            ]),

        // The downloader: what both sides say, the daemon's side, its own.
        .target(name: "FetchProtocol", dependencies: ["FontModel", "WorkerProtocol"]),
        .target(
            name: "FetchClient",
            dependencies: [
                "CLinux", "FetchProtocol", "FontModel", "LinuxSystem", "WorkerClient", "WorkerProtocol", system,
            ]),
        .target(
            name: "FetchWorker",
            dependencies: ["CCurl", "CLinux", "FetchProtocol", "FontModel", "LinuxSystem", "WorkerProtocol", system]),

        // The truth, the view of it that fontconfig scans, and the policy over both.
        .target(name: "Registry", dependencies: ["FontModel", "LinuxSystem", grdb, sqlite]),
        .target(name: "FontLibrary", dependencies: ["CLinux", "FontModel", "LinuxSystem", system]),
        .target(
            name: "AlternateIcons",
            dependencies: [
                "CLinux", "FontModel", "InspectionClient", "InspectionProtocol", "LinuxSystem", "ProviderManifests",
                system,
            ]),
        .target(
            name: "ProgramRefresh",
            dependencies: ["CLinux", "DBus", "EventLoop", "LinuxSystem", logging, system]),
        .target(
            name: "FontService",
            dependencies: [
                "DynamicType", "FetchClient", "FetchProtocol", "FontLibrary", "FontModel", "InspectionClient",
                "InspectionProtocol", "LinuxSystem", "Policy", "PositionedJSON", "ProviderInstallations",
                "ProviderManifests", "Registry", "RenderingClient", "RenderingProtocol", "Scheduling", "Systemd",
                "WorkerProtocol", logging, system,
            ]),

        // What applications link.
        .target(
            name: "Typecase",
            dependencies: [
                "ApplicationFonts", "BusInterface", "DBus", "DynamicType", "EventLoop", "FontModel", "LinuxSystem",
                "ProviderManifests", system,
            ]),
        // The same for those who have Foundation: its errors and its URLs.
        .target(name: "TypecaseFoundation", dependencies: ["BusInterface", "Localization", "Typecase", system]),

        // The edges: the bus, the command line.
        .target(
            name: "FontDaemon",
            dependencies: [
                "AlternateIcons", "BusInterface", "CallerIdentity", "CLinux", "DBus", "DynamicType", "EventLoop",
                "FetchClient", "FetchProtocol", "FontLibrary", "FontModel", "FontService", "InspectionClient",
                "InspectionProtocol", "LinuxSystem", "Policy", "ProgramRefresh", "ProviderInstallations",
                "ProviderManifests", "Registry", "RenderingClient", "RenderingProtocol", "SecretService", "Systemd",
                "WorkerClient", logging, system,
            ]),
        .target(
            name: "Commands",
            dependencies: [
                "AlternateIcons", "BusInterface", "CLinux", "DBus", "DynamicType", "EventLoop", "FontLibrary",
                "FontModel", "Fontconfig",
                "InspectionClient",
                "InspectionProtocol", "LinuxSystem", "Localization", "Policy", "PositionedJSON",
                "ProviderInstallations",
                "ProviderManifests", "SecretService",
                argumentParser, system,
            ]),
        .executableTarget(name: "typecased", dependencies: ["FontDaemon"]),
        .executableTarget(name: "typecase", dependencies: ["Commands"]),
        .executableTarget(name: "typecase-inspect", dependencies: ["InspectionWorker"]),
        .executableTarget(name: "typecase-convert", dependencies: ["ConversionWorker"]),
        .executableTarget(name: "typecase-fetch", dependencies: ["FetchWorker"]),
        .executableTarget(name: "typecase-packages", dependencies: ["PackageCatalogs"]),

        .executableTarget(name: "BusInterfaceGenerator", path: "Tools/BusInterfaceGenerator"),
        .executableTarget(
            name: "TypecaseBenchmarks",
            dependencies: [
                "BusInterface", "CLinux", "CPNG", "DBus", "EventLoop", "FontModel", "Fontconfig", "InspectionClient",
                "InspectionProtocol", "LinuxSystem", "Registry", "TestSupport", argumentParser, system,
            ],
            path: "Benchmarks/TypecaseBenchmarks"),
        .executableTarget(
            name: "ValidatorBenchmark",
            dependencies: [
                "FontModel", "InspectionClient", "InspectionProtocol", "LinuxSystem", "TestSupport", argumentParser,
                system,
            ],
            path: "Benchmarks/ValidatorBenchmark"),

        // What the fuzzers of Tests/Fuzz feed with bytes.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Archives", "DBus", "FetchProtocol", "Fontconfig", "FontModel", "InspectionProtocol", "LinuxSystem",
                "ProviderManifests", "RenderingProtocol", "RenderingWorker", "SFNT", "TestSupport", "WorkerProtocol",
            ],
            path: "Tests/Fuzz/FuzzTargets"),
        // What Tests/Fuzz/desktop feeds the libraries of the desktop with.
        .executableTarget(
            name: "ConcernMutants", dependencies: ["FontModel", "FuzzTargets"], path: "Tests/Fuzz/ConcernMutants"),
        .target(
            name: "TestSupport",
            dependencies: [
                "CArchive", "CLinux", "CSeccomp", "CZlib", "FontModel", "InspectionClient", "InspectionProtocol",
                "LinuxSystem", "WorkerProtocol", system,
            ]),

        // Becomes a program whose system calls a test counts.
        .executableTarget(
            name: "SupervisedProgram", linkerSettings: [.linkedLibrary("seccomp")]),

        .testTarget(name: "DynamicTypeTests", dependencies: ["DynamicType"]),
        .testTarget(name: "LinuxSystemTests", dependencies: ["CLinux", "LinuxSystem", "TestSupport", system]),
        .testTarget(
            name: "EventLoopTests", dependencies: ["CLinux", "EventLoop", "LinuxSystem", "TestSupport", system]),
        .testTarget(
            name: "DBusTests",
            dependencies: ["CDBus", "CLinux", "DBus", "EventLoop", "LinuxSystem", "TestSupport", system]),
        .testTarget(
            name: "SecretServiceTests",
            dependencies: ["DBus", "EventLoop", "LinuxSystem", "SecretService", "TestSupport"]),
        .testTarget(name: "LocalizationTests", dependencies: ["FontModel", "Localization", "TestSupport"]),
        .testTarget(name: "SystemdTests", dependencies: ["CLinux", "LinuxSystem", "Systemd", "TestSupport", logging]),
        .testTarget(
            name: "CallerIdentityTests",
            dependencies: ["CLinux", "CallerIdentity", "FontModel", "LinuxSystem", "TestSupport", system]),
        .testTarget(name: "PositionedJSONTests", dependencies: ["PositionedJSON"]),
        .testTarget(name: "SchedulingTests", dependencies: ["Scheduling"]),
        .testTarget(
            name: "ProviderManifestsTests",
            dependencies: ["FontModel", "LinuxSystem", "PositionedJSON", "ProviderManifests", "TestSupport", system]),
        .testTarget(
            name: "ProviderInstallationsTests",
            dependencies: [
                "CallerIdentity", "FontModel", "LinuxSystem", "ProviderInstallations", "TestSupport", system,
            ]),
        .testTarget(
            name: "FontconfigTests", dependencies: ["FontModel", "Fontconfig", "LinuxSystem", "TestSupport", system]),
        .testTarget(name: "HarfBuzzTests", dependencies: ["HarfBuzz", "TestSupport"]),
        .testTarget(name: "ArchivesTests", dependencies: ["Archives", "InspectionProtocol", "TestSupport"]),
        .testTarget(name: "IconPicturesTests", dependencies: ["IconPictures", "InspectionProtocol", "TestSupport"]),
        .testTarget(name: "GunzipTests", dependencies: ["Gunzip", "TestSupport"]),
        .testTarget(name: "WebFontsTests", dependencies: ["TestSupport", "WebFonts"]),
        .testTarget(name: "SFNTTests", dependencies: ["FontModel", "InspectionProtocol", "SFNT", "TestSupport"]),
        // A worker that misbehaves, for the tests of the supervisor.
        .executableTarget(
            name: "FaultyInspector",
            dependencies: [
                "ConversionWorker", "FontModel", "InspectionProtocol", "InspectionWorker", "LinuxSystem",
                "SandboxedWorker",
            ]),
        .testTarget(
            name: "InspectionWorkerTests",
            dependencies: [
                "CLinux", "FaultyInspector", "Fontconfig", "FontModel", "InspectionProtocol", "InspectionWorker",
                "LinuxSystem", "SandboxedWorker", "SFNT", "SupervisedProgram", "TestSupport", "typecase-convert",
                "typecase-inspect",
                "WorkerProtocol", system,
            ]),
        .testTarget(
            name: "TypecaseTests",
            dependencies: [
                "BusInterface", "CLinux", "DBus", "FontModel", "LinuxSystem", "TestSupport", "Typecase", system,
            ]),
        .testTarget(
            name: "TypecaseFoundationTests",
            dependencies: ["DynamicType", "FontModel", "Localization", "TestSupport", "Typecase", "TypecaseFoundation"]),
        .testTarget(name: "BusInterfaceTests", dependencies: ["BusInterface", "DBus", "LinuxSystem"]),
        .testTarget(name: "BusInterfaceGeneratorTests", dependencies: ["BusInterfaceGenerator"]),
        .testTarget(name: "WorkerProtocolTests", dependencies: ["WorkerProtocol"]),
        .testTarget(
            name: "InspectionProtocolTests",
            dependencies: ["FontModel", "InspectionProtocol", "TestSupport", "WorkerProtocol"]),
        .testTarget(
            name: "InspectionClientTests",
            dependencies: [
                "CLinux", "FontModel", "InspectionClient", "InspectionProtocol", "LinuxSystem", "TestSupport",
                "typecase-convert", "typecase-inspect", "WorkerProtocol", system,
            ]),
        .testTarget(
            name: "RenderingProtocolTests",
            dependencies: ["InspectionProtocol", "RenderingProtocol", "TestSupport", "WorkerProtocol"]),
        .testTarget(
            name: "RenderingClientTests",
            dependencies: [
                "FaultyInspector", "FontModel", "InspectionClient", "InspectionProtocol", "LinuxSystem",
                "RenderingClient",
                "RenderingProtocol",
                "TestSupport",
                "typecase-convert", "typecase-inspect", system,
            ]),
        .testTarget(name: "FetchProtocolTests", dependencies: ["FetchProtocol", "FontModel", "WorkerProtocol"]),
        .testTarget(
            name: "FetchWorkerTests",
            dependencies: [
                "CLinux", "FetchClient", "FetchProtocol", "FetchWorker", "FontModel",
                "LinuxSystem", "TestSupport", "typecase-fetch", "WorkerClient", "WorkerProtocol", system,
            ]),
        .testTarget(
            name: "AlternateIconsTests",
            dependencies: [
                "AlternateIcons", "CLinux", "FontModel", "InspectionClient", "InspectionProtocol", "LinuxSystem",
                "ProviderManifests", "TestSupport", "typecase-convert", "typecase-inspect",
            ]),
        .testTarget(
            name: "PackageCatalogsTests",
            dependencies: ["LinuxSystem", "PackageCatalogs", "TestSupport", "typecase-packages"]),
        .testTarget(
            name: "ProgramRefreshTests",
            dependencies: ["CLinux", "DBus", "EventLoop", "LinuxSystem", "ProgramRefresh", "TestSupport", logging]),
        .testTarget(name: "RegistryTests", dependencies: ["FontModel", "Registry", grdb]),
        .testTarget(
            name: "FontLibraryTests",
            dependencies: ["CLinux", "FontLibrary", "FontModel", "LinuxSystem", "TestSupport", system]),
        .testTarget(
            name: "FontServiceTests",
            dependencies: [
                "CLinux", "DynamicType", "FetchClient", "FetchProtocol", "FontLibrary", "FontModel", "FontService",
                "InspectionClient", "InspectionProtocol", "LinuxSystem", "Policy",
                "PositionedJSON", "ProviderInstallations", "ProviderManifests", "Registry", "Systemd", "TestSupport",
                logging,
            ]),
        .testTarget(
            name: "CommandsTests",
            dependencies: [
                "BusInterface", "CLinux", "Commands", "DBus", "EventLoop", "FontLibrary", "FontModel",
                "InspectionClient",
                "LinuxSystem", "Localization", "Policy", "SupervisedProgram", "TestSupport", "typecase",
                "typecase-convert", "typecase-inspect",
                argumentParser,
                system,
            ]),
        .testTarget(
            name: "FontDaemonTests",
            dependencies: [
                "BusInterface", "DBus", "DynamicType", "EventLoop", "FetchProtocol", "FontDaemon", "FontLibrary",
                "FontModel", "FontService", "InspectionClient", "LinuxSystem", "ProviderInstallations", "Registry",
                "SecretService", "Systemd", "TestSupport", "typecase-fetch", "typecase-convert", "typecase-inspect",
                logging,
            ]),
        // The examples in Swift, as the tests run them; Examples/swift is a package of its own.
        .executableTarget(
            name: "ExampleProvider", dependencies: ["Typecase"], path: "Examples/swift/Sources/ExampleProvider"),
        .executableTarget(
            name: "ExampleConsumer", dependencies: ["Typecase"], path: "Examples/swift/Sources/ExampleConsumer"),
        .executableTarget(
            name: "ExampleFontCache", dependencies: ["Typecase"], path: "Examples/swift/Sources/ExampleFontCache"),
        .executableTarget(
            name: "ExampleDesignKit", dependencies: ["Typecase"], path: "Examples/swift/Sources/ExampleDesignKit"),
        // An application that uses the client library, for the tests of what happens in its process.
        .executableTarget(
            name: "ClientProgram", dependencies: ["CFontconfig", "Typecase"]),
        // The same without the library, which its memory is compared with.
        .executableTarget(name: "ControlProgram", path: "Benchmarks/ControlProgram"),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "BusInterface", "CLinux", "ClientProgram", "DBus", "DynamicType", "EventLoop", "ExampleConsumer",
                "ExampleDesignKit", "ExampleFontCache", "ExampleProvider", "FaultyInspector", "FontModel",
                "LinuxSystem",
                "SupervisedProgram", "TestSupport", "Typecase", "typecase", "typecase-fetch", "typecase-convert",
                "typecase-inspect",
                "typecase-packages",
                "typecased", system,
            ]),
        .testTarget(name: "FuzzTargetsTests", dependencies: ["FontModel", "FuzzTargets", "TestSupport"]),
        .testTarget(
            name: "TestSupportTests",
            dependencies: ["FontModel", "LinuxSystem", "SupervisedProgram", "TestSupport", system]),
    ],
    swiftLanguageModes: [.v6]
)

// A target lies in a room of the sources or of the tests, such as Sources/Platform/DBus.
let rooms = ["Sources", "Tests"].flatMap { directory in
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/\(directory)")) ?? []
    return names.sorted().map { "\(directory)/\($0)" }
}
for target in package.targets where target.path == nil {
    target.path = rooms.map { "\($0)/\(target.name)" }.first { path in
        FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(path)")
    }
}

// Where development packages have put the library alone, packaging/swift-library has left out all else.
let isLibraryAlone = !FileManager.default.fileExists(atPath: Context.packageDirectory + "/Sources/Service/typecased")
if isLibraryAlone {
    package.targets = package.targets.filter { target in
        target.path.map { FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\($0)") } ?? false
    }
    package.products = [
        .library(name: "Typecase", targets: ["Typecase"]),
        .library(name: "TypecaseFoundation", targets: ["TypecaseFoundation"]),
    ]
    package.dependencies = [dependency("https://github.com/apple/swift-system", "1.8.1")]
}

// The settings window: where the development files of its toolkit are missing, everything else is built without it.
// TYPECASE_SETTINGS=0 leaves it out, and 1 asks for it wherever they are: SwiftPM keeps what it found when it read this file
// first, also where they are installed later.
let hasToolkit =
    Context.environment["TYPECASE_SETTINGS"].map { $0 != "0" }
    ?? pkgConfigDirectories.contains { FileManager.default.fileExists(atPath: "\($0)/libadwaita-1.pc") }
if hasToolkit, !isLibraryAlone {
    package.products.append(.executable(name: "typecase-settings", targets: ["typecase-settings"]))
    package.targets += [
        .systemLibrary(
            name: "CAdwaita", path: "Sources/C/CAdwaita", pkgConfig: "libadwaita-1",
            providers: [.apt(["libadwaita-1-dev"])]),
        .target(name: "Adwaita", dependencies: ["CAdwaita"], path: "Sources/Settings/Adwaita"),
        .target(
            name: "SettingsWindow",
            dependencies: [
                "Adwaita", "BusInterface", "CLinux", "DBus", "DynamicType", "EventLoop", "FontModel", "Fontconfig",
                "LinuxSystem", "Localization", "PositionedJSON",
                system,
            ],
            path: "Sources/Settings/SettingsWindow"),
        .executableTarget(
            name: "typecase-settings", dependencies: ["SettingsWindow"], path: "Sources/Settings/typecase-settings"),
        .testTarget(
            name: "SettingsWindowTests",
            dependencies: [
                "Adwaita", "BusInterface", "DBus", "FontModel", "Localization", "SettingsWindow", "TestSupport",
            ],
            path: "Tests/Settings/SettingsWindowTests"),
    ]
}

/// How a library is linked that programs in C use.
///
/// - Parameters:
///   - name: The name of the library.
///   - symbols: The script that lists what programs find in it, which is nothing of Swift.
/// - Returns: The settings.
func libraryForC(_ name: String, _ symbols: String) -> [LinkerSetting] {
    [
        // A library that is made otherwise has another number.
        .unsafeFlags([
            "-Xlinker", "--version-script=\(Context.packageDirectory)/\(symbols)", "-Xlinker",
            "-soname=lib\(name).so.0",
        ]),
        // SwiftPM links the runtime into programs alone, and no package holds it for the library.
        .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
    ]
}

// The widget whose letters show a video, likewise: TYPECASE_VIDEO_LABEL=0 leaves it out.
let hasVideo =
    Context.environment["TYPECASE_VIDEO_LABEL"].map { $0 != "0" }
    ?? ["gtk4", "gstreamer-app-1.0", "gstreamer-pbutils-1.0"].allSatisfy { name in
        pkgConfigDirectories.contains { FileManager.default.fileExists(atPath: "\($0)/\(name).pc") }
    }
if hasVideo, !isLibraryAlone {
    package.products += [
        .library(name: "VideoLabel", targets: ["VideoLabel"]),
        // The same for C and, through GObject, other languages.
        .library(name: "typecase-videolabel", type: .dynamic, targets: ["VideoLabelLibrary"]),
    ]
    package.targets += [
        .systemLibrary(
            name: "CGTK", path: "Sources/C/CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(
            name: "CGStreamer", path: "Sources/C/CGStreamer", pkgConfig: "gstreamer-app-1.0",
            providers: [.apt(["libgstreamer-plugins-base1.0-dev"])]),
        .target(
            name: "CVideoLabel", dependencies: ["CGStreamer", "CGTK"], path: "Sources/Video/CVideoLabel",
            linkerSettings: [.linkedLibrary("gstpbutils-1.0")]),
        .target(name: "VideoLabel", dependencies: ["CVideoLabel", "Typecase"], path: "Sources/Video/VideoLabel"),
        .target(
            name: "VideoLabelLibrary", dependencies: ["VideoLabel"], path: "Sources/Video/VideoLabelLibrary",
            linkerSettings: libraryForC("typecase-videolabel", "packaging/videolabel/typecase-videolabel.map")),
        // Examples/VideoLabel is a package of its own.
        .systemLibrary(name: "CToolkit", path: "Examples/VideoLabel/Sources/CToolkit", pkgConfig: "gtk4"),
        .executableTarget(
            name: "ExampleVideoLabel", dependencies: ["CToolkit", "Typecase", "VideoLabel"],
            path: "Examples/VideoLabel/Sources/ExampleVideoLabel"),
    ]
    package.targets.first { $0.name == "EndToEndTests" }?.dependencies += ["ExampleVideoLabel", "VideoLabel"]
}

// The library for C and other languages, likewise: TYPECASE_CLIENT_LIBRARY=0 leaves it out.
let hasGLib =
    Context.environment["TYPECASE_CLIENT_LIBRARY"].map { $0 != "0" }
    ?? pkgConfigDirectories.contains { FileManager.default.fileExists(atPath: "\($0)/gio-2.0.pc") }
if hasGLib, !isLibraryAlone {
    package.products.append(.library(name: "typecase-client", type: .dynamic, targets: ["ClientLibrary"]))
    package.targets += [
        .systemLibrary(
            name: "CGIO", path: "Sources/C/CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .target(
            name: "CClientLibrary", dependencies: ["CFontconfig", "CGIO"], path: "Sources/Client/CClientLibrary"),
        .target(
            name: "ClientLibrary", dependencies: ["CClientLibrary", "LinuxSystem", "Typecase"],
            path: "Sources/Client/ClientLibrary",
            linkerSettings: libraryForC("typecase-client", "packaging/client/typecase-client.map")),
    ]
}

// `make unit MODULE=Registry` builds and links the tests of one module alone.
if let module = Context.environment["TYPECASE_TEST_MODULE"] {
    let tests = "\(module)Tests"
    package.targets.removeAll { $0.type == .test && $0.name != tests }
}

// Links with libFuzzer only, so that nobody but Tests/Fuzz/run can build it.
if Context.environment["TYPECASE_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(name: "FuzzDriver", dependencies: ["CFuzzer", "FuzzTargets"], path: "Tests/Fuzz/FuzzDriver"),
    ]
}

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]
// A later compiler that warns of more is no reason to build no application.
let strictness: [SwiftSetting] = isLibraryAlone ? [] : [.treatAllWarnings(as: .error)]
// The targets whose sources are C and C++.
let foreign = ["CClientLibrary", "CLinux", "CSwiftRuntime", "CTextFaces", "CVideoLabel", "CWOFF2", "SupervisedProgram"]
let foreignSettings: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
let foreignCXXSettings: [CXXSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
// What the tests run most, in each of thousands of processes: optimized, it takes a fifth of the time of all of them.
let optimized = [
    "ConversionWorker", "Fontconfig", "InspectionProtocol", "InspectionWorker", "RenderingWorker", "SandboxedWorker",
    "SFNT", "TestSupport",
]
for target in package.targets where optimized.contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-O"], .when(configuration: .debug))]
}
// Where bytes of strangers are taken apart, the compiler has every access marked that it cannot prove to be safe.
let strict = ["Gunzip", "PositionedJSON", "SFNT", "WebFonts"]
for target in package.targets where strict.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.strictMemorySafety()]
}
for target in package.targets where target.type != .system {
    if foreign.contains(target.name) {
        target.cSettings = (target.cSettings ?? []) + foreignSettings
        target.cxxSettings = (target.cxxSettings ?? []) + foreignCXXSettings
    } else {
        target.swiftSettings = (target.swiftSettings ?? []) + settings + strictness
    }
}
