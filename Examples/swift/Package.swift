// swift-tools-version: 6.3

import PackageDescription

// Applications that use Typecase. One of your own names the repository: .package(url: "https://…", branch: "main", traits: []).
// Without the trait of the service nothing is resolved but what the library needs.
let typecase = Target.Dependency.product(name: "Typecase", package: "typecase")

let package = Package(
    name: "typecase-examples",
    dependencies: [.package(name: "typecase", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "ExampleProvider", dependencies: [typecase]),
        .executableTarget(name: "ExampleConsumer", dependencies: [typecase]),
        .executableTarget(name: "ExampleFontCache", dependencies: [typecase]),
        .executableTarget(name: "ExampleDesignKit", dependencies: [typecase]),
    ],
    swiftLanguageModes: [.v6]
)
