internal import FontModel
internal import LinuxSystem

extension FontManager {
    // MARK: Memory

    /// Registers a font from bytes in memory, such as a font that is embedded in a document.
    ///
    /// The bytes are copied. In process scope, the copy stays in memory until the process ends, because text libraries
    /// may still draw with the font after it is unregistered. If the same bytes are registered again, they are not
    /// copied again. To remove the registration, pass its id to ``unregisterFonts(ids:)``.
    ///
    /// - Parameters:
    ///   - data: The bytes of a font file.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether the font is enabled immediately; otherwise it stays disabled until ``enableFonts(ids:)``.
    ///   - options: How the font is registered.
    /// - Returns: The registered font.
    /// - Throws: ``FontManagerError``, also `exceededResourceLimit` if there is not enough memory for the font;
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
