internal import Typecase

extension FontManager {
    /// What is said of fonts that come with an application: why each cannot be registered, or that it is.
    ///
    /// - Parameters:
    ///   - names: The names of the fonts.
    ///   - application: The application's id; `own` for the one that this program is.
    /// - Returns: The messages, with bars between them.
    /// - Throws: What is no answer of the font manager.
    func explanations(ofAssets names: [String], of application: String) async throws -> String {
        do {
            let results =
                application == "own"
                ? try await registerFonts(withAssetNames: names).map { $0.map { _ in } }
                : try await registerFonts(withAssetNames: names, of: application, scope: .process).map {
                    $0.map { _ in }
                }
            return results.map { result in
                if case .failure(let error) = result { error.message } else { "done" }
            }.joined(separator: " | ")
        } catch let error as FontManagerError {
            return error.message
        }
    }
}
