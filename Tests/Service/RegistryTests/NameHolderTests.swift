import FontModel
import Registry
import Testing

@Suite struct `The holders of a PostScript name` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `are enabled registrations, published or not, and faces of the system`() async throws {
        try await registry.register(1, [face("Name-Bold")])
        try await registry.register(2, [face("namebold")], by: press, place: .stored)
        try await registry.register(3, [face("Name-Bold")], isEnabled: false)
        try await registry.registerSystem([face("NAME_BOLD"), face("Other")])
        let holders = try await registry.faces.nameHolders(postscriptNames: ["Name-Bold", "name bold", "Absent"])
        #expect(
            holders == [
                NameHolder(
                    key: "namebold", source: .typecase, provider: foundry, font: id("font1"), digest: digest(1)),
                NameHolder(key: "namebold", source: .typecase, provider: press, font: id("font2"), digest: digest(2)),
                NameHolder(key: "namebold", source: .system, path: "/usr/share/fonts/x/NAME_BOLD.ttf"),
            ])
    }

    @Test func `include every registration of a shared content`() async throws {
        try await registry.register(1, [face("A")])
        _ = try await registry.commit([upsert(press), .insertRegistration(registration("two", of: 1, by: press))])
        #expect(try await registry.faces.nameHolders(postscriptNames: ["A"]).map(\.font) == [id("font1"), id("two")])
    }

    @Test func `include the named instances and the names in other records, not families or full names`() async throws {
        try await registry.register(1, [richFace()])
        #expect(try await registry.faces.nameHolders(postscriptNames: ["Rich-Thin"]).map(\.font) == [id("font1")])
        #expect(
            try await registry.faces.nameHolders(postscriptNames: ["Rich", "Rich VF Regular", "Rich Thin VF", ""])
                .isEmpty)
    }

    @Test func `of full names are told beside those of PostScript names`() async throws {
        var first = face("First")
        first.fullName = "Wanted Sans"
        first.names.append(LocalizedName(kind: .full, language: "de", value: "Gesucht"))
        let axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]
        let bold = NamedInstance(name: "Sans", postscriptName: nil, coordinates: [700])
        let variable = face("Second", family: "Wanted", axes: axes, namedInstances: [bold])
        try await registry.register(1, [first])
        try await registry.register(2, [variable], by: press)
        try await registry.registerSystem([face("WANTED SANS")])
        let snapshot = try await registry.snapshot(of: .init(fullNames: ["wanted-sans", "GESUCHT", "None"]))
        #expect(snapshot.fullNameHolders.map(\.digest) == [digest(1), digest(1), digest(2)])
        #expect(snapshot.fullNameHolders.map(\.isInstance) == [false, false, true])
        #expect(snapshot.nameHolders.map(\.source) == [.system], "it has the name as a PostScript name")
        let own = try await registry.snapshot(of: .init(digests: [digest(1), digest(2)]))
        #expect(own.contents.flatMap(\.faces) == [FaceIdentity(first), FaceIdentity(variable)])
        #expect(own.contents.first?.faces.first?.fullNames == ["wantedsans", "gesucht"])
        #expect(own.contents.last?.faces.first?.instanceFullNames == ["wantedsans"])
        #expect(Set(own.fullNameHolders.map(\.digest)) == [digest(1), digest(2)])
    }

    @Test func `go with the registration and the directory`() async throws {
        try await registry.register(1, [face("A")])
        try await registry.registerSystem([face("B")])
        _ = try await registry.commit([.deleteRegistration(id("font1"))])
        try await registry.systemDirectories.remove(["/usr/share/fonts/x"])
        #expect(try await registry.faces.nameHolders(postscriptNames: ["A", "B"]).isEmpty)
    }

    @Test(arguments: [
        [
            "Name-Bold", "NAME BOLD", "name_bold", "Name\u{2010}Bold", "Name\u{2013}Bold", "Na\u{200B}me Bold",
            "Ｎａｍｅ Bold",
        ],
        ["Caf\u{E9}", "Cafe\u{301}", "CAF\u{C9}", "C\u{AD}AFE\u{301}"], ["Straße", "STRASSE", "Stra\u{1E9E}e"],
        ["ΣΊΣΥΦΟΣ", "Σίσυφος", "σίσυφοσ"],
    ])
    func `have one name, however it is written`(spellings: [String]) {
        let key = spellings[0].fontNameKey
        // As bytes: the registry compares them so.
        for spelling in spellings { #expect(Array(spelling.fontNameKey.utf8) == Array(key.utf8), "\(spelling)") }
        #expect(Array(key.fontNameKey.utf8) == Array(key.utf8), "the key of a key")
        for other in ["Name-Bolt", "Cafe", "Strase", "Σίσυφο", ""] { #expect(other.fontNameKey != key) }
    }

    @Test func `are told apart by provider where its own fonts are asked for`() async throws {
        try await registry.register(1, [face("A")])
        try await registry.register(2, [face("a")], isEnabled: false)
        try await registry.register(3, [face("A")], by: press)
        try await registry.register(4, [face("B")])
        let snapshot = try await registry.snapshot(of: .init(postscriptNames: ["A"], owners: [foundry]))
        #expect(snapshot.contents.map(\.record.digest) == [digest(1), digest(2)])
        #expect(snapshot.contents.map { $0.faces.map(\.postscriptName) } == [["A"], ["a"]])
    }

    @Test func `have siblings in the family that programs see`() async throws {
        let axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]
        try await registry.register(1, [face("Kin-VF", family: "Kin", axes: axes)], by: press)
        try await registry.register(2, [face("Kin-Bold", family: "KIN")], isEnabled: false)
        try await registry.registerSystem([face("Kin-Thin", family: "Kin"), face("Other", family: "Other")])
        let snapshot = try await registry.snapshot(of: .init(families: ["Kin", "None"]))
        #expect(
            snapshot.siblings["kin"] == [
                FamilyMember(isVariable: false),
                FamilyMember(isVariable: true, digest: digest(1), provider: press),
            ])
        #expect(snapshot.siblings["none"] == [])
    }

    @Test func `of a family and style are told by their own names, as long as they are enabled`() async throws {
        var wide = face("Kin-Wide", family: "Kin Wide")
        wide.typographicFamily = "Kin"
        wide.index = 1
        try await registry.register(1, [face("Kin-Regular", family: "KIN", style: "regular")])
        try await registry.register(2, [face("Kin-Bold", family: "Kin", style: "Bold"), wide], by: press)
        try await registry.register(3, [face("Kin-Off", family: "Kin")], isEnabled: false)
        try await registry.register(
            4,
            [face("Kin-VF", family: "Kin", axes: [VariationAxis(tag: "wght", minimum: 1, defaultValue: 2, maximum: 3)])]
        )
        try await registry.registerSystem([face("Kin-System", family: "Kin")])
        let snapshot = try await registry.snapshot(of: .init(families: ["kin", "Kin Wide", "Other"]))
        #expect(Set(snapshot.familyHolders.keys) == ["kin", "kinwide", "other"])
        let kin = try #require(snapshot.familyHolders["kin"])
        #expect(kin.map(\.digest) == [digest(1), digest(2), digest(2), digest(4)])
        #expect(kin.map(\.provider) == [foundry, press, press, foundry])
        #expect(kin.map(\.face.postscriptName) == ["Kin-Regular", "Kin-Bold", "Kin-Wide", "Kin-VF"])
        #expect(kin.map(\.face.style.name) == ["regular", "bold", "regular", "regular"])
        #expect(kin.map(\.face.isVariable) == [false, false, false, true])
        #expect(kin[3].face.style.weight == 1...3)
        #expect(snapshot.familyHolders["kinwide"]?.map(\.face.family) == ["Kin"])
        #expect(snapshot.familyHolders["other"] == [])
        let own = try await registry.snapshot(of: .init(digests: [digest(4)])).familyHolders
        #expect(own["kin"]?.count == 4, "the families of the contents that are asked about come by themselves")
    }

    @Test func `hold them for named instances too`() async throws {
        let axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]
        let bold = NamedInstance(name: "Bold", postscriptName: "Kin-Bold", coordinates: [700])
        let kin = face("Kin-VF", family: "Kin", axes: axes, namedInstances: [bold])
        try await registry.register(1, [kin])
        try await registry.register(2, [face("KIN-BOLD")], by: press)
        let snapshot = try await registry.snapshot(of: .init(instanceNames: ["kin bold"]))
        #expect(snapshot.nameHolders.map(\.digest) == [digest(1), digest(2)])
        #expect(snapshot.nameHolders.map(\.isInstance) == [true, false])
        let own = try await registry.snapshot(of: .init(digests: [digest(1)]))
        #expect(own.contents.first?.faces == [FaceIdentity(kin)])
        #expect(own.contents.first?.faces.first?.instanceKeys == ["kinbold"])
        #expect(Set(own.nameHolders.map(\.key)) == ["kinvf", "kinbold"])
    }

    @Test func `of a family are told with what programs choose them by`() async throws {
        let axes = [
            VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900),
            VariationAxis(tag: "opsz", minimum: 6, defaultValue: 12, maximum: 72),
        ]
        var bold = face("Kin-Bold", family: "Kin")
        bold.weight = 700
        bold.style = "Extra Bold"
        bold.revision = 0x2_8000
        bold.names.append(LocalizedName(kind: .family, language: "de", value: "Sippe"))
        try await registry.registerSystem([bold, face("Kin-VF", family: "Kin", axes: axes), face("Other")])
        try await registry.register(1, [face("Sippe-Thin", family: "sippe")])
        let snapshot = try await registry.snapshot(of: .init(digests: [digest(1)], families: ["KIN", "None"]))
        let found = try #require(snapshot.systemFaces["kin"])
        #expect(found.map(\.path) == ["/usr/share/fonts/x/Kin-Bold.ttf", "/usr/share/fonts/x/Kin-VF.ttf"])
        #expect(
            found[0] == SystemFace(path: "/usr/share/fonts/x/Kin-Bold.ttf", identity: FaceIdentity(bold)),
            "all but its full names, which are told by themselves")
        #expect(found[0].identity.style.families == ["kin", "sippe"])
        #expect(found[0].identity.style.name == "extrabold")
        #expect(found[1].identity.style.weight == 100...900)
        #expect(found[1].identity.style.width == 100...100)
        // The families of the contents that are asked about come by themselves.
        #expect(snapshot.systemFaces["sippe"]?.map(\.path) == ["/usr/share/fonts/x/Kin-Bold.ttf"])
        #expect(snapshot.systemFaces["none"] == [])
    }

    @Test func `of a family of the system are told of where a name looks like it`() async throws {
        try await registry.registerSystem([face("Kin-Bold", family: "Kin")])
        // A Cyrillic letter that looks like K.
        let snapshot = try await registry.snapshot(of: .init(families: ["\u{41A}in"]))
        #expect(snapshot.systemFaces["kin"]?.map(\.path) == ["/usr/share/fonts/x/Kin-Bold.ttf"])
    }
}
