internal import DBus
internal import Synchronization

/// Registers the same bytes once for all who want them at one time, and takes back what turned out to be nobody's.
///
/// Whether a font is what somebody wants is known only once it is registered, and it may be for one and not for
/// another: what none of them wanted is taken back when the last of them has looked at it.
final class SharedRegistrations: Sendable {
    /// A process is one application, whose registrations all of its caches share.
    static let shared = SharedRegistrations()

    /// What is registered, and where.
    struct Bytes: Hashable {
        /// The SHA-256 as 64 hexadecimal digits: two files of the same bytes are registered once.
        var digest: String
        var scope: FontScope
        /// Where the service is; `nil` for what the process alone has.
        var address: BusAddress?
    }

    /// What to do with the bytes.
    struct Work: Sendable {
        /// Where it is done; `nil` for wherever tasks are.
        var executor: (any TaskExecutor)?
        var register: @Sendable () async throws -> RegisteredFont
        /// Told the font that was registered, and whose nobody is.
        var takeBack: @Sendable (RegisteredFont) async -> Void

        func begin() -> Task<RegisteredFont, any Error> {
            Task.detached(executorPreference: executor) { [register] in try await register() }
        }
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

    private let entries = Mutex<[Bytes: Entry]>([:])

    /// Registers a font, and looks whether it is what was wanted.
    ///
    /// - Parameters:
    ///   - bytes: What to register, and where.
    ///   - work: How to register them.
    ///   - look: Finds what is wanted in the font; `nil` where it is not there.
    /// - Returns: What was found; where that is nothing, and for nobody else either, the font has been taken back.
    /// - Throws: Why the font was not registered, or what `look` throws.
    func use<Wanted: Sendable>(
        _ bytes: Bytes, _ work: Work, _ look: (RegisteredFont) async throws -> Wanted?
    ) async throws -> Wanted? {
        let task = await join(bytes, work)
        let result = await task.result
        end(task, result, bytes)
        do {
            let wanted = try await look(try result.get())
            await leave(bytes, isWanted: wanted != nil, work)
            return wanted
        } catch {
            // It is not known whose the font is.
            await leave(bytes, isWanted: nil, work)
            throw error
        }
    }

    private func join(_ bytes: Bytes, _ work: Work) async -> Task<RegisteredFont, any Error> {
        while true {
            typealias Joined = (task: Task<RegisteredFont, any Error>?, leaving: Task<Void, Never>?)
            let (task, leaving) = entries.withLock { entries -> Joined in
                var use: Use
                switch entries[bytes] {
                case .leaving(let task)?: return (nil, task)
                case .inUse(let current)?: use = current
                case nil: use = Use(task: work.begin())
                }
                if use.hasEnded { (use.task, use.hasEnded) = (work.begin(), false) }
                use.count += 1
                entries[bytes] = .inUse(use)
                return (use.task, nil)
            }
            if let task { return task }
            await leaving?.value
        }
    }

    private func end(
        _ task: Task<RegisteredFont, any Error>, _ result: Result<RegisteredFont, any Error>, _ bytes: Bytes
    ) {
        entries.withLock { entries in
            guard case .inUse(var use)? = entries[bytes] else { return }
            if use.task == task { use.hasEnded = true }
            if case .success(let font) = result, !font.wasAlreadyRegistered { use.added = font }
            entries[bytes] = .inUse(use)
        }
    }

    private func leave(_ bytes: Bytes, isWanted: Bool?, _ work: Work) async {
        let leaving = entries.withLock { entries -> Task<Void, Never>? in
            guard case .inUse(var use)? = entries[bytes] else { return nil }
            use.count -= 1
            if let isWanted {
                use.isWanted = use.isWanted || isWanted
                use.isRefused = use.isRefused || !isWanted
            }
            guard use.count == 0 else {
                entries[bytes] = .inUse(use)
                return nil
            }
            guard let font = use.added, use.isRefused, !use.isWanted else {
                entries[bytes] = nil
                return nil
            }
            let task = Task.detached { [self] in
                await work.takeBack(font)
                self.entries.withLock { $0[bytes] = nil }
            }
            entries[bytes] = .leaving(task)
            return task
        }
        await leaving?.value
    }
}
