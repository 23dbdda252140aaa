internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension FontManager {
    /// The setting for automatic activation of an application's fonts.
    ///
    /// It decides whether a disabled font that the application has registered is enabled when the application requests
    /// it.
    ///
    /// The setting belongs to the user and applies to every process of the application. It is stored in
    /// `typecase/auto-activation` in the user's configuration directory.
    ///
    /// - Parameter applicationID: The id of the application, such as `org.example.Writer`. If `nil`, the method returns
    ///   the user's setting for all applications whose own setting is ``AutoActivationSetting/default``; `nil` does not
    ///   stand for the caller. ``applicationID()`` returns the caller's own id.
    /// - Returns: The setting; ``AutoActivationSetting/default`` if none is stored. For an application, this value
    ///   means that the setting for `nil` applies. For `nil`, it means that no font is activated.
    /// - Throws: ``FontManagerError`` if the setting cannot be read.
    public func autoActivationSetting(for applicationID: String?) async throws -> AutoActivationSetting {
        try await files.run { try AutoActivationFile(applicationID).setting() }
    }

    /// Sets whether an application's disabled fonts are enabled when the application requests them.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - applicationID: The id of the application; `nil` for all applications without a setting of their own, as in
    ///     ``autoActivationSetting(for:)``.
    /// - Throws: ``FontManagerError`` if the setting cannot be written. In this case, the old setting remains in force.
    public func setAutoActivation(_ setting: AutoActivationSetting, for applicationID: String?) async throws {
        try await files.run { try AutoActivationFile(applicationID).set(setting) }
    }

    /// Finds the best enabled face for each descriptor, and enables disabled fonts of the application if needed.
    ///
    /// Disabled fonts are enabled only if no enabled face matches a descriptor, the application has registered a
    /// disabled font with the name in the descriptor, and the user's setting allows it.
    ///
    /// - Parameters:
    ///   - descriptors: Descriptors of the faces.
    ///   - applicationID: The id of the application whose setting applies; `nil` for the caller's own.
    ///   - prompt: A closure that asks the user whether to enable these fonts, and returns the answer. It is called if
    ///     the setting is ``AutoActivationSetting/promptUser``.
    /// - Returns: A face for each descriptor, in order; `nil` if none matches.
    /// - Throws: ``FontManagerError``: `insufficientInfo` if the service does not know which application the caller
    ///   belongs to; `CancellationError`.
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
        // A font that cannot be enabled is not found, as before.
        _ = try await enableFonts(ids: waiting.map(\.id))
        return try await matchingFaces(for: descriptors)
    }
}

/// The file of one setting.
///
/// Each setting is a single word in its own file, so that applications do not overwrite each other's settings.
private struct AutoActivationFile {
    private static let directory = ["typecase", "auto-activation"]
    /// The name of the file for all applications.
    ///
    /// It cannot be an application id, because every id contains a dot.
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
            // A newer version may have written a word that this version does not know.
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
