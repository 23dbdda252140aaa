internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging

/// The fonts that left and can be brought back, as far as changes have to do with them.
extension LibraryContext {
    /// Room for what a change needs besides fonts: notes, caches and the registry.
    private static let roomForRest = 8 << 20

    /// Deletes the removed fonts whose time is over, and the first of those that are too many or fill the disk.
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

    /// Deletes removed fonts where the disk is full, those that left first before others.
    ///
    /// What brings no fonts gets the spare room where there are none.
    ///
    /// - Parameter requests: What there is no room for; none where it is something else.
    /// - Returns: Whether there is more room, so that it is worth another try.
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

    /// Gives up the space that is kept for removing fonts on a full disk.
    ///
    /// - Returns: Whether there was any.
    func giveUpSpareRoom() async throws(FontError) -> Bool {
        let isGivenUp = try await onThread { [spareRoom] () throws(FontError) in spareRoom.giveUp() }
        if isGivenUp { log.notice("Gave up the space that is kept for removing fonts, as the disk is full") }
        return isGivenUp
    }
}

extension LibraryRequest {
    /// Whether it only takes fonts away, or out of use.
    fileprivate var bringsNoFonts: Bool {
        switch action {
        case .change(_, .unregister), .change(_, .setEnabled(false)), .change(_, .setAside), .endSession, .judge: true
        case .register, .change: false
        }
    }

    /// The bytes of the fonts that it brings.
    fileprivate var byteCount: Int {
        if case .register(let candidates, _) = action { candidates.reduce(0) { $0 + $1.size } } else { 0 }
    }
}
