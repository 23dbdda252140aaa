internal import BusInterface
internal import DBus
internal import Testing

@Suite struct BusDictionaryTests {
    private enum Scope: String, CaseIterable {
        case persistent, session
    }

    private let dictionary = BusDictionary([
        "name": BusVariant("Lato"), "enabled": BusVariant(true), "limit": BusVariant(UInt32(5)),
        "expires": BusVariant(UInt64(7)), "weight": BusVariant(1.5), "names": BusVariant(["a", "b"]),
        "face": BusVariant(["id": BusVariant("x")]), "scope": BusVariant("session"), "odd": BusVariant("neither"),
    ])

    @Test func `A key of the right type is read, each type as itself`() throws {
        #expect(try dictionary.string("name") == "Lato")
        #expect(try dictionary.boolean("enabled") == true)
        #expect(try dictionary.uint32("limit") == 5)
        #expect(try dictionary.uint64("expires") == 7)
        #expect(try dictionary.double("weight") == 1.5)
        #expect(try dictionary.strings("names") == ["a", "b"])
        #expect(try dictionary.dictionary("face") == ["id": BusVariant("x")])
        #expect(try dictionary.choice("scope", of: Scope.self) == .session)
    }

    @Test func `An absent key is nil, and a key that nobody asks for is ignored`() throws {
        #expect(try dictionary.string("absent") == nil)
        #expect(try dictionary.choice("absent", of: Scope.self) == nil)
    }

    @Test func `A key of the wrong type is InvalidArgs that names the key and both types`() {
        #expect(throws: BusError(.invalidArguments, "options: limit must be of type 's', not 'u'")) {
            try dictionary.string("limit")
        }
        #expect(throws: BusError(.invalidArguments, "options: expires must be of type 'u', not 't'")) {
            try dictionary.uint32("expires")
        }
        #expect(throws: BusError(.invalidArguments, "options: names must be of type 'aa{sv}', not 'as'")) {
            try dictionary.dictionaries("names")
        }
        #expect(throws: BusError(.invalidArguments, "filter: enabled must be of type 'd', not 'b'")) {
            try BusDictionary(dictionary.entries, "filter").double("enabled")
        }
    }

    @Test func `A text outside of a closed set is InvalidArgs that names the set`() {
        #expect(throws: BusError(.invalidArguments, "options: odd must be one of 'persistent', 'session'")) {
            try dictionary.choice("odd", of: Scope.self)
        }
    }
}
