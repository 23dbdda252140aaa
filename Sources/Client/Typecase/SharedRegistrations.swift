internal import DBus
internal import Synchronization

/// Registers the same bytes once for several simultaneous callers, and unregisters a font that none of them wanted.
///
/// Whether a font is the wanted one is known only after its registration, and may differ between callers. A font that
/// no caller wanted is unregistered after the last of them has checked it.
final class SharedRegistrations: Sendable {
    /// The shared instance: a process is one application, and all of its caches share its registrations.
    static let shared = SharedRegistrations()

    /// The bytes to register, and where.
    struct Bytes: Hashable {
        /// The SHA-256 as 64 hexadecimal digits: two files of the same bytes are registered once.
        var digest: String
        var scope: FontScope
        /// The address of the service; `nil` for process scope.
        var address: BusAddress?
    }

    /// The functions that register and unregister the bytes.
    struct Work: Sendable {
        /// The executor of the registration; `nil` for the default one.
        var executor: (any TaskExecutor)?
        var register: @Sendable () async throws -> RegisteredFont
        /// Unregisters the font, which no caller wants.
        var takeBack: @Sendable (RegisteredFont) async -> Void

        func begin() -> Task<RegisteredFont, any Error> {
            Task.detached(executorPreference: executor) { [register] in try await register() }
        }
    }

    private enum Entry {
        /// At least one caller waits for the font, or is checking it.
        case inUse(Use)
        /// The font is being unregistered; new callers wait for the end of that.
        case leaving(Task<Void, Never>)
    }

    private struct Use {
        var task: Task<RegisteredFont, any Error>
        /// Whether the task has ended.
        ///
        /// A later caller registers the font again, to get its current state.
        var hasEnded = false
        /// The font, if these callers have added it; `nil` if it was registered before.
        var added: RegisteredFont?
        var count = 0
        var isWanted = false
        var isRefused = false
    }

    private let entries = Mutex<[Bytes: Entry]>([:])

    /// Registers a font, and checks whether it is the wanted one.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to register, and where.
    ///   - work: The functions that register and unregister the bytes.
    ///   - look: Returns the wanted part of the font; `nil` if the font does not have it.
    /// - Returns: The result of `look`. If it is `nil` for all callers, the font has been unregistered, unless it
    ///   was registered before.
    /// - Throws: The reason why the font was not registered, or the error of `look`.
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
            // It is unknown whether the font is the wanted one.
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
