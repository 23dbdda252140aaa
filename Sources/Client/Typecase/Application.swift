internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// This application and its icon, as the desktop shows them.
///
///     if await Application.shared.supportsAlternateIcons {
///         try await Application.shared.setAlternateIconName("night")
///     }
///
/// The icons are those of `alternate-icons` in the application's manifest, which typecase-provider(5) describes. All
/// members can be used from any thread.
public final class Application: Sendable {
    /// The application of this process, on the session bus.
    public static let shared = Application(FontManager.shared)

    private let manager: FontManager

    /// Creates an application that uses the connection of a font manager.
    ///
    /// An application needs this if it uses a bus other than the session bus.
    ///
    /// - Parameter manager: The font manager.
    public init(_ manager: FontManager) { self.manager = manager }

    /// Whether the desktop can show this application with another icon; `false` also if no service is available.
    public var supportsAlternateIcons: Bool {
        get async {
            let isSupported = try? await manager.service.call { (session, _) throws(BusError) in
                try await session.icons.supportsAlternateIcons()
            }
            return isSupported ?? false
        }
    }

    /// The reason why the desktop cannot show this application with another icon; `nil` if it can.
    ///
    /// The text is in English, for developers.
    ///
    /// - Throws: ``FontManagerError`` if the service does not answer.
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
    /// - Throws: ``FontManagerError`` if the service does not answer.
    public var alternateIconNames: [String] {
        get async throws {
            try await manager.service.call { (session, _) throws(BusError) in
                try await session.icons.alternateIconNames()
            }
        }
    }

    /// The name of the application's current icon; `nil` for the primary icon.
    ///
    /// - Throws: ``FontManagerError`` if the service does not answer.
    public var alternateIconName: String? {
        get async throws {
            let name = try await manager.service.call { (session, _) throws(BusError) in
                try await session.icons.alternateIconName()
            }
            return name.isEmpty ? nil : name
        }
    }

    /// Changes the icon of the application; the change is durable when the method returns.
    ///
    /// The user is notified, and can undo the change. If calls come faster than one a second, only the last one is
    /// carried out, and the others fail with ``FontManagerError/Code/busy``.
    ///
    /// - Parameter name: A name that the manifest declares; `nil` for the primary icon.
    /// - Throws: ``FontManagerError``: ``FontManagerError/Code/assetNotFound`` if the manifest does not declare the
    ///   name, or the reason why the icon could not be changed. After an error, the icon is unchanged.
    public func setAlternateIconName(_ name: String?) async throws {
        let name = name ?? ""
        try await manager.service.call { (session, _) throws(BusError) in
            // The icon may have to be fetched.
            try await session.icons.setAlternateIconName(
                name: name, options: [:], timeout: MessageLimits.changeTimeout)
        }
    }

    /// Changes the icon of the application to one that its manifest does not declare.
    ///
    /// The change is durable when the method returns.
    ///
    ///     try await Application.shared.setAlternateIcon(named: "my-drawing", pictures: ["/home/me/drawing.png"])
    ///
    /// The manifest must contain `icons-at-run-time`, and the user is asked once for the right
    /// ``FontRight/setUndeclaredIcons``.
    ///
    /// - Parameters:
    ///   - name: The value of ``alternateIconName`` after the change: up to 64 ASCII letters, digits, dots, hyphens and
    ///     underscores, and not one of the manifest's names.
    ///   - pictures: The paths of 1 to 16 PNG or SVG files: the icon in several sizes, or one file that is scaled.
    ///   - options: Where on the screen the user is asked.
    /// - Throws: ``FontManagerError``: ``FontManagerError/Code/cancelledByUser`` if the user refused,
    ///   ``FontManagerError/Code/missingEntitlement`` if the manifest or a decision does not allow the change, or the
    ///   reason why the icon could not be changed. After an error, the icon is unchanged.
    public func setAlternateIcon(
        named name: String, pictures: [String], options: RightsRequestOptions = RightsRequestOptions()
    ) async throws {
        // The files are not opened on the caller's thread, which may be that of a window.
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
