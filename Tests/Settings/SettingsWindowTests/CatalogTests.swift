import BusInterface
import DBus
import Testing

@testable import SettingsWindow

/// Families, and what a search leaves of them.
@Suite struct CatalogTests {
    /// A font as the service lists it.
    private func face(
        _ family: String, _ style: String, weight: Double = 400, slant: String = "upright", provider: String? = "user",
        enabled: Bool = true, variable: Bool = false
    ) -> FaceEntry {
        let face: [String: BusVariant] = [
            "family": BusVariant(family), "style": BusVariant(style), "full_name": BusVariant("\(family) \(style)"),
            "weight": BusVariant(weight), "slant": BusVariant(slant), "variable": BusVariant(variable),
        ]
        var font: [String: BusVariant] = ["id": BusVariant("\(family)-\(style)"), "enabled": BusVariant(enabled)]
        font["source"] = BusVariant(provider == nil ? "system" : "typecase")
        if let provider { font["provider"] = BusVariant(provider) }
        return FaceEntry(Record(face), of: Record(font), index: 0)
    }

    /// Families are in the order of their names whatever the case, styles by slope and weight, and the regular one stands for all.
    @Test func order() throws {
        let catalog = FontCatalog([
            face("beta", "Bold Italic", weight: 700, slant: "italic"), face("beta", "Bold", weight: 700),
            face("beta", "Regular"), face("Alpha", "Regular"), face("Gamma", "Italic", slant: "italic"),
        ])
        #expect(catalog.families.map(\.name) == ["Alpha", "beta", "Gamma"])
        let beta = try #require(catalog.family("beta"))
        #expect(beta.faces.map(\.style) == ["Regular", "Bold", "Bold Italic"])
        #expect(beta.sample?.style == "Regular")
    }

    /// Families whose names are shown alike stay two, and each is named as its fonts have it.
    @Test func alike() throws {
        let long = String(repeating: "x", count: ShownText.limit + 9)
        let catalog = FontCatalog([
            face("A\u{202E}", "Regular"), face("A", "Regular"), face(long, "Bold"), face(long + "y", "Bold"),
        ])
        #expect(catalog.families.count == 4)
        #expect(catalog.families.prefix(2).map(\.name) == ["A", "A"])
        #expect(try #require(catalog.family("A\u{202E}")).faces.map(\.familyID) == ["A\u{202E}"])
    }

    /// Of a provider only its own fonts are listed, and the system's have no registrations.
    @Test func providers() {
        let catalog = FontCatalog([
            face("Shared", "Regular", provider: "org.example.A"), face("Shared", "Bold", provider: nil),
            face("Other", "Regular", provider: nil),
        ])
        let families = catalog.families(of: "org.example.A")
        #expect(families.map(\.name) == ["Shared"])
        #expect(families.flatMap(\.faces).map(\.style) == ["Regular"])
        #expect(catalog.family("Shared")?.registrations == ["Shared-Regular"])
        #expect(catalog.family("Other")?.isOfSystem == true)
    }

    /// All words have to be there, in any name and in any case, and the family has to be of the kind.
    @Test func filter() throws {
        let catalog = FontCatalog([
            face("Plain Sans", "Regular"), face("Plain Mono", "Regular", provider: nil),
            face("Moving", "Regular", enabled: false, variable: true),
        ])
        func names(_ words: [String], _ kind: FontFilter.Kind = .all) -> [String] {
            catalog.families.filter(FontFilter(words: words, kind: kind).accepts).map(\.name)
        }
        #expect(names(["plain"]) == ["Plain Mono", "Plain Sans"])
        #expect(names(["plain", "sans"]) == ["Plain Sans"])
        #expect(names(["nothing"]).isEmpty)
        #expect(names([], .system) == ["Plain Mono"])
        #expect(names([], .installed) == ["Moving", "Plain Sans"])
        #expect(names([], .disabled) == ["Moving"])
        #expect(names([], .variable) == ["Moving"])
    }

    /// Families of one provider, and those with one of some registrations, are shown alone.
    @Test func choices() {
        let catalog = FontCatalog([
            face("A", "Regular", provider: "org.example.A"), face("B", "Regular"), face("B", "Bold", provider: nil),
        ])
        func names(_ filter: FontFilter) -> [String] { catalog.families.filter(filter.accepts).map(\.name) }
        #expect(names(FontFilter(provider: "org.example.A")) == ["A"])
        #expect(names(FontFilter(provider: "user")) == ["B"])
        #expect(names(FontFilter(registrations: ["B-Regular"])) == ["B"])
        #expect(names(FontFilter(registrations: [])) == [])
        #expect(names(FontFilter(found: ["A-Regular"])) == ["A"])
        #expect(names(FontFilter()) == ["A", "B"])
    }

    /// Of the user's fonts those are known whose bytes another provider has.
    @Test func shared() {
        func font(_ id: String, _ digest: String, _ provider: String) -> FaceEntry {
            FaceEntry(
                Record(["family": BusVariant("F")]),
                of: Record(["id": BusVariant(id), "sha256": BusVariant(digest), "provider": BusVariant(provider)]),
                index: 0)
        }
        let fonts = [
            font("1", "a", "user"), font("2", "b", "user"), font("3", "a", "org.example.A"), font("4", "b", "user"),
        ]
        #expect(FontCatalog(fonts).shared(Array(fonts.prefix(2))).map(\.other) == ["3"])
        // Where both go, there is nobody who has it.
        #expect(FontCatalog(fonts).shared(fonts).isEmpty)
        #expect(FontCatalog(fonts).shared([fonts[2]]).isEmpty)
    }

    /// A dictionary of another version, with other types, reads as empty rather than failing.
    @Test func otherTypes() {
        let record = Record(["size": BusVariant("text"), "enabled": BusVariant(UInt32(1)), "names": BusVariant(true)])
        #expect(record.size("size") == 0 && !record.flag("enabled") && record.texts("names").isEmpty)
        #expect(record.failure == nil)
    }
}
