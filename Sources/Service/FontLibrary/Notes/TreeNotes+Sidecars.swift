package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension TreeNotes {
    /// Reads all sidecars, to rebuild a lost registry.
    ///
    /// Reading takes about 20 µs for each sidecar.
    ///
    /// - Returns: The valid sidecars, and the contents whose sidecar is damaged. Damaged sidecars are left where they
    ///   are.
    package func readSidecars() throws(FontError) -> SidecarCollection {
        var collection = SidecarCollection(sidecars: [], damaged: [])
        guard let store = try tree.openStore() else { return collection }
        for name in try reporting("list the stored fonts", { () throws(Errno) in try store.entries() }) {
            guard case .sidecar(let digest) = StoreEntry(name: name) else { continue }
            if let sidecar = readSidecar(digest, at: .sidecar(digest), in: store) {
                collection.sidecars.append(sidecar)
            } else {
                collection.damaged.append(digest)
            }
        }
        return collection
    }

    /// Reads the sidecar of a content from an entry of the store; `nil` if there is no valid sidecar.
    func readSidecar(_ digest: FontDigest, at entry: StoreEntry, in store: Directory) -> Sidecar? {
        do throws(Errno) {
            let file = try store.open(entry.entryName, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard try FileStatus(of: file).kind == .regular,
                let bytes = try readBytes(of: file, limit: Sidecar.maximumSize)
            else { return nil }
            return Sidecar(decoding: bytes, digest: digest)
        } catch {
            return nil
        }
    }

    /// Reads the sidecar of a content; `nil` if there is no valid one.
    package func sidecar(of digest: FontDigest) throws(FontError) -> Sidecar? {
        guard let store = try tree.openStore() else { return nil }
        return readSidecar(digest, at: .sidecar(digest), in: store)
    }
}
