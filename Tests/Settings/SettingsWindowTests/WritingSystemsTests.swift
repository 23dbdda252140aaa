import DBus
import Testing

@testable import SettingsWindow

@Suite struct WritingSystemsTests {
    /// Languages and scripts have names, which iso-codes knows, and are in the order of these.
    @Test func names() async throws {
        let systems = await WritingSystems.load()
        let languages = Dictionary(systems.languages.map { ($0.code, $0.name) }) { first, _ in first }
        #expect(languages["de"] == "German" && languages["ar"] == "Arabic")
        #expect(languages["zh-tw"] == "Chinese (Taiwan, Province of China)")
        #expect(languages.keys.allSatisfy { !$0.hasPrefix("und") })
        #expect(systems.languages.count(where: { $0.name == $0.code }) < 5, "hardly any is without a name")
        let order = systems.languages.map { $0.name.lowercased() }
        #expect(order == order.sorted())
        #expect(systems.scripts.first { $0.code == "arab" }?.name == "Arabic")
        // What a font says of itself: tags of its own, and of one script more than one.
        #expect(systems.languageNames(["de", "ar", "x-nobody"]) == ["Arabic", "German", "x-nobody"])
        #expect(systems.scriptNames(["DFLT", "latn", "nko ", "bng2", "beng", "zzzz"]).count == 4)
        #expect(systems.scriptNames(["latn", "DFLT"]) == ["Latin"])
    }

    /// A script is asked for by each of its tags, and everything else at once.
    @Test func filters() throws {
        var query = FaceQuery(language: "hi", script: "deva", licence: .openFont)
        #expect(try query.filters.map { try $0["scripts"]?.converted(to: [String].self) } == [["deva"], ["dev2"]])
        for filter in query.filters {
            #expect(try filter["languages"]?.converted(to: [String].self) == ["hi"])
            #expect(try filter["licences"]?.converted(to: [String].self).contains("open font license") == true)
        }
        query = FaceQuery(isColored: true)
        #expect(query.filters.count == 1 && !query.isEmpty && FaceQuery().isEmpty)
    }
}
