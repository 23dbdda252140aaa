package import FontLibrary
internal import FontModel
package import InspectionClient
package import LinuxSystem
package import Logging
package import Registry
internal import Synchronization

/// Ensures that programs that poll fontconfig's directories see every change, no matter when it happens within a
/// second.
///
/// `FcConfigUptoDate` compares whole seconds. If a change happens in the same second as a program's last check, the
/// program misses it until some directory changes in a later second. Therefore, the empty sentinel directory is changed
/// after the second of the last rename has ended, and again some seconds later. The second notice is necessary because
/// GTK on Debian 12 draws with the fonts of the previous notice.
///
/// A program that has checked in the same second as a notice misses the notice, too. Therefore, the first notice is
/// given right after the beginning of a second, before any program has checked during this second. The second notice is
/// given just before a second begins, and has the time of that second. Programs that check between the beginning of a
/// second and the first notice see the second one. During those milliseconds, fontconfig warns programs about a time in
/// the future. For this reason, only one of the two notices is given early.
package final class PublicationSettling: Sendable {
    /// The delay between the last rename and the first notice: more than one whole second.
    package static let firstDelay = Duration.milliseconds(1100)

    /// The minimum delay between the first notice and the second one, which then waits for the beginning of a second.
    ///
    /// It is half a second less than the actual time between the notices, because the first is given at the beginning
    /// of a second.
    package static let secondDelay = Duration.milliseconds(2500)

    /// The maximum time by which a stream of changes may delay the first notice.
    package static let longestDelay = Duration.seconds(5)

    /// The time after the beginning of a second at which notices are given.
    ///
    /// File times lag behind the clock by up to one kernel tick, which is 10 ms at 100 ticks per second.
    package static let startOfSecond = Duration.milliseconds(15)

    /// The time before the beginning of a second at which the second notice is given.
    package static let lead = Duration.milliseconds(6)

    /// The latest time within a second at which a notice counts as in time and is not repeated.
    ///
    /// It suits programs that check twice a second.
    package static let latestInSecond = Duration.milliseconds(120)

    /// The maximum number of repetitions of a notice on a machine that is too busy to give it in time.
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

    /// Creates the service, which sleeps until the first change.
    ///
    /// - Parameters:
    ///   - tree: The tree that contains the sentinel directory.
    ///   - inspector: The inspector that warms the sentinel's cache.
    ///   - registry: The registry, which records that notices are due in case the daemon ends before.
    ///   - threads: The threads on which files are touched.
    ///   - work: The record of running work; due notices are recorded there.
    ///   - clock: The clock that determines when notices are given.
    ///   - log: The log for failures.
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

    /// Records a change of the tree; the notices are given when they are due.
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

    /// Creates the directory for published fonts if there never was one.
    ///
    /// A sandbox sees this directory only if it existed when the sandbox started.
    package func prepareDirectory() async {
        // If fonts are known, a missing directory may be on a disk that is not mounted.
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

    /// Cancels the notices under way; the registry still records them as due.
    package func cancel() {
        state.withLock { $0.task?.cancel() }
    }

    private func settle() async {
        while await waitForFirstNotice() {
            let first = await notify()
            guard first != .cancelled, (try? await clock.sleep(for: Self.secondDelay)) != nil else { return }
            // A change that happened meanwhile gets both notices of its own.
            if state.withLock({ $0.firstChange != nil }) { continue }
            let second = await notify(isEarly: true)
            guard second != .cancelled else { return }
            // Failed notices remain due until the next change or the next start, because programs may have missed a
            // change.
            let areGiven = first == .given && second == .given
            if areGiven { await setPending(false) }
            if finish() { return }
            // A change that happened meanwhile may have been recorded as due before the record was cleared.
            if areGiven { await setPending(true) }
        }
    }

    /// The outcome of a notice.
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
            // A change within the last second requires another notice after this one.
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

    /// Gives a notice when a second begins, or just before, and repeats it if it was late.
    ///
    /// - Parameter isEarly: Whether the notice is given just before the second.
    /// - Returns: The outcome; also `given` if there is nothing that programs check.
    private func notify(isEarly: Bool = false) async -> Notice {
        let tree = tree
        for _ in 0...Self.mostRepetitions {
            var delay = .seconds(1) + (isEarly ? .zero - Self.lead : Self.startOfSecond) - clock.passedOfSecond
            if delay < .zero { delay += .seconds(1) }
            guard (try? await clock.sleep(for: delay)) != nil else { return .cancelled }
            let known = try? await registry.publishedRoot()
            // If the second has begun meanwhile, its time is the present one.
            let second =
                isEarly && clock.passedOfSecond >= .milliseconds(500) ? Int(WallClock.secondsSince1970) + 1 : nil
            let result = try? await threads.run {
                Result { () throws(FontError) in try tree.bump(in: known, comingSecond: second) }
            }
            let passed = clock.passedOfSecond
            let isInTime = isEarly ? passed >= .seconds(1) - Self.lead : passed <= Self.latestInSecond
            let changed: [String]
            do throws(FontError) {
                guard let result else { throw FontError(.busy, "The system has no more threads available.") }
                changed = try result.get()
            } catch {
                log.warning("Running programs may have missed a change", metadata: ["error": "\(error)"])
                return .failed
            }
            if changed.isEmpty { break }
            do throws(FontError) {
                _ = try await inspector.warm(changed)
            } catch {
                // Programs check the directory anyway, and scan it themselves.
                log.warning("The cache of a notice could not be written", metadata: ["error": "\(error)"])
                break
            }
            if isInTime { break }
        }
        return .given
    }
}
