internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// Fonts that are asked for, are not there, and are in a package of the distribution.
@Suite(.timeLimit(.minutes(10)))
struct PackageRequestTests {
    @Test("Whoever asks for a font that a package has learns the package, and no longer once it is installed")
    func package() async throws {
        let home = try ScratchHome()
        func catalog(of family: String) -> String {
            DistributionCatalog.text(package: "fonts-far", family: family, styles: ["Regular", "Bold"])
        }
        try home.scratch.write(catalog(of: "Far Away"), to: "catalogs/yaml/test.yml")
        try await RunningDaemon.run(home: home, isStarted: false) { daemon in
            try await daemon.start(environment: ["TYPECASE_PACKAGE_CATALOGS": home.scratch["catalogs"]])
            let answer = try await daemon.typecase("request", "Far Away", "Nowhere", "--json")
            #expect(answer.termination == .exited(3), "\(answer)")
            #expect(answer.standardOutput.contains(#""package": "fonts-far""#), "\(answer.standardOutput)")
            #expect(answer.standardOutput.contains(#""reason": "package-available""#))
            #expect(answer.standardOutput.contains(#""reason": "not-found""#))
            let text = try await daemon.typecase("request", "FarAway-Bold")
            #expect((text.standardOutput + text.standardError).contains("The package fonts-far"), "\(text)")
            // The catalogs change, as after apt update.
            try home.scratch.write(catalog(of: "New Away"), to: "catalogs/yaml/test.yml.new")
            try #require(
                rename(home.scratch["catalogs/yaml/test.yml.new"], home.scratch["catalogs/yaml/test.yml"]) == 0)
            let changed = try await daemon.typecase("request", "Far Away", "New Away", "--json")
            #expect(changed.standardOutput.contains(#""package": "fonts-far""#), "\(changed.standardOutput)")
        }
    }
}
