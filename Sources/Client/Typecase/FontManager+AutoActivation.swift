internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension FontManager {
    /// Whether fonts that an application has registered disabled are enabled when it asks for one of them.
    ///
    /// The setting is the user's, for every process of the application, in `typecase/auto-activation` below the user's
    /// directory of configuration.
    ///
    /// - Parameter applicationID: The application, such as `org.example.Writer`, whose own setting is read. `nil` stands for
    ///   no application, the caller's neither: it is the user's setting for all that have ``AutoActivationSetting/default``.
    ///   ``applicationID()`` tells the caller's own.
    /// - Returns: The setting; ``AutoActivationSetting/default`` where there is none. Of an application that means that the
    ///   setting of `nil` holds, and of `nil` that nothing is activated.
    /// - Throws: ``FontManagerError`` where it cannot be read.
    public func autoActivationSetting(for applicationID: String?) async throws -> AutoActivationSetting {
        try await files.run { try AutoActivationFile(applicationID).setting() }
    }

    /// Sets whether fonts that an application has registered disabled are enabled when it asks for one of them.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - applicationID: The application; `nil` for all that have no setting of their own, as for
    ///     ``autoActivationSetting(for:)``.
    /// - Throws: ``FontManagerError`` where it cannot be written; then the old one holds.
    public func setAutoActivation(_ setting: AutoActivationSetting, for applicationID: String?) async throws {
        try await files.run { try AutoActivationFile(applicationID).set(setting) }
    }

    /// Finds the best enabled face for each descriptor, and enables fonts of the application that it has registered
    /// disabled, where the user lets it and nothing else is found.
    ///
    /// - Parameters:
    ///   - descriptors: What the faces should be like.
    ///   - applicationID: The application, whose setting counts; `nil` for the caller's own.
    ///   - prompt: Asks the user whether these fonts are to be enabled, where the setting is
    ///     ``AutoActivationSetting/promptUser``, and returns the answer.
    /// - Returns: A face for each descriptor, in order; `nil` where none matches.
    /// - Throws: ``FontManagerError``, `insufficientInfo` where the service does not know which application the caller
    ///   is; `CancellationError`.
    public func matchingFaces(
        for descriptors: [FontDescriptor], activatingFontsOf applicationID: String? = nil,
        prompt: (@Sendable (_ fonts: [RegisteredFont]) async -> Bool)? = nil
    ) async throws -> [FontFace?] {
        let faces = try await matchingFaces(for: descriptors)
        let missing = zip(descriptors, faces).filter { $1 == nil && $0.isNamed }.map(\.0)
        if missing.isEmpty { return faces }
        var setting = try await autoActivationSetting(for: requiredApplicationID(applicationID))
        if setting == .default { setting = try await autoActivationSetting(for: nil) }
        guard setting == .enabled || setting == .promptUser && prompt != nil else { return faces }
        let waiting = try await registeredFonts(enabled: false)
            .filter { font in missing.contains { $0.stands(for: font) } }
        if waiting.isEmpty { return faces }
        if setting == .promptUser, await prompt?(waiting) != true { return faces }
        // What cannot be enabled is not found, as before.
        _ = try await enableFonts(ids: waiting.map(\.id))
        return try await matchingFaces(for: descriptors)
    }
}

/// Where a setting is kept: a word in a file of its own, so that applications do not write over each other's.
private struct AutoActivationFile {
    private static let directory = ["typecase", "auto-activation"]
    /// No application id is without a dot.
    private static let everyone = "default"

    private let base: String
    private let name: String

    init(_ applicationID: String?) throws(FontManagerError) {
        if let applicationID, ProviderIdentifier(applicationID: applicationID) == nil {
            throw FontManagerError(.insufficientInfo, "'\(applicationID)' is not the id of an application.")
        }
        func absolute(_ variable: String) -> String? {
            BaseDirectories.directory(getenv(variable).map { String(cString: $0) })
        }
        guard let base = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map({ $0 + "/.config" }) else {
            throw FontManagerError(.readOnly, "Neither XDG_CONFIG_HOME nor HOME names a directory.")
        }
        self.base = base
        name = applicationID ?? Self.everyone
    }

    private var file: SmallFile {
        SmallFile(
            path: ([base] + Self.directory + [name]).joined(separator: "/"), writer: FontIdentifier.random().rawValue)
    }

    func setting() throws(FontManagerError) -> AutoActivationSetting {
        do throws(Errno) {
            let text = try file.read()?.split(whereSeparator: \.isWhitespace).first
            // A newer version may know more words.
            return text.flatMap { AutoActivationSetting(rawValue: String($0)) } ?? .default
        } catch {
            throw failure(error)
        }
    }

    func set(_ setting: AutoActivationSetting) throws(FontManagerError) {
        do throws(Errno) {
            if setting == .default { return try file.remove() }
            var directory = base
            for part in [""] + Self.directory {
                if !part.isEmpty { directory += "/\(part)" }
                do throws(Errno) {
                    try retryingInterrupts { mkdir(directory, 0o700) }
                } catch .fileExists {}
            }
            try file.replace(with: setting.rawValue + "\n")
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ errno: Errno) -> FontManagerError {
        FontManagerError(FontError(errno, while: "keep the setting in \(file.path)"))
    }
}
