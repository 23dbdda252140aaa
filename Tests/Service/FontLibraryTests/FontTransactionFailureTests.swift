@testable import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization
import SystemPackage
import Testing

/// Lets a given number of steps pass.
final class Countdown: Sendable {
    private let remaining: Mutex<Int>

    init(_ count: Int) { remaining = Mutex(count) }

    /// Whether this is the step to stop at.
    func isDue() -> Bool {
        remaining.withLock { remaining in
            remaining -= 1
            return remaining == -1
        }
    }
}

/// A tree with fonts in every state, and a transaction that does one of everything to them.
struct Situation {
    let tree: FontTree
    let published = Result { try SampleFont("published") }
    let stored = Result { try SampleFont("stored") }
    let leaving = Result { try SampleFont("leaving") }
    let arriving = Result { try SampleFont("arriving") }
    let disabled = Result { try SampleFont("arriving disabled") }
    let outdated = Result { try SampleFont("outdated") }
    let newer = Result { try SampleFont("newer") }
    let lent = Result { try SampleFont("outdated, and kept disabled by somebody else") }
    let borrower = Result { try SampleFont("newer than that") }
    let resting = Result { try SampleFont("set aside") }

    /// Brings the tree to the state before the transaction.
    func establish() throws -> [ExpectedFont] {
        [
            try tree.publish(published.get(), in: shard(0)), try tree.keep(stored.get()),
            try tree.publish(leaving.get(), in: shard(1)), try tree.publish(outdated.get(), in: shard(0)),
            try tree.publish(lent.get(), in: shard(1)), try tree.publish(resting.get(), in: shard(0)),
        ]
    }

    func moves(from expected: [ExpectedFont]) throws -> [FontMove] {
        let (published, stored, leaving) = (try published.get(), try stored.get(), try leaving.get())
        let (arriving, disabled) = (try arriving.get(), try disabled.get())
        return [
            .publish(.memory(arriving.memory), as: arriving.fileName, in: try shard(5)),
            .writeSidecar(arriving.sidecar(at: .published(try shard(5)))),
            .withdraw(published.digest, stamp: expected[0].stamp, as: published.fileName, in: try shard(0)),
            .writeSidecar(published.sidecar(at: .stored)),
            .enable(stored.digest, stamp: expected[1].stamp, as: stored.fileName, in: try shard(0)),
            .writeSidecar(stored.sidecar(at: .published(try shard(0)))),
            .keep(.memory(disabled.memory)), .writeSidecar(disabled.sidecar(at: .stored)),
            .withdraw(leaving.digest, stamp: expected[2].stamp, as: leaving.fileName, in: try shard(1)),
            .delete(leaving.digest), .removeSidecar(leaving.digest),
            .withdraw(
                try resting.get().digest, stamp: expected[5].stamp, as: try resting.get().fileName, in: try shard(0)),
            .rewriteSidecar(try resting.get().sidecar(at: .stored)),
        ] + (try successions(from: expected))
    }

    /// One font that goes as another takes its place, and one that only leaves its place.
    private func successions(from expected: [ExpectedFont]) throws -> [FontMove] {
        let (outdated, newer) = (try outdated.get(), try newer.get())
        let (lent, borrower) = (try lent.get(), try borrower.get())
        let (first, second) = (try self.newer(outdated, newer, 0), try self.newer(lent, borrower, 1))
        return [
            .replace(
                outdated.digest, stamp: expected[3].stamp, by: .memory(newer.memory), as: outdated.fileName,
                in: try shard(0)),
            .writeSidecar(newer.sidecar(of: first)), .delete(outdated.digest), .removeSidecar(outdated.digest),
            .writeSidecar(lent.sidecar(at: .stored)),
            .replace(
                lent.digest, stamp: expected[4].stamp, by: .memory(borrower.memory), as: lent.fileName,
                in: try shard(1)),
            .writeSidecar(borrower.sidecar(of: second)),
        ]
    }

    /// What the registry says of a font that took the place of another.
    private func newer(_ old: SampleFont, _ new: SampleFont, _ number: Int) throws -> ExpectedFont {
        ExpectedFont(digest: new.digest, fileName: old.fileName, place: .published(try shard(number)), stamp: nil)
    }

    /// What the registry says after it has committed.
    func committed() throws -> [ExpectedFont] {
        [
            try published.get().expected(at: .stored), try stored.get().expected(at: .published(shard(0))),
            try arriving.get().expected(at: .published(shard(5))), try disabled.get().expected(at: .stored),
            try newer(outdated.get(), newer.get(), 0), try newer(lent.get(), borrower.get(), 1),
            try resting.get().expected(at: .stored),
            ExpectedFont(
                digest: try lent.get().digest, fileName: try borrower.get().fileName, place: .stored, stamp: nil),
        ]
    }
}

struct FontTransactionFailureTests {
    @Test(arguments: [Errno.noSpace, .ioError, .readOnlyFileSystem])
    func `an error at any step leaves everything as it was once rolled back`(errno: Errno) throws {
        let scratch = try Scratch()
        let situation = Situation(tree: try scratch.tree())
        let expected = try situation.establish()
        let before = try scratch.contents()
        var step = 0
        while true {
            let countdown = Countdown(step)
            let transaction = FontTransaction(
                tree: situation.tree, moves: try situation.moves(from: expected), newShards: [try shard(6)]
            ) { _ throws(Errno) in
                if countdown.isDue() { throw errno }
            }
            do throws(FontError) {
                try transaction.prepare()
                _ = try transaction.publish()
                // From here on the transaction stands.
                transaction.rollBack()
                break
            } catch {
                #expect(error == FontError(errno, while: "x").withMessage(of: error))
            }
            let (_, problems) = transaction.rollBack()
            #expect(problems == [])
            #expect(try scratch.contents() == before, "step \(step)")
            step += 1
        }
        #expect(step > 20)
        #expect(try scratch.contents() == before)
    }

    @Test func `a first font that fails leaves no directory behind`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("first")
        let transaction = FontTransaction(
            tree: tree, moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(0))],
            newShards: try [0, 1, 2, 3].map(shard))
        try transaction.prepare()
        _ = try transaction.publish()
        #expect(scratch.exists(tree.path(of: font.fileName, in: try shard(0))))
        let (touched, problems) = transaction.rollBack()
        #expect(touched == [])
        #expect(problems == [])
        #expect(try scratch.contents() == ["home": "/"])
        transaction.rollBack()
    }

    @Test func `rolling back tells which directories changed`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        _ = try tree.publish(SampleFont("first"), in: shard(0))
        let font = try SampleFont("second")
        let transaction = FontTransaction(
            tree: tree, moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(0))])
        try transaction.prepare()
        _ = try transaction.publish()
        #expect(transaction.rollBack().touchedDirectories == ["\(tree.root)/00"])
    }

    @Test func `a name that is taken in the shard is an error and the taker stays`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        _ = try tree.publish(SampleFont("first"), in: shard(0))
        let font = try SampleFont("second")
        try scratch.write("taken", to: "home/.local/share/fonts/typecase/00/\(font.fileName)")
        let before = try scratch.contents()
        let transaction = FontTransaction(
            tree: tree, moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(0))])
        try transaction.prepare()
        #expect(throws: FontError.self) { _ = try transaction.publish() }
        transaction.rollBack()
        #expect(try scratch.contents() == before)
    }

    @Test(arguments: ["home/.local/share/fonts/typecase/02", "home/.local/share/fonts/typecase/.stage"])
    func `a file where a directory should be is an error that names it`(path: String) throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        _ = try tree.publish(SampleFont("first"), in: shard(0))
        try? FileManager.default.removeItem(atPath: "\(scratch.path)/\(path)")
        try scratch.write("in the way", to: path)
        let before = try scratch.contents()
        let font = try SampleFont("second")
        let transaction = FontTransaction(
            tree: tree, moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(2))])
        let error = #expect(throws: FontError.self) { try transaction.prepare() }
        #expect(error?.message.contains("\(scratch.path)/\(path)") == true)
        transaction.rollBack()
        #expect(try scratch.contents() == before)
    }

    @Test func `a font that the user removed meanwhile cannot be moved`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("gone")
        let expected = try tree.publish(font, in: shard(0))
        try FileManager.default.removeItem(atPath: tree.path(of: font.fileName, in: shard(0)))
        let transaction = FontTransaction(
            tree: tree, moves: [.withdraw(font.digest, stamp: expected.stamp, as: font.fileName, in: try shard(0))])
        let error = #expect(throws: FontError.self) { try transaction.prepare() }
        #expect(error?.code == .fileNotFound)
        transaction.rollBack()
    }

    @Test func `a file size limit met in the middle of writing is rolled back`() async throws {
        let scratch = try Scratch()
        _ = try scratch.tree().publish(SampleFont("first"), in: shard(0))
        let before = try scratch.contents()
        await #expect(processExitsWith: .exitCode(7)) { [path = scratch.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
            let scratch = Scratch(existing: path)
            // The memory comes first: its size is limited just as well.
            let font = try SampleFont(String(repeating: "long ", count: 50_000))
            guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
            let transaction = FontTransaction(
                tree: try scratch.tree(), moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(0))])
            do throws(FontError) {
                try transaction.prepare()
                exit(1)
            } catch {
                transaction.rollBack()
                exit(7)
            }
        }
        #expect(try scratch.contents() == before)
    }

    @Test(arguments: [false, true])
    func `a kill at any step is repaired to what the registry says, or loses nothing where it is lost`(
        isRegistryLost: Bool
    ) async throws {
        var step = 0
        while true {
            let scratch = try Scratch()
            let result = await #expect(processExitsWith: .failure) {
                [path = scratch.path as String, step = step as Int] in
                let scratch = Scratch(existing: path)
                let situation = Situation(tree: try scratch.tree())
                let expected = try situation.establish()
                let countdown = Countdown(step)
                let transaction = FontTransaction(
                    tree: situation.tree, moves: try situation.moves(from: expected), newShards: [try shard(6)]
                ) { _ throws(Errno) in
                    if countdown.isDue() { _ = kill(getpid(), SIGKILL) }
                }
                try scratch.write("", to: "started")
                try transaction.prepare()
                _ = try transaction.publish()
                try scratch.write("", to: "committed")
                try transaction.finish()
                exit(7)
            }
            #expect(scratch.exists("\(scratch.path)/started"))
            if isRegistryLost { try checkRecoveryWithoutRegistry(in: scratch) } else { try checkRecovery(in: scratch) }
            if result?.exitStatus == .exitCode(7) { break }
            #expect(result?.exitStatus == .signal(SIGKILL))
            step += 1
        }
        #expect(step > 25)
    }

    /// Checks that a lost registry learns of everything that was there for certain.
    private func checkRecoveryWithoutRegistry(in scratch: Scratch) throws {
        let situation = Situation(tree: try scratch.tree())
        let isCommitted = scratch.exists("\(scratch.path)/committed")
        let certain =
            isCommitted
            ? try situation.committed().map(\.digest)
            : [
                try situation.published.get().digest, try situation.stored.get().digest,
                try situation.leaving.get().digest, try situation.resting.get().digest,
            ]
        let outcome = try situation.tree.reconcile(with: [], isRegistryLost: true)
        let sidecars = Set(try situation.tree.notes.readSidecars().sidecars.map(\.digest))
        for digest in certain {
            #expect(outcome.findings.contains(.unregistered(digest)))
            #expect(sidecars.contains(digest))
            #expect(outcome.inventory.stored[digest] != nil)
        }
        #expect(outcome.inventory.marks == [])
        #expect(try situation.tree.reconcile(with: [], isRegistryLost: true).repairs == [])
    }

    private func checkRecovery(in scratch: Scratch) throws {
        let situation = Situation(tree: try scratch.tree())
        let tree = situation.tree
        let isCommitted = scratch.exists("\(scratch.path)/committed")
        let (published, stored, leaving) = (
            try situation.published.get(), try situation.stored.get(), try situation.leaving.get()
        )
        let expected =
            isCommitted
            ? try situation.committed()
            : [
                published.expected(at: .published(try shard(0))), stored.expected(at: .stored),
                leaving.expected(at: .published(try shard(1))),
                try situation.outdated.get().expected(at: .published(try shard(0))),
                try situation.lent.get().expected(at: .published(try shard(1))),
                try situation.resting.get().expected(at: .published(try shard(0))),
            ]
        let outcome = try tree.reconcile(with: expected)
        for finding in outcome.findings {
            switch finding {
            case .stampDiffers, .sidecarOutdated: break
            default: Issue.record("\(finding)")
            }
        }
        for font in expected {
            let place = try #require(font.place)
            guard case .same = try tree.verify(font.digest, fileName: font.fileName, at: place) else {
                Issue.record("\(font) is not as it should be")
                continue
            }
        }
        let inventory = try tree.inventory()
        #expect(inventory.published.count + inventory.stored.count == expected.count)
        #expect(inventory.staged == [] && inventory.stagedContents == [] && inventory.foreign == [])
        #expect(inventory.marks.isSubset(of: Set(expected.map(\.digest))))
        #expect(inventory.sidecars.isSubset(of: Set(expected.map(\.digest))))
        #expect(try tree.reconcile(with: expected).repairs == [])
    }
}

extension FontError {
    /// The same code with another error's message, to compare codes only.
    fileprivate func withMessage(of other: FontError) -> FontError { FontError(code, other.message) }
}
