internal import Synchronization

/// Registers the same bytes once for all who want them at one time, and takes back what turned out to be nobody's.
///
/// Whether a font is what somebody wants is known only once it is registered, and it may be for one and not for
/// another: what none of them wanted is taken back when the last of them has looked at it.
final class SharedRegistrations: Sendable {
    /// What to do with the bytes.
    struct Work: Sendable {
        var register: @Sendable () async throws -> RegisteredFont
        /// Told the font that was registered, and whose nobody is.
        var takeBack: @Sendable (RegisteredFont) async -> Void
    }

    private enum Entry {
        /// Somebody waits for it, or looks at it.
        case inUse(Use)
        /// It is being taken back; who comes now waits for that.
        case leaving(Task<Void, Never>)
    }

    private struct Use {
        var task: Task<RegisteredFont, any Error>
        /// Whether the task has ended: who comes later learns what has become of the font since.
        var hasEnded = false
        /// The font, where it was not registered before anybody here wanted it.
        var added: RegisteredFont?
        var count = 0
        var isWanted = false
        var isRefused = false
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Registers a font, and looks whether it is what was wanted.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of the bytes.
    ///   - work: How to register them.
    ///   - look: Finds what is wanted in the font; `nil` where it is not there.
    /// - Returns: What was found; where that is nothing, and for nobody else either, the font has been taken back.
    /// - Throws: Why the font was not registered, or what `look` throws.
    func use<Wanted: Sendable>(
        _ digest: String, _ work: Work, _ look: (RegisteredFont) async throws -> Wanted?
    ) async throws -> Wanted? {
        let task = await join(digest, work)
        let result = await task.result
        end(task, result, digest)
        do {
            let wanted = try await look(try result.get())
            await leave(digest, isWanted: wanted != nil, work)
            return wanted
        } catch {
            // It is not known whose the font is.
            await leave(digest, isWanted: nil, work)
            throw error
        }
    }

    private func join(_ digest: String, _ work: Work) async -> Task<RegisteredFont, any Error> {
        while true {
            typealias Joined = (task: Task<RegisteredFont, any Error>?, leaving: Task<Void, Never>?)
            let (task, leaving) = entries.withLock { entries -> Joined in
                var use: Use
                switch entries[digest] {
                case .leaving(let task)?: return (nil, task)
                case .inUse(let current)?: use = current
                case nil: use = Use(task: Task.detached { try await work.register() })
                }
                if use.hasEnded { (use.task, use.hasEnded) = (Task.detached { try await work.register() }, false) }
                use.count += 1
                entries[digest] = .inUse(use)
                return (use.task, nil)
            }
            if let task { return task }
            await leaving?.value
        }
    }

    private func end(
        _ task: Task<RegisteredFont, any Error>, _ result: Result<RegisteredFont, any Error>, _ digest: String
    ) {
        entries.withLock { entries in
            guard case .inUse(var use)? = entries[digest] else { return }
            if use.task == task { use.hasEnded = true }
            if case .success(let font) = result, !font.wasRegistered { use.added = font }
            entries[digest] = .inUse(use)
        }
    }

    private func leave(_ digest: String, isWanted: Bool?, _ work: Work) async {
        let leaving = entries.withLock { entries -> Task<Void, Never>? in
            guard case .inUse(var use)? = entries[digest] else { return nil }
            use.count -= 1
            if let isWanted {
                use.isWanted = use.isWanted || isWanted
                use.isRefused = use.isRefused || !isWanted
            }
            guard use.count == 0 else {
                entries[digest] = .inUse(use)
                return nil
            }
            guard let font = use.added, use.isRefused, !use.isWanted else {
                entries[digest] = nil
                return nil
            }
            let task = Task.detached { [self] in
                await work.takeBack(font)
                self.entries.withLock { $0[digest] = nil }
            }
            entries[digest] = .leaving(task)
            return task
        }
        await leaving?.value
    }
}
