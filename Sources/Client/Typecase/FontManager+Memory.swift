internal import FontModel
internal import LinuxSystem

extension FontManager {
    // MARK: Memory

    /// Registers a font whose bytes are in memory, such as one that a document has in it.
    ///
    /// The bytes are copied. In process scope the copy stays in memory until the process ends, as text libraries may
    /// still draw with a font that was unregistered; the same bytes are copied once. The registration is removed by its
    /// id, with ``unregisterFonts(ids:)``.
    ///
    /// - Parameters:
    ///   - data: The bytes of a font file.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether programs find the font at once; otherwise it waits for ``enableFonts(ids:)``.
    ///   - options: How it is registered.
    /// - Returns: The font.
    /// - Throws: ``FontManagerError``, `exceededResourceLimit` where there is no memory for it too;
    ///   `CancellationError`.
    @discardableResult
    public func registerFont(
        data: [UInt8], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> RegisteredFont {
        let memory = try await files.run { try FontBytes.memory(of: data) }
        if scope == .process {
            return try await processScope.run(on: files) { [processScope] in
                try processScope.register(.memory(memory), isEnabled: enabled, userInfo: options.userInfo).get()
            }
        }
        return try await registration(scope, enabled, options).register(memory.descriptor)
    }
}
