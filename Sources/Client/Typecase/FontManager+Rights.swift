internal import BusInterface
internal import DBus
internal import FontModel

/// A right: something that an application may be allowed to do.
///
/// A newer service may know more rights than this type defines.
public struct FontRight: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the right on D-Bus and in manifests.
    public let rawValue: String

    /// Creates a right from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name of the right on D-Bus and in manifests.
    public var description: String { rawValue }

    /// The right to register fonts that other programs can use.
    public static let installFonts = FontRight(rawValue: "install-fonts")
    /// The right to find and open fonts that other providers have registered for programs with this right.
    public static let useInstalledFonts = FontRight(rawValue: "use-installed-fonts")
    /// The right to register fonts that the application's manifest does not declare.
    public static let installUndeclaredFonts = FontRight(rawValue: "install-undeclared-fonts")
    /// The right to have unavailable fonts of other providers made available while the program runs.
    public static let requestFonts = FontRight(rawValue: "request-fonts")
    /// The right to be shown with an icon that the application's manifest declares.
    ///
    /// Every application has this right until the user denies it.
    public static let setAlternateIcons = FontRight(rawValue: "set-alternate-icons")
    /// The right to be shown with an icon that the application's manifest does not declare.
    public static let setUndeclaredIcons = FontRight(rawValue: "set-undeclared-icons")
}

/// Whether an application has a right.
public enum FontRightStanding: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The application has the right.
    case granted
    /// The application does not have the right, because a policy or the user has denied it.
    case denied
    /// The user is asked when the right is needed, or with ``FontManager/requestRights(_:options:)``.
    case ask

    /// The value on D-Bus.
    public var description: String { rawValue }
}

/// Where on the screen a question to the user is shown.
public struct RightsRequestOptions: Sendable, Hashable {
    /// The window that the question belongs to, in the format of the desktop portals, such as `wayland:HANDLE`.
    public var parentWindow: String?
    /// The activation token that allows the question to come to the front.
    public var activationToken: String?

    /// Creates options for a question that belongs to no window.
    public init() {}

    /// The options in the form that D-Bus calls use.
    var entries: [String: BusVariant] {
        var entries: [String: BusVariant] = [:]
        if let parentWindow { entries["parent_window"] = BusVariant(parentWindow) }
        if let activationToken { entries["activation_token"] = BusVariant(activationToken) }
        return entries
    }
}

extension FontManager {
    // MARK: Rights

    /// Returns the rights of the application.
    ///
    /// - Returns: The standing of each right that the service knows. If a newer service reports a standing that this
    ///   library does not know, the right is omitted.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func rights() async throws -> [FontRight: FontRightStanding] {
        Self.standings(
            try await service.call { (session, _) throws(BusError) in try await session.fonts.rights() })
    }

    /// Asks the user for rights that are not yet decided, at a time that the application chooses.
    ///
    /// Registering a font asks automatically. The question stays open for two minutes, and the user's answer is
    /// remembered.
    ///
    /// - Parameters:
    ///   - rights: The rights that the application would like to have, at least one.
    ///   - options: Where the question is shown.
    /// - Returns: The standing of each right, which is always ``FontRightStanding/granted``.
    /// - Throws: ``FontManagerError`` with the code `cancelledByUser` if the user refused; `missingEntitlement` if the
    ///   right was denied before or no program could ask the user; `invalidArgument` if `rights` is empty or contains a
    ///   right that the service does not know; `CancellationError`, which also cancels the question.
    @discardableResult
    public func requestRights(
        _ rights: Set<FontRight>, options: RightsRequestOptions = RightsRequestOptions()
    ) async throws -> [FontRight: FontRightStanding] {
        let entries = options.entries
        let names = rights.map(\.rawValue).sorted()
        // Not repeated, because the user would be asked again.
        let result = try await service.call(isRepeatable: false) { [entries] (session, _) throws(BusError) in
            try await session.runJob(entries) { options throws(BusError) in
                _ = try await session.fonts.requestRights(rights: names, options: options)
            }
        }
        if let error = result.error(about: nil) { throw error }
        return Self.standings(result.value("rights") ?? [:])
    }

    /// Makes fonts available that the application needs, and asks the user if necessary.
    ///
    /// If fonts are not found, the method searches again with the right ``FontRight/useInstalledFonts``. If that right
    /// is not yet decided, the user is asked for it. ``requestFonts(_:options:onProgress:)`` reports a reason for each
    /// font that is not available, and can make more fonts available.
    ///
    /// - Parameters:
    ///   - descriptors: Descriptors of the fonts.
    ///   - options: Where the question is shown.
    /// - Returns: The descriptors of the fonts that are not available; empty if all are available.
    /// - Throws: ``FontManagerError`` if the service cannot be reached; `CancellationError`.
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
            // Without the user's permission, the fonts are not found, as before.
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
