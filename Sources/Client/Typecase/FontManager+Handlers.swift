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
        return run(parts(paths, of: MessageLimits.descriptors) { .file($0) }, handler) { [options] manager, part in
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
        run(parts(descriptors, of: MessageLimits.descriptors) { .descriptor($0) }, handler) { manager, part in
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
        run(parts(names, of: MessageLimits.descriptors) { .asset($0) }, handler) { manager, part in
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
        run(parts(paths, of: MessageLimits.descriptors) { .file($0) }, handler) { manager, part in
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
        run(parts(descriptors, of: MessageLimits.descriptors) { .descriptor($0) }, handler) { manager, part in
            try await manager.unregisterFonts(part, scope: scope)
        }
    }

    // MARK: Running

    /// Some of the items of an operation.
    private struct Part<Element: Sendable>: Sendable {
        var elements: [Element]
        var items: [FontManagerError.Item]
    }

    /// The items as they are worked on, at least one part.
    private func parts<Element: Sendable>(
        _ elements: [Element], of size: Int, _ item: (Element) -> FontManagerError.Item
    ) -> [Part<Element>] {
        let parts = elements.batches(of: size).map { Part(elements: Array($0), items: $0.map(item)) }
        return parts.isEmpty ? [Part(elements: [], items: [])] : parts
    }

    /// Works on part after part, and calls the handler after each.
    ///
    /// The task keeps the font manager until the end, whoever lets go of it meanwhile.
    private func run<Element: Sendable>(
        _ parts: [Part<Element>], _ handler: FontOperationHandler?,
        _ work: @escaping @Sendable (FontManager, [Element]) async throws -> [FontManagerError]
    ) -> Task<Void, Never> {
        Task.detached { [self] in
            var rest = parts[...]
            while let part = rest.popFirst() {
                let errors: [FontManagerError]
                do {
                    try Task.checkCancellation()
                    errors = part.elements.isEmpty ? [] : try await work(self, part.elements)
                } catch {
                    // What keeps the whole call from being made keeps the others from it too.
                    let failure =
                        switch error {
                        case let error as FontManagerError: error
                        case is CancellationError:
                            FontManagerError(
                                .cancelled,
                                """
                                The task was cancelled before it was known what became of this font. Ask \
                                registeredFonts() whether it is registered.
                                """)
                        default: FontManagerError(.registrationFailed, String(describing: error))
                        }
                    errors = (part.items + rest.flatMap(\.items)).map(failure.about)
                    rest = []
                }
                let isDone = rest.isEmpty
                if await !goesOn(handler, errors, isDone), !isDone {
                    _ = await goesOn(handler, [], true)
                    return
                }
            }
        }
    }

    /// Calls a handler, and tells whether the operation goes on.
    private func goesOn(
        _ handler: FontOperationHandler?, _ errors: [FontManagerError], _ isDone: Bool
    ) async -> Bool {
        guard let handler else { return true }
        // Where the system has no thread left it is called on this one: every operation tells its end.
        return (try? await handlers.run { handler(errors, isDone) }) ?? handler(errors, isDone)
    }
}
