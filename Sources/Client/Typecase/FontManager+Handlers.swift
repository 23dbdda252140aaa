internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

/// Learns how registering or unregistering goes on, as Core Text's handlers do.
///
/// It is called several times, one call after the other: with what failed since the last call, which may be nothing,
/// and with whether that was all. The call with `true` is always the last. Returning `false` stops the operation: what
/// has been done stays done, what has not been begun never is, and one more call follows, without errors and with
/// `true`.
///
/// The calls that take a handler return at once. Their result is a task. Where that is cancelled, each font of which it
/// is not known what became has an error with the code ``FontManagerError/Code/cancelled`` in the last call. Its value
/// waits for the end:
///
///     await manager.registerFonts(at: paths) { errors, _ in
///         for error in errors { print(error) }
///         return true
///     }.value
///
/// It may block: it has a thread for itself. As many as 512 can be called at the same time; the next is called when one
/// of them has returned.
public typealias FontOperationHandler =
    @Sendable (_ errors: [FontManagerError], _ isDone: Bool) -> Bool

extension FontManager {
    /// Registers font files, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files; symbolic links are followed.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: How they are registered; each font by itself, whatever it says of that.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    public func registerFonts(
        at paths: [String], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions(), handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        var options = options
        options.isAtomic = false
        return FontOperation(manager: self, handler: handler).run(paths, { .file($0) }) { [options] manager, part in
            try await manager.registerFonts(at: part, scope: scope, enabled: enabled, options: options)
                .compactMap(\.failure)
        }
    }

    /// Registers fonts by descriptors, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - descriptors: What the fonts are called; one with a path stands for the file.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    public func registerFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session, enabled: Bool = true,
        handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        FontOperation(manager: self, handler: handler).run(descriptors, { .descriptor($0) }) { manager, part in
            try await manager.registerFonts(part, scope: scope, enabled: enabled).compactMap(\.failure)
        }
    }

    /// Registers fonts that come with an application, by their names in its manifest, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - names: The names of the `fonts` of the manifest.
    ///   - applicationID: The application's id, for which this process reads the files; `nil` for the caller's own,
    ///     whose files the service reads.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    public func registerFonts(
        withAssetNames names: [String], of applicationID: String? = nil, scope: FontScope = .session,
        enabled: Bool = true,
        handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        FontOperation(manager: self, handler: handler).run(names, { .asset($0) }) { manager, part in
            guard let applicationID else {
                return try await manager.registerFonts(withAssetNames: part, scope: scope, enabled: enabled)
                    .compactMap(\.failure)
            }
            return try await manager.registerFonts(
                withAssetNames: part, of: applicationID, scope: scope, enabled: enabled
            ).compactMap(\.failure)
        }
    }

    /// Removes registrations of the application by files with the same bytes, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files, as they are now.
    ///   - scope: The scope that the registrations have.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    public func unregisterFonts(
        at paths: [String], scope: FontScope = .session, handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        FontOperation(manager: self, handler: handler).run(paths, { .file($0) }) { manager, part in
            try await manager.unregisterFonts(at: part, scope: scope)
        }
    }

    /// Removes registrations of the application by what their fonts are called, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - descriptors: What the fonts are called; one with a path stands for the file.
    ///   - scope: The scope that the registrations have.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    public func unregisterFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session, handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        FontOperation(manager: self, handler: handler).run(descriptors, { .descriptor($0) }) { manager, part in
            try await manager.unregisterFonts(part, scope: scope)
        }
    }
}
