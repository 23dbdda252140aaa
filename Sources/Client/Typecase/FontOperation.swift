internal import BusInterface
internal import FontModel
internal import LinuxSystem

/// An operation on any number of fonts, which reports its progress to a handler.
struct FontOperation: Sendable {
    let manager: FontManager
    let handler: FontOperationHandler?

    /// Some of the items of an operation.
    private struct Part<Element: Sendable>: Sendable {
        var elements: [Element]
        var items: [FontManagerError.Item]
    }

    /// Processes the parts one after the other, and calls the handler after each.
    ///
    /// The task retains the font manager until the operation ends, even if all other references are released.
    ///
    /// - Parameters:
    ///   - elements: The elements to process.
    ///   - item: Returns the item that errors name for an element.
    ///   - work: Processes some of the elements, and returns the errors.
    /// - Returns: The task.
    func run<Element: Sendable>(
        _ elements: [Element], _ item: (Element) -> FontManagerError.Item,
        _ work: @escaping @Sendable (FontManager, [Element]) async throws -> [FontManagerError]
    ) -> Task<Void, Never> {
        var parts = elements.batches(of: MessageLimits.descriptors).map {
            Part(elements: Array($0), items: $0.map(item))
        }
        // The handler is called once even if there are no elements.
        if parts.isEmpty { parts = [Part(elements: [], items: [])] }
        return Task.detached { [parts] in
            var rest = parts[...]
            while let part = rest.popFirst() {
                let errors: [FontManagerError]
                do {
                    try Task.checkCancellation()
                    errors = part.elements.isEmpty ? [] : try await work(manager, part.elements)
                } catch {
                    // An error that fails the whole call applies to the remaining items, too.
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

    /// Calls the handler, and returns whether the operation continues.
    private func goesOn(_ errors: [FontManagerError], _ isDone: Bool) async -> Bool {
        guard let handler else { return true }
        // If no thread is available, the handler is called on this thread, so that every operation reports its end.
        return (try? await manager.handlers.run { handler(errors, isDone) }) ?? handler(errors, isDone)
    }
}
