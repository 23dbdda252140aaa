internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry

/// Fonts whose files were deleted by hand, or by a sync.
extension LibraryPublisher {
    /// Keeps the bytes of a font whose file is gone among the removed fonts, and notes the name that it had.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - reason: Why it leaves.
    /// - Throws: What kept the registry from being read or the name from being noted. A font that cannot be kept is none.
    func keepDeleted(_ digest: FontDigest, because reason: RemovedFont.Reason) async throws(FontError) {
        let planner = try await planner(knowing: [digest], [])
        guard let entry = planner.entries[digest], let initial = entry.initial,
            let fileName = FontFileName(rawValue: initial.fileName)
        else { return }
        let registration = entry.registrations.first { $0.scope == .persistent }
        let removed = registration.map {
            RemovedFont(
                digest: digest, fileName: fileName, size: initial.size,
                names: entry.faces.map { RemovedFont.Name(postscriptName: $0.postscriptName, family: $0.family) },
                provider: $0.provider, userInfo: $0.userInfo, visibility: $0.visibility, wasEnabled: $0.isEnabled,
                reason: reason, time: WallClock.secondsSince1970)
        }
        try await onThread { [tree] () throws(FontError) in
            try tree.noteGone([FontTree.GoneName(digest: digest, fileName: fileName)])
        }
        guard let removed else { return }
        do throws(FontError) {
            let isKept = try await onThread { [tree] () throws(FontError) in try tree.retireSpare(of: removed) }
            if isKept { hasNewRemovedFonts = true }
        } catch {
            log.warning("A deleted font could not be kept", metadata: ["sha256": "\(digest)", "error": "\(error)"])
        }
    }
}
