// swift-tools-version: 6.3

import PackageDescription

// An application of GTK 4 with labels that show videos. One of your own names the repository of Typecase:
// .package(url: "https://…", branch: "main", traits: []).
let package = Package(
    name: "typecase-videolabel-example",
    dependencies: [.package(name: "typecase", path: "../..", traits: [])],
    targets: [
        .systemLibrary(name: "CToolkit", pkgConfig: "gtk4"),
        .executableTarget(
            name: "ExampleVideoLabel",
            dependencies: [
                "CToolkit", .product(name: "Typecase", package: "typecase"),
                .product(name: "VideoLabel", package: "typecase"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
