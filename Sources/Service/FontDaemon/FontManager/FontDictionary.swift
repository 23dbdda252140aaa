internal import DBus
internal import FontModel
internal import Registry

/// Converts registrations to the font dictionary that `org.typecase.FontManager1` documents.
enum FontDictionary {
    /// Returns the dictionary of a registration.
    ///
    /// - Parameters:
    ///   - font: The registration, its content and its faces.
    ///   - details: Whether the faces include everything, or only what identifies them.
    ///   - collision: The system font file with which the content conflicts, if programs see the content.
    ///   - directory: The directory of published fonts, for callers that may know it; `nil` for others.
    /// - Returns: The font dictionary.
    static func make(
        _ font: RegistrationWithFaces, details: Bool, collision: String?, publishedIn directory: String?
    )
        -> [String: BusVariant]
    {
        let quarantine = font.content.quarantine
        var dictionary: [String: BusVariant] = [
            "id": BusVariant(font.registration.id.rawValue),
            "provider": BusVariant(font.registration.provider.rawValue),
            "scope": BusVariant(font.registration.scope.rawValue),
            "enabled": BusVariant(font.registration.isEnabled),
            "visibility": BusVariant(font.registration.visibility.rawValue),
            "quarantined": BusVariant(quarantine != nil),
            "format": BusVariant(font.content.format.rawValue),
            "sha256": BusVariant(font.content.digest.hexadecimal),
            "size": BusVariant(UInt64(clamping: font.content.size)),
            "faces": BusVariant(font.faces.map { FaceDictionary.make($0, isFull: details) }),
        ]
        if let directory, case .published(let shard) = font.content.place {
            dictionary["path"] = BusVariant("\(directory)/\(shard)/\(font.content.fileName)")
        }
        if let quarantine {
            dictionary["quarantine"] = BusVariant(quarantine.kind)
            dictionary["quarantine_reason"] = BusVariant(quarantine.reason)
        }
        if let collision, quarantine == nil, font.registration.isEnabled {
            dictionary["collision"] = BusVariant(collision)
        }
        if let userInfo = font.registration.userInfo { dictionary["user_info"] = BusVariant(userInfo) }
        // A collection of faces with hundreds of named instances each would not fit into any message.
        guard details, dictionary.busValue.maximumSize > ReplyPage.size else { return dictionary }
        return make(font, details: false, collision: collision, publishedIn: directory)
    }
}
