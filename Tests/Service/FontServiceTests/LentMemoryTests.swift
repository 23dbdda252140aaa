import FontModel
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FontService

@Suite struct `Memory that is lent` {
    private let lender = LentMemory()

    /// Makes files and counts them.
    private final class Maker: Sendable {
        let made = Mutex(0)

        func make(_ text: String) throws(FontError) -> LentMemory.File {
            made.withLock { $0 += 1 }
            guard let memory = try? SealedMemory(bytes: Array(text.utf8)) else {
                throw FontError(.storageFull, "no memory")
            }
            return LentMemory.File(descriptor: memory.descriptor, size: memory.size)
        }

        var count: Int { made.withLock { $0 } }
    }

    private func borrower(_ name: String, of provider: ProviderIdentifier = .user) -> LentMemory.Borrower {
        LentMemory.Borrower(name: name, provider: provider)
    }

    private func provider(_ name: String) throws -> ProviderIdentifier {
        try #require(ProviderIdentifier(rawValue: "org.example.\(name)"))
    }

    private func key(_ text: String) throws -> LentMemory.Key {
        .content(try SealedMemory(bytes: Array(text.utf8)).digest)
    }

    /// Waits until the memory that nobody has is forgotten, and only so many files are lent.
    ///
    /// A program that another test is just starting has all descriptors of this process open for a moment.
    private func forgets(downTo count: Int) async throws {
        try await eventually("\(count) files are lent") {
            await lender.sweep()
            return await lender.count <= count
        }
        #expect(await lender.count == count, "what callers have is counted")
    }

    /// Waits until the memory that nobody has is forgotten without being asked, to make room for one more file.
    private func lends(
        _ key: LentMemory.Key?, to borrower: LentMemory.Borrower, from maker: Maker
    ) async throws -> LentMemory.File {
        var file: LentMemory.File?
        try await eventually("there is room") {
            do throws(FontError) {
                file = try await lender.lend(key, size: 1, to: borrower) { () throws(FontError) in
                    try maker.make("more")
                }
            } catch {
                guard error.code == .exceededResourceLimit || error.code == .busy else { throw error }
            }
            return file != nil
        }
        return try #require(file)
    }

    private func inode(_ file: LentMemory.File) throws -> UInt64 { try FileStatus(of: file.descriptor).stamp.inode }

    @Test func `is one file however many have it, and another once nobody has it any more`() async throws {
        let maker = Maker()
        let key = try key("font")
        var first: LentMemory.File? = try await lender.lend(key, size: 4, to: borrower("a")) { () throws(FontError) in
            try maker.make("font")
        }
        var second: LentMemory.File? = try await lender.lend(key, size: 4, to: borrower("b")) { () throws(FontError) in
            try maker.make("font")
        }
        #expect(try inode(try #require(first)) == inode(try #require(second)))
        #expect(first?.descriptor.rawValue != second?.descriptor.rawValue)
        #expect(maker.count == 1)

        first = nil
        await lender.sweep()
        #expect(await lender.count == 1, "one caller still has it")
        second = nil
        try await forgets(downTo: 0)
        _ = try await lender.lend(key, size: 4, to: borrower("a")) { () throws(FontError) in try maker.make("font") }
        #expect(maker.count == 2)
    }

    @Test func `is made for fonts while lists are being made, however many`() async throws {
        let maker = Maker()
        let streams = (0..<2 * LentMemory.makers).map { _ in AsyncStream.makeStream(of: Void.self) }
        let lists = streams.map { (released, _) in
            Task {
                _ = try? await lender.lend(nil, size: 0, as: .list, to: borrower("a")) { () throws(FontError) in
                    for await _ in released {}
                    return try maker.make("list")
                }
            }
        }
        while await lender.count < lists.count { await Task.yield() }
        _ = try await lender.lend(key("font"), size: 4, to: borrower("a")) { () throws(FontError) in
            try maker.make("font")
        }
        #expect(maker.count == 1, "the lists are not made yet")
        for (_, release) in streams { release.finish() }
        for list in lists { await list.value }
        #expect(maker.count == 1 + lists.count)
    }

    @Test func `is made once for all that ask at the same time`() async throws {
        let maker = Maker()
        let (lender, key) = (lender, try key("font"))
        let inodes = try await withThrowingTaskGroup(of: UInt64.self) { tasks in
            for number in 0..<20 {
                let borrower = borrower("caller \(number)")
                tasks.addTask {
                    let file = try await lender.lend(key, size: 4, to: borrower) { () async throws(FontError) in
                        // Others ask meanwhile.
                        for _ in 0..<50 { await Task.yield() }
                        return try maker.make("font")
                    }
                    return try FileStatus(of: file.descriptor).stamp.inode
                }
            }
            return try await tasks.reduce(into: Set<UInt64>()) { $0.insert($1) }
        }
        #expect(inodes.count == 1)
        #expect(maker.count == 1)
    }

    /// Between the making of a file and its opening for who asked nobody else has it open.
    @Test func `is not forgotten before those have it to whom it was promised`() async throws {
        let maker = Maker()
        let lender = lender
        let sweeping = Task {
            while !Task.isCancelled {
                await lender.sweep()
                await Task.yield()
            }
        }
        for number in 0..<100 {
            let key = try key("font \(number)")
            let files = try await withThrowingTaskGroup(of: LentMemory.File.self) { tasks in
                for name in ["a", "b", "c"] {
                    let borrower = borrower(name)
                    tasks.addTask {
                        try await lender.lend(key, size: 4, to: borrower) { () throws(FontError) in
                            try maker.make("font")
                        }
                    }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(try Set(files.map(inode)).count == 1)
            #expect(maker.count == number + 1, "it is made once")
            // Those before are forgotten now, as nobody has them any more.
            try await forgets(downTo: 1)
            withExtendedLifetime(files) {}
        }
        sweeping.cancel()
        await sweeping.value
    }

    @Test func `is read only, sealed and at its start`() async throws {
        let maker = Maker()
        let file = try await lender.lend(nil, size: 0, to: borrower("a")) { () throws(FontError) in
            try maker.make("bytes")
        }
        #expect(file.size == 5)
        let again = try await lender.lend(nil, size: 0, to: borrower("a")) { () throws(FontError) in
            try maker.make("bytes")
        }
        #expect(try inode(file) != inode(again), "what nobody else can want is shared by nobody")
        #expect(maker.count == 2)
    }

    @Test func `ends at what one caller may have, and begins again with what it gives back`() async throws {
        let maker = Maker()
        let half = LentMemory.bytesPerBorrower / 2
        var kept: [LentMemory.File] = []
        for name in ["one", "two"] {
            kept.append(
                try await lender.lend(try key(name), size: half, to: borrower("a")) { () throws(FontError) in
                    LentMemory.File(descriptor: try maker.make(name).descriptor, size: half)
                })
        }
        let refused = await #expect(throws: FontError.self) {
            try await lender.lend(try key("three"), size: 1, to: borrower("a")) { () throws(FontError) in
                try maker.make("three")
            }
        }
        #expect(refused?.code == .exceededResourceLimit)
        #expect(maker.count == 2)
        // What it has already costs nothing more, and others are not concerned.
        kept.append(
            try await lender.lend(try key("one"), size: half, to: borrower("a")) { () throws(FontError) in
                try maker.make("one")
            })
        kept.append(
            try await lender.lend(try key("one"), size: half, to: borrower("b")) { () throws(FontError) in
                try maker.make("one")
            })
        #expect(maker.count == 2)
        kept.removeAll()
        let file = try await lends(try key("three"), to: borrower("a"), from: maker)
        try await forgets(downTo: 1)
        withExtendedLifetime(file) {}
    }

    @Test func `ends at what all may have together, without a limit for any of them`() async throws {
        let maker = Maker()
        let size = LentMemory.bytesInAll / 4
        var kept: [LentMemory.File] = []
        for name in ["a", "b", "c", "d"] {
            kept.append(
                try await lender.lend(nil, size: size, to: borrower(name, of: provider(name))) { () throws(FontError) in
                    LentMemory.File(descriptor: try maker.make(name).descriptor, size: size)
                })
        }
        let refused = await #expect(throws: FontError.self) {
            try await lender.lend(nil, size: 1, to: borrower("e")) { () throws(FontError) in try maker.make("e") }
        }
        #expect(refused?.code == .busy)
        kept.removeLast()
        _ = try await lends(nil, to: borrower("e"), from: maker)
    }

    @Test func `of one program is half of all at most, by however many connections`() async throws {
        let maker = Maker()
        let (greedy, other) = (try provider("Greedy"), try provider("Other"))
        let size = LentMemory.bytesInAll / 4
        var kept: [LentMemory.File] = []
        for name in ["a", "b"] {
            kept.append(
                try await lender.lend(try key(name), size: size, to: borrower(name, of: greedy)) {
                    () throws(FontError) in
                    LentMemory.File(descriptor: try maker.make(name).descriptor, size: size)
                })
        }
        let refused = await #expect(throws: FontError.self) {
            try await lender.lend(nil, size: 1, to: borrower("c", of: greedy)) { () throws(FontError) in
                try maker.make("c")
            }
        }
        #expect(refused?.code == .exceededResourceLimit)
        // What another of its connections has counts once for all of them.
        kept.append(
            try await lender.lend(try key("a"), size: size, to: borrower("c", of: greedy)) { () throws(FontError) in
                try maker.make("a")
            })
        kept.append(
            try await lender.lend(nil, size: size, to: borrower("d", of: other)) { () throws(FontError) in
                try maker.make("d")
            })
        #expect(maker.count == 3)
        withExtendedLifetime(kept) {}
    }

    @Test func `that cannot be made is not counted, and is tried again`() async throws {
        let maker = Maker()
        let key = try key("font")
        let error = await #expect(throws: FontError.self) {
            try await lender.lend(key, size: 4, to: borrower("a")) { () throws(FontError) in
                throw FontError(.fileNotFound, "gone")
            }
        }
        #expect(error?.code == .fileNotFound)
        #expect(await lender.count == 0)
        _ = try await lender.lend(key, size: 4, to: borrower("a")) { () throws(FontError) in try maker.make("font") }
        #expect(maker.count == 1)
    }
}
