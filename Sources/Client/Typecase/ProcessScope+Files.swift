extension ProcessScope {
    /// Registers files, each by itself or all of them or none, as the options say.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files.
    ///   - enabled: Whether this process finds the fonts at once.
    ///   - options: How they are registered.
    /// - Returns: What came of each file, in order.
    func register(
        filesAt paths: [String], isEnabled enabled: Bool, _ options: FontRegistrationOptions
    ) -> [Result<RegisteredFont, FontManagerError>] {
        var results: [Result<RegisteredFont, FontManagerError>] = []
        for path in paths {
            results.append(register(.file(path), isEnabled: enabled, userInfo: options.userInfo))
        }
        guard options.isAtomic, let failure = results.lazy.compactMap(\.failure).first else { return results }
        return zip(paths, results).map { path, result in
            guard case .success(let font) = result else { return result }
            if !font.wasAlreadyRegistered { unregister(font.id) }
            return .failure(
                FontManagerError(
                    .registrationFailed, "Another font of the call was refused: \(failure.message)",
                    item: .file(path)))
        }
    }
}
