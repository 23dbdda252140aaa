import LinuxSystem
import PackageCatalogs
import TestSupport
import Testing

/// Which packages have fonts, as catalogs of AppStream tell it to its own library.
@Suite(.serialized)
struct PackageCatalogTests {
    private static let header = "---\nFile: DEP-11\nVersion: '0.12'\nOrigin: test\n"

    /// A font as Debian describes it.
    private static func component(
        _ package: String, _ title: String, _ fonts: [String], type: String = "font"
    ) -> String {
        let provided = fonts.isEmpty ? "" : "Provides:\n  fonts:\n" + fonts.map { "  - name: \($0)\n" }.joined()
        return """
            ---
            Type: \(type)
            ID: org.example.\(package)
            Package: \(package)
            Name:
              C: \(title)
            Summary:
              C: A typeface
            \(provided)
            """
    }

    private func catalog(_ scratch: ScratchDirectory, _ components: String...) throws -> PackageCatalog {
        try scratch.write(Self.header + components.joined(separator: "\n"), to: "catalog/yaml/test.yml")
        return try PackageCatalog(directory: scratch["catalog"])
    }

    @Test func `A font is found by its full name, its PostScript name and its family`() throws {
        let scratch = try ScratchDirectory(name: "packages")
        let catalog = try catalog(
            scratch, Self.component("fonts-lato", "Lato Fonts", ["Lato Bold Italic", "Lato Regular", "Lato Semibold"]),
            Self.component(
                "fonts-nanum", "Nanum", ["Nanum Gothic Regular", "Nanum Gothic Bold", "Nanum Myeongjo Regular"]),
            Self.component("fonts-comfortaa", "Comfortaa", []),
            Self.component("lato-editor", "Lato Editor", [], type: "desktop-application"))
        for name in ["Lato", "lato regular", "Lato-BoldItalic", "Lato Semibold", "Lato Fonts"] {
            #expect(catalog.package(ofFont: name) == "fonts-lato", "\(name)")
        }
        for name in ["Nanum Gothic", "NanumGothic-Bold", "Nanum Myeongjo"] {
            #expect(catalog.package(ofFont: name) == "fonts-nanum", "\(name)")
        }
        #expect(catalog.package(ofFont: "Comfortaa") == "fonts-comfortaa")
        for name in ["Lato Heavy", "Lato Editor", "Lat", "", "Gothic"] {
            #expect(catalog.package(ofFont: name) == nil, "\(name)")
        }
    }

    @Test func `A catalog that AppStream composes of a package's files is understood`() async throws {
        let scratch = try ScratchDirectory(name: "packages")
        var font = FontBuilder(family: "Composed")
        font.characters = " ABCabc"
        try scratch.write(font.build(), to: "files/usr/share/fonts/composed.ttf")
        try scratch.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <component type="font"><id>org.example.composed</id><metadata_license>MIT</metadata_license>
            <name>Composed Typeface</name><summary>A typeface for tests</summary>
            <provides><font>Composed Regular</font></provides></component>
            """, to: "files/usr/share/metainfo/org.example.composed.metainfo.xml")
        let catalog = try await compose("fonts-composed", in: scratch)
        #expect(catalog.package(ofFont: "Composed Regular") == "fonts-composed")
        #expect(catalog.package(ofFont: "Composed") == "fonts-composed")
    }

    @Test(.enabled("Debian's packages can be downloaded here") { try await debianPackage.value != nil })
    func `The fonts of a package of Debian are found by what AppStream composes of it`() async throws {
        let scratch = try #require(try await Self.debianPackage.value)
        let catalog = try await compose(Self.debianPackageName, in: scratch)
        for name in ["Cantarell Extra Bold", "Cantarell-ExtraBold", "Cantarell-Regular", "Cantarell"] {
            #expect(catalog.package(ofFont: name) == Self.debianPackageName, "\(name)")
        }
        for name in ["Cantarell Black", "Cantarell-Italic"] { #expect(catalog.package(ofFont: name) == nil, "\(name)") }
    }

    /// A small package that comes with a metainfo.
    private static let debianPackageName = "fonts-cantarell"

    /// Its files, downloaded once; `nil` where that is not possible.
    private static let debianPackage = Task { () -> ScratchDirectory? in
        let scratch = try ScratchDirectory(name: "packages")
        try scratch.makeDirectory("download")
        let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": scratch.path, "LANG": "C.UTF-8"]
        let download = try await ChildProcess.run(
            sourcePath("packaging", "download-package"),
            [scratch["lists"], scratch["download"], debianPackageName], environment: environment)
        guard download.succeeded else { return nil }
        let unpacking = try await ChildProcess.run(
            "/bin/sh", ["-c", "dpkg-deb --extract \"$1\"/*.deb \"$2\"", "sh", scratch["download"], scratch["files"]],
            environment: environment)
        return unpacking.succeeded ? scratch : nil
    }

    /// Has AppStream compose a catalog of the files of a package, as for a repository.
    private func compose(_ package: String, in scratch: ScratchDirectory) async throws -> PackageCatalog {
        let composed = try await ChildProcess.run(
            "/usr/bin/appstreamcli",
            [
                "compose", "--no-net", "--origin=test", "--result-root=\(scratch["out"])",
                "--data-dir=\(scratch["out/xml"])", scratch["files"],
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": scratch["home"]])
        #expect(composed.succeeded, "\(composed.standardOutput)")
        // Whoever makes a repository adds the names of its packages.
        let unpacked = try await ChildProcess.run(
            "/bin/gzip", ["-dc", scratch["out/xml/test.xml.gz"]], environment: [:])
        let text = unpacked.standardOutput.replacing("</id>", with: "</id><pkgname>\(package)</pkgname>")
        #expect(text.contains(package))
        try scratch.write(text, to: "catalog/xml/test.xml")
        return try PackageCatalog(directory: scratch["catalog"])
    }

    @Test func `The program answers line by line, and damaged catalogs are an error or nothing`() async throws {
        let scratch = try ScratchDirectory(name: "packages")
        _ = try catalog(scratch, Self.component("fonts-lato", "Lato", ["Lato Regular"]))
        func ask(_ input: String, in directory: String = "catalog") async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(
                BuildProducts.executable("typecase-packages"), [scratch[directory]],
                environment: ["HOME": scratch["home"]], input: input)
        }
        #expect(try await ask("Lato\nNone\n\nlato-regular\n").standardOutput == "fonts-lato\n\n\nfonts-lato\n")
        for (name, text) in [("damaged", "--- [{]"), ("empty", ""), ("missing", nil)] {
            if let text { try scratch.write(text, to: "\(name)/yaml/test.yml") }
            let outcome = try await ask("Lato\n", in: name)
            #expect(outcome.standardOutput == (outcome.succeeded ? "\n" : ""), "\(name): \(outcome)")
            #expect([.exited(0), .exited(1)].contains(outcome.termination), "\(name): \(outcome)")
        }
    }

    @Test func `A name that no package can have is left out`() throws {
        let scratch = try ScratchDirectory(name: "packages")
        let catalog = try catalog(scratch, Self.component("'evil; rm'", "Evil", ["Evil Regular"]))
        #expect(catalog.package(ofFont: "Evil") == nil)
    }
}
