internal import FontModel
internal import FoundationEssentials

extension Sidecar {
    /// Encodes the sidecar as JSON.
    ///
    /// The keys are in a fixed order, so that equal sidecars have equal bytes.
    ///
    /// - Returns: `nil` only if the encoder fails, which no value of this type causes.
    func encoded() -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return (try? encoder.encode(Document(self))).map { [UInt8]($0) + [UInt8(ascii: "\n")] }
    }

    /// Creates a sidecar from what ``encoded()`` wrote.
    ///
    /// The bytes are not trusted: if the file was damaged or edited, the result is `nil`.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - digest: The digest that the file is named after.
    init?(decoding bytes: [UInt8], digest: FontDigest) {
        guard bytes.count <= Self.maximumSize,
            let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            document.version == Self.version, FontDigest(hexadecimal: document.sha256) == digest,
            let fileName = FontFileName(rawValue: document.fileName),
            let format = FontFormat(rawValue: document.format), document.size >= 0
        else { return nil }
        var place = FontPlace.stored
        if let name = document.shard {
            guard let shard = Shard(name: name) else { return nil }
            place = .published(shard)
        }
        var registrations: [Registration] = []
        for entry in document.registrations {
            guard let registration = entry.registration else { return nil }
            registrations.append(registration)
        }
        self.init(
            digest: digest, fileName: fileName, format: format, size: document.size, place: place,
            registrations: registrations)
    }
}

/// The format of the file.
///
/// It is separate from ``Sidecar``, so that the file's keys do not depend on names in the program.
private struct Document: Codable {
    struct Entry: Codable {
        var id: String
        var provider: String
        var scope: String
        var enabled: Bool
        var disabledByUser: Bool
        var userInfo: String?
        var session: String?
        /// Absent for fonts that all programs can find.
        var visibility: String?
        /// Absent in sidecars from versions that did not record an order.
        var sequence: Int64?
        /// Absent if the registration is not set aside.
        var departure: DepartureEntry?

        enum CodingKeys: String, CodingKey {
            case id, provider, scope, enabled, session, sequence, departure, visibility
            case disabledByUser = "disabled_by_user"
            case userInfo = "user_info"
        }

        init(_ registration: Sidecar.Registration) {
            id = registration.id.rawValue
            provider = registration.provider.rawValue
            scope = registration.scope.rawValue
            enabled = registration.isEnabled
            disabledByUser = registration.isDisabledByUser
            userInfo = registration.userInfo
            session = registration.sessionToken
            visibility = registration.visibility == .session ? nil : registration.visibility.rawValue
            sequence = registration.sequence
            departure = registration.departure.map(DepartureEntry.init)
        }

        var registration: Sidecar.Registration? {
            guard id.utf8.count == 32, id.utf8.allSatisfy(\.isLowercaseHexadecimalDigit),
                let provider = ProviderIdentifier(rawValue: provider), let scope = RegistrationScope(rawValue: scope)
            else { return nil }
            if let departure, departure.departure == nil { return nil }
            // An unknown visibility does not justify publishing the font.
            let visibility = visibility.map { FontVisibility(rawValue: $0) ?? .granted } ?? .session
            return Sidecar.Registration(
                id: FontIdentifier(rawValue: id), provider: provider, scope: scope, isEnabled: enabled,
                isDisabledByUser: disabledByUser, userInfo: userInfo, sessionToken: session,
                sequence: sequence ?? 0, departure: departure?.departure, visibility: visibility)
        }
    }

    struct DepartureEntry: Codable {
        var reason: String
        /// In seconds since 1970.
        var time: Int64
        var wasEnabled: Bool

        enum CodingKeys: String, CodingKey {
            case reason, time
            case wasEnabled = "was_enabled"
        }

        init(_ departure: Departure) {
            reason = departure.reason.rawValue
            time = departure.time
            wasEnabled = departure.wasEnabled
        }

        /// The departure; `nil` if its reason is known only to another version.
        var departure: Departure? {
            Departure.Reason(rawValue: reason).map { Departure($0, time: time, wasEnabled: wasEnabled) }
        }
    }

    var version: Int
    var sha256: String
    var fileName: String
    var format: String
    var size: Int
    /// The shard in which the content is published; absent if the content is stored.
    var shard: String?
    var registrations: [Entry]

    enum CodingKeys: String, CodingKey {
        case version, sha256, format, size, shard, registrations
        case fileName = "file_name"
    }

    init(_ sidecar: Sidecar) {
        version = Sidecar.version
        sha256 = sidecar.digest.hexadecimal
        fileName = sidecar.fileName.rawValue
        format = sidecar.format.rawValue
        size = sidecar.size
        if case .published(let shard) = sidecar.place { self.shard = shard.name }
        registrations = sidecar.registrations.map(Entry.init)
    }
}
