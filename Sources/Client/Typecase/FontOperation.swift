internal import BusInterface
internal import FontModel
internal import LinuxSystem

/// An operation on any number of fonts, which tells a handler how it goes on.
struct FontOperation: Sendable {
    let manager: FontManager
    let handler: FontOperationHandler?

    /// Some of the items of an operation.
    private struct Part<Element: Sendable>: Sendable {
        var elements: [Element]
        var items: [FontManagerError.Item]
    }

    /// Works on part after part, and calls the handler after each.
    ///
    /// The task keeps the font manager until the end, whoever lets go of it meanwhile.
    ///
    /// - Parameters:
    ///   - elements: What to work on.
    ///   - item: What errors name each of them.
    ///   - work: Works on some of them, and returns what failed.
    /// - Returns: The task.
    func run<Element: Sendable>(
        _ elements: [Element], _ item: (Element) -> FontManagerError.Item,
        _ work: @escaping @Sendable (FontManager, [Element]) async throws -> [FontManagerError]
    ) -> Task<Void, Never> {
        var parts = elements.batches(of: MessageLimits.descriptors).map {
            Part(elements: Array($0), items: $0.map(item))
        }
        // The handler is called once where there is nothing to do, too.
        if parts.isEmpty { parts = [Part(elements: [], items: [])] }
        return Task.detached { [parts] in
            var rest = parts[...]
            while let part = rest.popFirst() {
                let errors: [FontManagerError]
                do {
                    try Task.checkCancellation()
                    errors = part.elements.isEmpty ? [] : try await work(manager, part.elements)
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
                if await !goesOn(errors, isDone), !isDone {
                    _ = await goesOn([], true)
                    return
                }
            }
        }
    }

    /// Calls the handler, and tells whether the operation goes on.
    private func goesOn(_ errors: [FontManagerError], _ isDone: Bool) async -> Bool {
        guard let handler else { return true }
        // Where the system has no thread left it is called on this one: every operation tells its end.
        return (try? await manager.handlers.run { handler(errors, isDone) }) ?? handler(errors, isDone)
    }
}
