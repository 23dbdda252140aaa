internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// This application as the desktop shows it.
///
///     if await Application.shared.supportsAlternateIcons {
///         try await Application.shared.setAlternateIconName("night")
///     }
///
/// The icons are those of `alternate-icons` in the application's manifest; typecase-provider(5) describes it. All of it can
/// be called from anywhere.
public final class Application: Sendable {
    /// The application of this process, on the session bus.
    public static let shared = Application(FontManager.shared)

    private let manager: FontManager

    /// Shows itself over the connection of a font manager, as where an application uses another bus than the session's.
    ///
    /// - Parameter manager: The font manager.
    public init(_ manager: FontManager) { self.manager = manager }

    /// Whether the desktop can show this application with another icon; `false` also where no service can be had.
    public var supportsAlternateIcons: Bool {
        get async {
            let isSupported = try? await manager.service.call { (session, _) throws(BusError) in
                try await session.icons.supportsAlternateIcons()
            }
            return isSupported ?? false
        }
    }

    /// Why the desktop cannot show this application with another icon, in English, for developers; `nil` where it can.
    ///
    /// - Throws: ``FontManagerError`` where the service does not answer.
    public var alternateIconsUnsupportedReason: String? {
        get async throws {
            let reason = try await manager.service.call { (session, _) throws(BusError) in
                try await session.icons.unsupportedReason()
            }
            return reason.isEmpty ? nil : reason
        }
    }

    /// The names of the icons that the manifest declares.
    ///
    /// - Throws: ``FontManagerError`` where the service does not answer.
    public var alternateIconNames: [String] {
        get async throws {
            try await manager.service.call { (session, _) throws(BusError) in
                try await session.icons.alternateIconNames()
            }
        }
    }

    /// The name of the icon that the application is shown with; `nil` for the primary.
    ///
    /// - Throws: ``FontManagerError`` where the service does not answer.
    public var alternateIconName: String? {
        get async throws {
            let name = try await manager.service.call { (session, _) throws(BusError) in
                try await session.icons.alternateIconName()
            }
            return name.isEmpty ? nil : name
        }
    }

    /// Shows the application with an icon; durable when it returns.
    ///
    /// The user is told, and can take the change back. Of calls that come faster than one a second the last one is carried
    /// out, and the others fail with ``FontManagerError/Code/busy``.
    ///
    /// - Parameter name: A name of the manifest; `nil` for the primary icon.
    /// - Throws: ``FontManagerError``: ``FontManagerError/Code/assetNotFound`` for a name that the manifest does not have,
    ///   and what kept the icon from being changed; then it is what it was.
    public func setAlternateIconName(_ name: String?) async throws {
        let name = name ?? ""
        try await manager.service.call { (session, _) throws(BusError) in
            // It may have to be fetched.
            try await session.icons.setAlternateIconName(
                name: name, options: [:], timeout: MessageLimits.changeTimeout)
        }
    }

    /// Shows the application with an icon that its manifest does not declare; durable when it returns.
    ///
    ///     try await Application.shared.setAlternateIcon(named: "my-drawing", pictures: ["/home/me/drawing.png"])
    ///
    /// The manifest needs `icons-at-run-time`, and the user is asked once, for ``FontRight/setUndeclaredIcons``.
    ///
    /// - Parameters:
    ///   - name: What ``alternateIconName`` is from then on: up to 64 ASCII letters, digits, dots, hyphens and underscores,
    ///     and none of the manifest's names.
    ///   - pictures: The paths of PNG or SVG files, 1 to 16, in several sizes or one that is scaled.
    ///   - options: Where the user is asked.
    /// - Throws: ``FontManagerError``: ``FontManagerError/Code/cancelledByUser`` where the user said no,
    ///   ``FontManagerError/Code/missingEntitlement`` where the manifest or a decision does not allow it, and what kept the
    ///   icon from being changed; then it is what it was.
    public func setAlternateIcon(
        named name: String, pictures: [String], options: RightsRequestOptions = RightsRequestOptions()
    ) async throws {
        // Off the caller's thread, which may be that of a window.
        let files = try await manager.files.run {
            try pictures.map { path in
                do throws(Errno) {
                    return try OwnedFileDescriptor.reading(path)
                } catch {
                    throw FontManagerError(FontError(error, while: "read \(path)")).about(.file(path))
                }
            }
        }
        var entries = options.entries
        entries["pictures"] = BusVariant(files)
        try await manager.service.call(isRepeatable: false) { [entries] (session, _) throws(BusError) in
            try await session.icons.setAlternateIconName(
                name: name, options: entries, timeout: MessageLimits.changeTimeout)
        }
    }
}
