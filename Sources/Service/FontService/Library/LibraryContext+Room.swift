internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging

/// Makes room on the disk by deleting removed fonts that could be restored.
extension LibraryContext {
    /// The room that a change needs besides its fonts: for notes, caches and the registry.
    private static let roomForRest = 8 << 20

    /// Deletes the removed fonts that have expired, and the oldest ones if there are too many or they fill the disk.
    func limitRemovedFonts() async {
        do throws(FontError) {
            let count = try await onThread { [tree] () throws(FontError) in
                try tree.removed.limit(at: WallClock.secondsSince1970)
            }
            if count > 0 { log.notice("Deleted removed fonts for good", metadata: ["fonts": "\(count)"]) }
        } catch {
            log.warning("The removed fonts could not be limited", metadata: ["error": "\(error)"])
        }
    }

    /// Deletes removed fonts because the disk is full, oldest removals first.
    ///
    /// If there are no removed fonts, requests that add no fonts get the spare room.
    ///
    /// - Parameter requests: The requests that lack room; empty if something else lacks it.
    /// - Returns: Whether there is more room, so that another attempt is worthwhile.
    func makeRoom(for requests: [LibraryRequest]) async -> Bool {
        let bytes = requests.reduce(Self.roomForRest) { $0 + $1.byteCount }
        do throws(FontError) {
            let isDeleted = try await onThread { [tree] () throws(FontError) in
                try tree.removed.delete(freeing: bytes)
            }
            if isDeleted {
                log.notice("Deleted removed fonts for good, as the disk is full")
                return true
            }
            let bringsNone = !requests.isEmpty && requests.allSatisfy(\.bringsNoFonts)
            return bringsNone ? try await giveUpSpareRoom() : false
        } catch {
            log.warning("Removed fonts could not be deleted", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Releases the space that is reserved for removing fonts on a full disk.
    ///
    /// - Returns: Whether any space was reserved.
    func giveUpSpareRoom() async throws(FontError) -> Bool {
        let isGivenUp = try await onThread { [spareRoom] () throws(FontError) in spareRoom.giveUp() }
        if isGivenUp { log.notice("Gave up the space that is kept for removing fonts, as the disk is full") }
        return isGivenUp
    }
}

extension LibraryRequest {
    /// Whether the request only removes fonts or takes them out of use.
    fileprivate var bringsNoFonts: Bool {
        switch action {
        case .change(_, .unregister), .change(_, .setEnabled(false)), .change(_, .setAside), .endSession, .judge: true
        case .register, .change: false
        }
    }

    /// The number of bytes of the fonts that the request adds.
    fileprivate var byteCount: Int {
        if case .register(let candidates, _) = action { candidates.reduce(0) { $0 + $1.size } } else { 0 }
    }
}
