package import FontModel
internal import FoundationEssentials

/// A removed font that can be restored; its bytes are kept among the removed fonts of the store.
package struct RemovedFont: Sendable, Equatable {
    /// Why the font was removed; the raw value is stored, and is also the name on the bus.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The user uninstalled the font.
        case uninstalled
        /// Another version of the font replaced it.
        case replaced
        /// The font's file was deleted, by hand or by a sync.
        case deleted
    }

    /// The names of one face of the font.
    package struct Name: Sendable, Equatable, Codable {
        /// The PostScript name.
        package var postscriptName: String
        /// The family.
        package var family: String

        /// The name of the style; `nil` if the name was not recorded when the font was removed.
        package var style: String?

        /// Creates a name.
        package init(postscriptName: String, family: String, style: String? = nil) {
            self.postscriptName = postscriptName
            self.family = family
            self.style = style
        }

        enum CodingKeys: String, CodingKey {
            case postscriptName = "postscript_name"
            case family, style
        }
    }

    /// The content's digest.
    package var digest: FontDigest
    /// The name under which the content was last published.
    package var fileName: FontFileName
    /// The size of the content in bytes.
    package var size: Int
    /// The names of its faces, in the order of the file.
    package var names: [Name]
    /// The provider that had registered the font.
    package var provider: ProviderIdentifier
    /// The provider's own mark.
    package var userInfo: String?
    /// Which programs found the font while it was enabled.
    package var visibility: FontVisibility
    /// Whether the font was enabled.
    package var wasEnabled: Bool
    /// Why the font was removed.
    package var reason: Reason
    /// When the font was removed, in seconds since 1970.
    package var time: Int64
    /// Whether the font's file was deleted together with the directory that it was in.
    package var lostDirectory: Bool

    /// Creates a removed font.
    package init(
        digest: FontDigest, fileName: FontFileName, size: Int, names: [Name], provider: ProviderIdentifier,
        userInfo: String? = nil, visibility: FontVisibility = .session, wasEnabled: Bool, reason: Reason, time: Int64,
        lostDirectory: Bool = false
    ) {
        self.digest = digest
        self.fileName = fileName
        self.size = size
        self.names = names
        self.provider = provider
        self.userInfo = userInfo
        self.visibility = visibility
        self.wasEnabled = wasEnabled
        self.reason = reason
        self.time = time
        self.lostDirectory = lostDirectory
    }

    /// When the font is deleted for good, in seconds since 1970.
    package var expires: Int64 { time + Departure.lifetime }
}

extension RemovedFont {
    /// The largest note that is read, in bytes.
    static let maximumSize = 1 << 20
    private static let version = 1

    /// Encodes the font as JSON.
    ///
    /// - Returns: `nil` only if the encoder fails, which no value of this type causes.
    func encoded() -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return (try? encoder.encode(Document(self))).map { [UInt8]($0) + [UInt8(ascii: "\n")] }
    }

    /// Creates a removed font from what ``encoded()`` wrote; `nil` for a note that is damaged or was edited.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - digest: The digest that the file is named after.
    init?(decoding bytes: [UInt8], digest: FontDigest) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            document.version == Self.version, FontDigest(hexadecimal: document.sha256) == digest,
            let fileName = FontFileName(rawValue: document.fileName), document.size >= 0,
            let provider = ProviderIdentifier(rawValue: document.provider),
            let reason = Reason(rawValue: document.reason)
        else { return nil }
        self.init(
            digest: digest, fileName: fileName, size: document.size, names: document.names, provider: provider,
            userInfo: document.userInfo,
            // An unknown visibility does not justify publishing the font.
            visibility: FontVisibility(rawValue: document.visibility) ?? .granted, wasEnabled: document.wasEnabled,
            reason: reason, time: document.time, lostDirectory: document.lostDirectory ?? false)
    }

    /// The format of the file.
    ///
    /// It is separate from the type, so that the file's keys do not depend on names in the program.
    private struct Document: Codable {
        var version: Int
        var sha256: String
        var fileName: String
        var size: Int
        var names: [Name]
        var provider: String
        var userInfo: String?
        var visibility: String
        var wasEnabled: Bool
        var reason: String
        var time: Int64
        var lostDirectory: Bool?

        enum CodingKeys: String, CodingKey {
            case version, sha256, size, names, provider, visibility, reason, time
            case fileName = "file_name"
            case userInfo = "user_info"
            case wasEnabled = "was_enabled"
            case lostDirectory = "lost_directory"
        }

        init(_ font: RemovedFont) {
            version = RemovedFont.version
            sha256 = font.digest.hexadecimal
            fileName = font.fileName.rawValue
            size = font.size
            names = font.names
            provider = font.provider.rawValue
            userInfo = font.userInfo
            visibility = font.visibility.rawValue
            wasEnabled = font.wasEnabled
            reason = font.reason.rawValue
            time = font.time
            lostDirectory = font.lostDirectory ? true : nil
        }
    }
}
