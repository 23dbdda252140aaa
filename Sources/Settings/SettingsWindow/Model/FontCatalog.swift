internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

/// One face, as lists show it.
struct FaceEntry: Sendable {
    /// The id of the registration, or of the system's face.
    let id: String
    let index: Int
    /// The exact family name, which identifies the family to the service; shown names may be equal.
    let familyID: String
    let family: String
    let style: String
    let fullName: String
    /// The exact PostScript name.
    let postScriptID: String
    let weight: Double
    let isItalic: Bool
    let isVariable: Bool
    let isMonospace: Bool
    /// The provider; `nil` for system fonts.
    let provider: String?
    var isEnabled: Bool
    /// The SHA-256 of the file; empty for system fonts.
    let digest: String
    /// The reason why programs do not find the enabled font; empty if they do.
    let trouble: String

    init(_ face: Record, of font: Record, index: Int) {
        id = font.id("id")
        self.index = face.entries["face_index"] == nil ? index : face.number("face_index")
        let typographic = face.id("typographic_family")
        familyID = typographic.isEmpty ? face.id("family") : typographic
        family = ShownText.line(familyID)
        style = face.text("style")
        fullName = face.text("full_name")
        postScriptID = face.id("postscript_name")
        weight = face.decimal("weight") ?? 400
        isItalic = face.id("slant") != "upright"
        isVariable = face.flag("variable")
        isMonospace = face.flag("monospace")
        provider = font.id("source") == "system" ? nil : font.id("provider")
        isEnabled = font.value("enabled") ?? true
        digest = font.id("sha256")
        trouble =
            if !font.id("quarantine_reason").isEmpty {
                FindingText.quarantine(font)
            } else if !font.text("collision").isEmpty {
                localized("A system font has the same name: %1", font.text("collision"))
            } else {
                ""
            }
    }
}

/// The fonts of one family.
struct FamilyEntry: Sendable {
    /// The exact name, which identifies the family to the service.
    let id: String
    let name: String
    let faces: [FaceEntry]
    /// The text that a search matches, in lower case.
    let words: String

    init(id: String, faces: [FaceEntry]) {
        self.id = id
        name = ShownText.line(id)
        self.faces = faces.sorted {
            ($0.isItalic ? 1 : 0, $0.weight, $0.style) < ($1.isItalic ? 1 : 0, $1.weight, $1.style)
        }
        words =
            (name + " "
            + faces.map { "\($0.fullName) \(ShownText.line($0.postScriptID)) \($0.provider ?? "")" }.joined(
                separator: " "))
            .lowercased()
    }

    /// The face that represents the family: the upright face whose weight is nearest to regular.
    var sample: FaceEntry? {
        faces.min {
            (abs($0.weight - 400) + ($0.isItalic ? 500 : 0)) < (abs($1.weight - 400) + ($1.isItalic ? 500 : 0))
        }
    }

    /// The family with only the fonts of a provider; `nil` if it has none.
    func part(of provider: String) -> FamilyEntry? {
        let faces = faces.filter { $0.provider == provider }
        return faces.isEmpty ? nil : FamilyEntry(id: id, faces: faces)
    }

    var isOfSystem: Bool { faces.allSatisfy { $0.provider == nil } }

    /// The ids of its registrations, each once.
    var registrations: [String] {
        var seen: Set<String> = []
        return faces.filter { $0.provider != nil && seen.insert($0.id).inserted }.map(\.id)
    }

    var isEnabled: Bool { faces.contains { $0.isEnabled } }
}

/// A filter of the list of fonts.
struct FontFilter: Sendable, Equatable {
    enum Kind: Int, Sendable, CaseIterable { case all, installed, system, disabled, variable, monospace, color }

    var words: [String] = []
    var kind = Kind.all
    /// Only families with fonts of this provider; `nil` for all.
    var provider: String?
    /// Only families with one of these registrations; `nil` for all.
    var registrations: Set<String>?
    /// Only families with one of these fonts, which the service found; `nil` for all.
    var found: Set<String>?

    func accepts(_ family: FamilyEntry) -> Bool {
        let isOfKind =
            switch kind {
            // The service finds the fonts with colours.
            case .all, .color: true
            case .installed: !family.isOfSystem
            case .system: family.faces.contains { $0.provider == nil }
            case .disabled: family.faces.contains { !$0.isEnabled }
            case .variable: family.faces.contains { $0.isVariable }
            case .monospace: family.faces.contains { $0.isMonospace }
            }
        if let provider, !family.faces.contains(where: { $0.provider == provider }) { return false }
        if let registrations, !family.faces.contains(where: { registrations.contains($0.id) }) { return false }
        if let found, !family.faces.contains(where: { found.contains($0.id) }) { return false }
        return isOfKind && words.allSatisfy { family.words.contains($0) }
    }
}

/// All fonts of the session.
struct FontCatalog: Sendable {
    let families: [FamilyEntry]

    init(_ faces: [FaceEntry] = []) {
        families = Dictionary(grouping: faces, by: \.familyID)
            .map { (order: LocalOrder($0.key), family: FamilyEntry(id: $0.key, faces: $0.value)) }
            .sorted { $0.order < $1.order }.map(\.family)
    }

    /// Reads the fonts that programs find, outside the main thread.
    @concurrent
    static func found(_ session: ServiceSession) async throws(BusError) -> FontCatalog {
        return FontCatalog(try await session.faces().map { FaceEntry($0, of: $0, index: 0) })
    }

    func family(_ id: String) -> FamilyEntry? { families.first { $0.id == id } }

    /// The families with fonts of a provider, with only these fonts.
    func families(of provider: String) -> [FamilyEntry] { families.compactMap { $0.part(of: provider) } }

    /// A family with only the fonts of a provider; `nil` if it has none.
    func family(_ id: String, of provider: String) -> FamilyEntry? { family(id)?.part(of: provider) }

    /// Reads all fonts outside the main thread.
    @concurrent
    static func load(_ session: ServiceSession) async throws(BusError) -> FontCatalog {
        var faces: [FaceEntry] = []
        for (font, ofFile) in try await session.registeredFonts() {
            for (index, face) in ofFile.enumerated() { faces.append(FaceEntry(face, of: font, index: index)) }
        }
        faces += try await session.faces(["source": BusVariant("system")]).map { FaceEntry($0, of: $0, index: 0) }
        return FontCatalog(faces)
    }
}
