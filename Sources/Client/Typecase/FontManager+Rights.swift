internal import BusInterface
internal import DBus
internal import FontModel

/// Something that an application may be allowed to do.
///
/// A newer service may know more rights than are named here.
public struct FontRight: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name on the bus and in manifests.
    public let rawValue: String

    /// Takes over a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name on the bus and in manifests.
    public var description: String { rawValue }

    /// To register fonts that others can use.
    public static let installFonts = FontRight(rawValue: "install-fonts")
    /// To find and open fonts that others registered for those who have this right.
    public static let useInstalledFonts = FontRight(rawValue: "use-installed-fonts")
    /// To register fonts that its manifest does not declare.
    public static let installUndeclaredFonts = FontRight(rawValue: "install-undeclared-fonts")
    /// To have fonts of others in use that are not, for as long as the program runs.
    public static let requestFonts = FontRight(rawValue: "request-fonts")
    /// To be shown with one of the icons that its manifest declares, which every application has until the user denies it.
    public static let setAlternateIcons = FontRight(rawValue: "set-alternate-icons")
    /// To be shown with an icon that its manifest does not declare.
    public static let setUndeclaredIcons = FontRight(rawValue: "set-undeclared-icons")
}

/// Whether an application has a right.
public enum FontRightStanding: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// It has.
    case granted
    /// It has not: a policy or the user has denied it.
    case denied
    /// The user is asked when it is needed, or with ``FontManager/requestRights(_:options:)``.
    case ask

    /// The word for it on the bus.
    public var description: String { rawValue }
}

/// Where on the screen the user is asked for rights.
public struct RightsRequestOptions: Sendable, Hashable {
    /// The window that the question belongs to, in the form of the desktop portals, such as `wayland:HANDLE`.
    public var parentWindow: String?
    /// What lets the question come to the front.
    public var activationToken: String?

    /// A question that belongs to no window.
    public init() {}

    /// The options of a call.
    var entries: [String: BusVariant] {
        var entries: [String: BusVariant] = [:]
        if let parentWindow { entries["parent_window"] = BusVariant(parentWindow) }
        if let activationToken { entries["activation_token"] = BusVariant(activationToken) }
        return entries
    }
}

extension FontManager {
    // MARK: Rights

    /// What the application may do.
    ///
    /// - Returns: The standing of each right that the service knows; a standing that only a newer one knows is left
    ///   out.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func rights() async throws -> [FontRight: FontRightStanding] {
        Self.standings(
            try await service.call { (session, _) throws(BusError) in try await session.fonts.rights() })
    }

    /// Asks the user for rights that nothing else decides, at a time of the application's choice.
    ///
    /// Registering asks by itself. The question is open for two minutes, and what the user answers is remembered.
    ///
    /// - Parameters:
    ///   - rights: The rights that the application would like to have, at least one.
    ///   - options: Where the user is asked.
    /// - Returns: The standing of each; all are ``FontRightStanding/granted``.
    /// - Throws: ``FontManagerError`` with the code `cancelledByUser` where the user said no, `missingEntitlement`
    ///   where that was decided before or nobody was there to be asked, `invalidArgument` where none is asked for or one
    ///   that the service does not know; `CancellationError`, which gives the question up.
    @discardableResult
    public func requestRights(
        _ rights: Set<FontRight>, options: RightsRequestOptions = RightsRequestOptions()
    ) async throws -> [FontRight: FontRightStanding] {
        let entries = options.entries
        let names = rights.map(\.rawValue).sorted()
        // Not repeated: the user would be asked again.
        let result = try await service.call(isRepeatable: false) { [entries] (session, _) throws(BusError) in
            try await session.runJob(entries) { options throws(BusError) in
                _ = try await session.fonts.requestRights(rights: names, options: options)
            }
        }
        if let error = result.error(about: nil) { throw error }
        return Self.standings(result.value("rights") ?? [:])
    }

    /// Makes fonts available that the application wants to use, with the user's help where that is needed.
    ///
    /// What is not found is looked for again with ``FontRight/useInstalledFonts``, for which the user is asked where
    /// nothing else decides. ``requestFonts(_:options:onProgress:)`` tells of each font why, and brings more fonts into
    /// use.
    ///
    /// - Parameters:
    ///   - descriptors: The fonts.
    ///   - options: Where the user is asked.
    /// - Returns: Those that cannot be had; none where all are there.
    /// - Throws: ``FontManagerError`` where the service cannot be reached; `CancellationError`.
    public func requestFonts(
        _ descriptors: [FontDescriptor], options: RightsRequestOptions = RightsRequestOptions()
    ) async throws -> [FontDescriptor] {
        func missing(_ descriptors: [FontDescriptor]) async throws -> [FontDescriptor] {
            zip(descriptors, try await matchingFaces(for: descriptors)).filter { $1 == nil }.map(\.0)
        }
        let wanted = try await missing(descriptors)
        guard !wanted.isEmpty, try await rights()[.useInstalledFonts] == .ask else { return wanted }
        do {
            try await requestRights([.useInstalledFonts], options: options)
        } catch let error as FontManagerError where [.cancelledByUser, .missingEntitlement].contains(error.code) {
            // What the user does not allow is not found, as before.
            return wanted
        }
        return try await missing(wanted)
    }

    private static func standings(_ names: [String: String]) -> [FontRight: FontRightStanding] {
        var standings: [FontRight: FontRightStanding] = [:]
        for (name, standing) in names {
            standings[FontRight(rawValue: name)] = FontRightStanding(rawValue: standing)
        }
        return standings
    }
}
