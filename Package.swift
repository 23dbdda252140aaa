// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "typecase",
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: [
        // One C library each. CLinux has a source file besides its header, which says why.
        .target(name: "CLinux"),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // Values, with no dependency.
        .target(name: "FontModel"),

        // Bindings: C pointers and file descriptors stay inside.
        .target(
            name: "LinuxSystem",
            dependencies: ["CLinux", "CCrypto", "FontModel", .product(name: "SystemPackage", package: "swift-system")]),

        // The sandboxed parser: what both sides say.
        .target(name: "InspectionProtocol", dependencies: ["FontModel"]),
    ],
    swiftLanguageModes: [.v6]
)

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system && target.name != "CLinux" {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
}
