package import FontModel
package import Registry

extension FontError {
    /// The font error for a registry that could not be read or changed.
    package init(_ error: RegistryError) {
        let code: Code =
            switch error.code {
            case .storageFull: .storageFull
            case .readOnly, .newerSchema: .readOnly
            case .damaged: .corrupt
            case .busy: .busy
            case .invalidCursor: .invalidCursor
            default: .registrationFailed
            }
        let remedy =
            switch error.code {
            case .newerSchema:
                ". Install the Typecase that wrote it, or a later one; or move the registry away, and it is built anew from "
                    + "the store."
            case .storageFull: ". Free some space and try again."
            default: ""
            }
        self.init(code, error.message + remedy)
    }

    /// Runs a call to the registry and turns its error into a font error.
    static func mapping<Result>(
        _ body: () async throws(RegistryError) -> Result
    ) async throws(FontError) -> Result {
        do throws(RegistryError) {
            return try await body()
        } catch {
            throw FontError(error)
        }
    }
}
