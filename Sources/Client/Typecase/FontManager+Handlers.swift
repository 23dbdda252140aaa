internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

/// A closure that receives the errors of registering or unregistering, like the handlers of Core Text.
///
/// The handler is called several times, one call after the other. Each call receives the errors since the last call,
/// which may be none, and whether the operation is done. The last call always receives `true`. If the handler returns
/// `false`, the operation stops: completed work is not undone, no further work is begun, and one more call follows,
/// without errors and with `true`.
///
/// The methods that take a handler return immediately. Their result is a task. If the task is cancelled, the last call
/// receives an error with the code ``FontManagerError/Code/cancelled`` for each font whose result is not known. The
/// value of the task waits for the end of the operation:
///
///     await manager.registerFonts(at: paths) { errors, _ in
///         for error in errors { print(error) }
///         return true
///     }.value
///
/// The handler may block, because it has a thread of its own. At most 512 handlers run at the same time. The next
/// handler is called when one of them has returned.
public typealias FontOperationHandler =
    @Sendable (_ errors: [FontManagerError], _ isDone: Bool) -> Bool

extension FontManager {
    /// Registers font files, and reports errors to a handler during the operation.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files; symbolic links are followed.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether the fonts are enabled immediately.
    ///   - options: How the fonts are registered. ``FontRegistrationOptions/isAtomic`` is ignored: each font succeeds
    ///     or fails by itself.
    ///   - handler: A closure that receives the errors.
    /// - Returns: The operation, which continues after the call. Its `value` waits for the last call of the handler.
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

    /// Registers fonts by descriptors, and reports errors to a handler during the operation.
    ///
    /// - Parameters:
    ///   - descriptors: Descriptors of the fonts. A descriptor with a path identifies a file.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether the fonts are enabled immediately.
    ///   - handler: A closure that receives the errors.
    /// - Returns: The operation, which continues after the call. Its `value` waits for the last call of the handler.
    @discardableResult
    public func registerFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session, enabled: Bool = true,
        handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        FontOperation(manager: self, handler: handler).run(descriptors, { .descriptor($0) }) { manager, part in
            try await manager.registerFonts(part, scope: scope, enabled: enabled).compactMap(\.failure)
        }
    }

    /// Registers fonts that come with an application, by their names in its manifest, and reports errors to a handler
    /// during the operation.
    ///
    /// - Parameters:
    ///   - names: Names from the `fonts` of the manifest.
    ///   - applicationID: The id of the application, whose files are read by this process; `nil` for the caller's own
    ///     application, whose files are read by the service.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether the fonts are enabled immediately.
    ///   - handler: A closure that receives the errors.
    /// - Returns: The operation, which continues after the call. Its `value` waits for the last call of the handler.
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

    /// Removes registrations of the application by files that contain the same bytes, and reports errors to a handler
    /// during the operation.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files, which are read now.
    ///   - scope: The scope of the registrations.
    ///   - handler: A closure that receives the errors.
    /// - Returns: The operation, which continues after the call. Its `value` waits for the last call of the handler.
    @discardableResult
    public func unregisterFonts(
        at paths: [String], scope: FontScope = .session, handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        FontOperation(manager: self, handler: handler).run(paths, { .file($0) }) { manager, part in
            try await manager.unregisterFonts(at: part, scope: scope)
        }
    }

    /// Removes registrations of the application by descriptors of their fonts, and reports errors to a handler during
    /// the operation.
    ///
    /// - Parameters:
    ///   - descriptors: Descriptors of the fonts. A descriptor with a path identifies a file.
    ///   - scope: The scope of the registrations.
    ///   - handler: A closure that receives the errors.
    /// - Returns: The operation, which continues after the call. Its `value` waits for the last call of the handler.
    @discardableResult
    public func unregisterFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session, handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        FontOperation(manager: self, handler: handler).run(descriptors, { .descriptor($0) }) { manager, part in
            try await manager.unregisterFonts(part, scope: scope)
        }
    }
}
