internal import FontLibrary
internal import FontModel
internal import Logging
internal import Registry

/// The store's note of what the user decided of fonts that are not there any more, which have no sidecar for it.
extension LibraryPublisher {
    /// Writes the note anew, as the registry has it.
    ///
    /// A failure costs nothing as long as the registry is there, and the next start tries again.
    func saveDecisions() async {
        do throws(FontError) {
            let names = try await FontError.mapping { () throws(RegistryError) in try await registry.disabledNames() }
            try await onThread { [tree] () throws(FontError) in try tree.writeDisabledNames(names) }
        } catch {
            log.warning("The note of the fonts that the user disabled is out of date", metadata: ["error": "\(error)"])
        }
    }

    /// Brings the note to what the registry says or, where the registry is lost, the registry to what the note says.
    ///
    /// - Parameter isRegistryLost: Whether the registry is new.
    /// - Throws: What kept the registry from being read or written, or the note from being read that it is to be made from.
    func reconcileDecisions(isRegistryLost: Bool) async throws(FontError) {
        let noted: DisabledNames?
        do throws(FontError) {
            noted = try await onThread { [tree] () throws(FontError) in try tree.readDisabledNames() }
        } catch {
            // Where the registry is lost the note is all that is left of them: not to be read now is no reason to write
            // over it.
            if isRegistryLost, error.code != .corrupt { throw error }
            log.warning("The note of the fonts that the user disabled cannot be read", metadata: ["error": "\(error)"])
            noted = nil
        }
        if isRegistryLost, let noted, !noted.isEmpty {
            let mutations = noted.map { RegistryMutation.rememberDisabled($0, keys: $1.sorted()) }
            _ = try await FontError.mapping { () throws(RegistryError) in try await registry.commit(mutations) }
        }
        let known = try await FontError.mapping { () throws(RegistryError) in try await registry.disabledNames() }
        if known != noted { await saveDecisions() }
    }
}
