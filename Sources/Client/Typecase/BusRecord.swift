internal import BusInterface
internal import DBus
internal import FontModel

/// A dictionary from the service.
///
/// An entry that is missing or has another type is treated as absent: the service may be older or newer than this
/// library.
struct BusRecord: Sendable {
    let entries: [String: BusVariant]

    init(_ entries: [String: BusVariant]) { self.entries = entries }

    func value<Value: BusConvertible>(_ key: String, as type: Value.Type = Value.self) -> Value? {
        entries[key].flatMap { try? Value(busValue: $0.value) }
    }

    func text(_ key: String) -> String { value(key) ?? "" }

    func records(_ key: String) -> [BusRecord] {
        value(key, as: [[String: BusVariant]].self)?.map(BusRecord.init) ?? []
    }

    /// Returns the error of an item in a list of results; `nil` if the item succeeded.
    func error(about item: FontManagerError.Item?) -> FontManagerError? {
        guard let name: String = value("error") else { return nil }
        let message = text("message")
        let error = FontManagerError(BusError(name: name, message: message.isEmpty ? name : message))
        return FontManagerError(error.code, error.message, item: item, owner: value("owner"))
    }

    /// The record that is used for a result that a broken service left out.
    static let unanswered = BusRecord([
        "error": BusVariant(BusErrorNames.prefix + FontManagerError.Code.registrationFailed.name),
        "message": BusVariant("The service did not answer for it."),
    ])
}

extension FontManagerError {
    /// Creates an error from the error of a bus call.
    init(_ error: BusError) {
        if let name = error.typecaseName, error.code != .cancelled {
            self.init(Code(name: name), error.message)
        } else if error.isUnreachable {
            self.init(
                .serviceUnavailable,
                """
                The font service cannot be reached: \(error.message)\(error.message.hasSuffix(".") ? "" : ".") Look \
                whether typecased is installed and the process has a session bus.
                """)
        } else {
            switch error.code {
            case .unknownMethod, .unknownInterface, .unknownObject, .unknownProperty:
                self.init(.unsupported, "The service does not understand the call: \(error.message)")
            case .invalidArguments: self.init(.invalidArgument, error.message)
            case .accessDenied: self.init(.missingEntitlement, error.message)
            case .limitsExceeded: self.init(.exceededResourceLimit, error.message)
            default: self.init(.registrationFailed, error.message.isEmpty ? error.name : error.message)
            }
        }
    }

    /// Creates an error from an error of the layers below.
    init(_ error: FontError, about item: Item? = nil) {
        self.init(Code(name: error.code.rawValue), error.message, item: item, owner: error.owner)
    }
}

extension FontFace {
    /// Creates a face from a face dictionary.
    init(_ record: BusRecord) {
        self.init(
            id: record.text("id"), source: FontSource(rawValue: record.text("source")) ?? .typecase,
            provider: record.value("provider"), isEnabled: record.value("enabled") ?? true,
            index: Int(record.value("face_index", as: UInt32.self) ?? 0),
            postscriptName: record.text("postscript_name"), familyName: record.text("family"),
            typographicFamilyName: record.value("typographic_family"), fullName: record.text("full_name"),
            displayName: record.value("display_name") ?? record.text("full_name"), styleName: record.text("style"),
            weight: record.value("weight") ?? 400, width: record.value("width") ?? 100,
            slant: FontSlant(rawValue: record.text("slant")) ?? .upright,
            isMonospace: record.value("monospace") ?? false, isVariable: record.value("variable") ?? false,
            variation: record.value("instance") ?? [:], namedInstance: record.value("named_instance"))
        let (ownWeight, ownWidth) = (weight, width)
        namedInstances = record.records("named_instances").map { instance in
            let variation = instance.value("instance", as: [String: Double].self) ?? [:]
            return NamedFontInstance(
                name: instance.text("name"), postscriptName: instance.text("postscript_name"),
                weight: variation["wght"] ?? ownWeight, width: variation["wdth"] ?? ownWidth, variation: variation)
        }
    }
}

extension RegisteredFont {
    /// Creates a registered font from a font dictionary, or from the result of a registration in a scope.
    init(_ record: BusRecord, scope: FontScope) {
        let id = record.text("id")
        let faces = record.records("faces").map { face in
            var face = FontFace(face)
            if face.id.isEmpty { face.id = id }
            return face
        }
        let isQuarantined = record.value("quarantined") ?? false
        self.init(
            id: id, provider: record.value("provider") ?? faces.first?.provider,
            scope: FontScope(rawValue: record.text("scope")) ?? scope,
            isEnabled: record.value("enabled") ?? true,
            quarantineReason: isQuarantined ? record.value("quarantine_reason") ?? record.text("quarantine") : nil,
            sha256: record.value("sha256"), userInfo: record.value("user_info"), faces: faces,
            wasAlreadyRegistered: record.value("already_registered") ?? false, replaced: record.value("replaced") ?? [],
            warnings: record.records("warnings").map { $0.text("message") })
    }
}
