extension ProcessScope {
    /// Registers files, either each by itself or all or none, depending on the options.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files.
    ///   - enabled: Whether this process finds the fonts immediately.
    ///   - options: The options of the registrations.
    /// - Returns: The result for each file, in order.
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
