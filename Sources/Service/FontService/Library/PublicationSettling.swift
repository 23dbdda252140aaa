package import FontLibrary
internal import FontModel
package import InspectionClient
package import LinuxSystem
package import Logging
package import Registry
internal import Synchronization

/// Makes sure that programs which poll fontconfig's directories cannot miss a change, however it fell in time.
///
/// `FcConfigUptoDate` compares whole seconds: a change in the second of a program's last look is lost to it until some
/// directory changes in a later second. So the empty sentinel directory is changed once the second of the last rename
/// is over, and once more some seconds later, as GTK on Debian 12 draws with the fonts of the notice before.
///
/// A notice is lost in the same way to a program that has looked within its second. So notices come when a second has
/// just begun, before anyone has looked in it. The second one comes just before a second begins, with the time of that
/// second: programs whose looks fall between the beginning of a second and the first notice see it. fontconfig warns who
/// looks in those milliseconds of a time in the future, so that not both are given so.
package final class PublicationSettling: Sendable {
    /// How long after the last rename the first notice comes: more than one whole second.
    package static let firstDelay = Duration.milliseconds(1100)

    /// How long after the first notice the second comes, at least and to the beginning of a second: half a second less than
    /// that between them, as the first comes at the beginning of one.
    package static let secondDelay = Duration.milliseconds(2500)

    /// The longest that a stream of changes may put off the first notice.
    package static let longestDelay = Duration.seconds(5)

    /// How far into a second notices come: the times of files lag behind the clock by up to a tick of the kernel, 10 ms
    /// where it has 100 a second.
    package static let startOfSecond = Duration.milliseconds(15)

    /// How long before a second the second notice comes.
    package static let lead = Duration.milliseconds(6)

    /// How far into a second a notice may have come without being given again, for programs that look twice a second.
    package static let latestInSecond = Duration.milliseconds(120)

    /// How often a notice is given again on a machine that is too busy to be in time.
    private static let mostRepetitions = 5

    private struct State {
        var firstChange: ContinuousClock.Instant?
        var lastChange: ContinuousClock.Instant?
        var task: Task<Void, Never>?
    }

    private let tree: FontTree
    private let inspector: FontInspector
    private let registry: Registry
    private let threads: BlockingThreads
    private let work: WorkInProgress
    private let clock: any SettlingClock
    private let log: Logger
    private let state = Mutex(State())

    /// Creates the service; it sleeps until the first change.
    ///
    /// - Parameters:
    ///   - tree: Where the sentinel directory is.
    ///   - inspector: Who warms the sentinel's cache.
    ///   - registry: Where it is noted that notices are due, should the daemon end before.
    ///   - threads: Where files are touched.
    ///   - work: Where it is noted that notices are due.
    ///   - clock: The times that count.
    ///   - log: Where failures are reported.
    package init(
        tree: FontTree, inspector: FontInspector, registry: Registry, threads: BlockingThreads,
        work: WorkInProgress, clock: any SettlingClock = SystemSettlingClock(), log: Logger
    ) {
        self.tree = tree
        self.inspector = inspector
        self.registry = registry
        self.threads = threads
        self.work = work
        self.clock = clock
        self.log = log
    }

    /// Takes note of a change of the tree; the notices follow in their time.
    package func noteChange() {
        let now = clock.now
        state.withLock { state in
            if state.firstChange == nil { state.firstChange = now }
            state.lastChange = now
            guard state.task == nil else { return }
            work.begin(.notices)
            state.task = Task {
                await self.settle()
                self.work.end(.notices)
            }
        }
    }

    /// Makes the directory that fonts will be published in, where none ever were: a sandbox sees it only if it was there when
    /// the sandbox started.
    package func prepareDirectory() async {
        // Where fonts are known, what is missing may be on a disk that is away.
        do throws(RegistryError) {
            guard try await registry.publishedRoot() == nil else { return }
        } catch {
            return
        }
        let tree = tree
        let result = try? await threads.run { Result { () throws(FontError) in try tree.makeSurroundings() } }
        if case .failure(let error)? = result {
            log.info("The directory of fonts could not be made", metadata: ["error": "\(error)"])
        }
    }

    /// Gives up what is under way; the registry still has it as due.
    package func cancel() {
        state.withLock { $0.task?.cancel() }
    }

    private func settle() async {
        while await waitForFirstNotice() {
            let first = await notify()
            guard first != .cancelled, (try? await clock.sleep(for: Self.secondDelay)) != nil else { return }
            // A change meanwhile gets both notices of its own.
            if state.withLock({ $0.firstChange != nil }) { continue }
            let second = await notify(isEarly: true)
            guard second != .cancelled else { return }
            // Those that failed are due until the next change, or the next start: programs may have missed something.
            let areGiven = first == .given && second == .given
            if areGiven { await setPending(false) }
            if finish() { return }
            // The change that came meanwhile may have been noted before the note was taken back.
            if areGiven { await setPending(true) }
        }
    }

    /// What became of a notice.
    private enum Notice {
        case given, failed, cancelled
    }

    /// Waits until it is time for the first notice of all changes so far.
    ///
    /// - Returns: Whether it is time; `false` when cancelled.
    private func waitForFirstNotice() async -> Bool {
        while true {
            let due = state.withLock { state -> ContinuousClock.Instant? in
                guard let first = state.firstChange, let last = state.lastChange else { return nil }
                return min(last.advanced(by: Self.firstDelay), first.advanced(by: Self.longestDelay))
            }
            guard let due, due > clock.now else { break }
            guard (try? await clock.sleep(for: due - clock.now)) != nil else { return false }
        }
        state.withLock { state in
            let isOver = state.lastChange.map { $0.advanced(by: Self.firstDelay) <= clock.now } ?? true
            // A change within the last second needs a notice after this one.
            state.firstChange = isOver ? nil : clock.now
        }
        return true
    }

    private func setPending(_ isPending: Bool) async {
        do throws(RegistryError) {
            _ = try await registry.commit([.setPublicationPending(isPending)])
        } catch {
            log.warning("Notices to programs may be repeated at the next start", metadata: ["error": "\(error)"])
        }
    }

    private func finish() -> Bool {
        state.withLock { state in
            guard state.firstChange == nil else { return false }
            state.task = nil
            return true
        }
    }

    /// Gives a notice as soon as a second begins, or just before, and again where it came late.
    ///
    /// - Parameter isEarly: Whether it comes just before the second.
    /// - Returns: What became of it; given as well where there is nothing that programs look at.
    private func notify(isEarly: Bool = false) async -> Notice {
        let tree = tree
        for _ in 0...Self.mostRepetitions {
            var delay = .seconds(1) + (isEarly ? .zero - Self.lead : Self.startOfSecond) - clock.passedOfSecond
            if delay < .zero { delay += .seconds(1) }
            guard (try? await clock.sleep(for: delay)) != nil else { return .cancelled }
            let known = try? await registry.publishedRoot()
            let second = isEarly ? Int(WallClock.secondsSince1970) + 1 : nil
            let result = try? await threads.run {
                Result { () throws(FontError) in try tree.bump(in: known, comingSecond: second) }
            }
            let passed = clock.passedOfSecond
            let isInTime = isEarly ? passed >= .seconds(1) - Self.lead : passed <= Self.latestInSecond
            let changed: [String]
            do throws(FontError) {
                guard let result else { throw FontError(.busy, "The system has no thread left.") }
                changed = try result.get()
            } catch {
                log.warning("Running programs may have missed a change", metadata: ["error": "\(error)"])
                return .failed
            }
            if changed.isEmpty { break }
            do throws(FontError) {
                _ = try await inspector.warm(changed)
            } catch {
                // They look there all the same, and scan it themselves.
                log.warning("The cache of a notice could not be written", metadata: ["error": "\(error)"])
                break
            }
            if isInTime { break }
        }
        return .given
    }
}
