internal import EventLoop
internal import FontService
internal import LinuxSystem
internal import Registry
internal import Synchronization
internal import Systemd
internal import TestSupport
internal import Testing

@testable internal import FontDaemon

/// What the service manager is told, over a real socket.
@Suite(.timeLimit(.minutes(10)))
struct SupervisionTests {
    private let receiver: DatagramReceiver
    private let notifier: ServiceNotifier
    /// Waiting for a message blocks.
    private let threads = BlockingThreads(name: "receiver", maximumCount: 1)

    init() throws {
        let receiver = try DatagramReceiver()
        self.receiver = receiver
        notifier = ServiceNotifier { $0 == "NOTIFY_SOCKET" ? receiver.path : nil }
    }

    private func nextMessage() async -> String {
        (try? await threads.run(deadline: .seconds(300)) { [receiver] in receiver.wait() }) ?? "no thread to wait on"
    }

    // MARK: The watchdog

    @Test func `The watchdog is told twice within its time that all is well`() async throws {
        try await withLoop { loop in
            let limit = Duration.milliseconds(400)
            let watchdog = Watchdog(on: loop, notifier: notifier, limit: limit) {}
            let start = ContinuousClock.now
            await watchdog.start()
            for count in 1...3 {
                #expect(await nextMessage() == "WATCHDOG=1")
                #expect(ContinuousClock.now >= start + limit / 2 * count, "no more often than needed")
            }
            await watchdog.stop()
        }
    }

    @Test func `The watchdog hears nothing while somebody does not get a turn, and again afterwards`() async throws {
        try await withLoop { loop in
            let (answers, answer) = AsyncStream.makeStream(of: Void.self)
            let (questions, ask) = AsyncStream.makeStream(of: Void.self)
            let watchdog = Watchdog(on: loop, notifier: notifier, limit: .milliseconds(2)) {
                ask.yield()
                for await _ in answers { return }
            }
            await watchdog.start()
            for await _ in questions { break }
            try await Task.sleep(for: .milliseconds(50))
            #expect(receiver.next() == nil)
            answer.yield()
            #expect(await nextMessage() == "WATCHDOG=1")
            await watchdog.stop()
            answer.finish()
        }
    }

    @Test func `A watchdog that was stopped while it asked tells nothing`() async throws {
        try await withLoop { loop in
            let (answers, answer) = AsyncStream.makeStream(of: Void.self)
            let (questions, ask) = AsyncStream.makeStream(of: Void.self)
            let watchdog = Watchdog(on: loop, notifier: notifier, limit: .milliseconds(2)) {
                ask.yield()
                for await _ in answers { return }
            }
            await watchdog.start()
            for await _ in questions { break }
            await watchdog.stop()
            answer.finish()
            try await Task.sleep(for: .milliseconds(20))
            #expect(receiver.next() == nil)
        }
    }

    // MARK: More time

    @Test func `A long start asks for more time again and again, and not any more once it is over`() async throws {
        try await withLoop { loop in
            let moreTime = StartExtension(on: loop, notifier: notifier, interval: .milliseconds(10))
            await moreTime.begin("Opening")
            var messages: [String] = []
            while messages.count < 4 { messages.append(await nextMessage()) }
            await moreTime.end()
            #expect(
                messages == [
                    "EXTEND_TIMEOUT_USEC=60000", "STATUS=Opening", "EXTEND_TIMEOUT_USEC=60000", "STATUS=Opening",
                ])
            while receiver.next() != nil {}
            try await Task.sleep(for: .milliseconds(50))
            #expect(receiver.next() == nil)
        }
    }

    @Test func `A quick start asks for nothing`() async throws {
        try await withLoop { loop in
            let moreTime = StartExtension(on: loop, notifier: notifier, interval: .seconds(1000))
            await moreTime.begin("Opening")
            await moreTime.end()
            #expect(receiver.next() == nil)
        }
    }

    // MARK: The status line

    @Test func `The status line follows what is under way and the fonts`() async throws {
        try await withLoop { loop in
            let work = WorkInProgress()
            let count = Mutex(0)
            let line = StatusLine(on: loop, notifier: notifier, work: work) {
                Self.summary(fonts: count.withLock { $0 })
            }
            work.begin(.recovery)
            #expect(await nextMessage() == "STATUS=0 fonts of 1 provider; looking at the published files")
            work.end(.recovery)
            #expect(await nextMessage() == "STATUS=0 fonts of 1 provider")
            count.withLock { $0 = 1 }
            await line.noteChange()
            #expect(await nextMessage() == "STATUS=1 font of 1 provider")
            await line.stop()
        }
    }

    @Test func `The status line says how many fonts are out of use, and what is under way first`() {
        #expect(
            StatusLine.text(of: Self.summary(fonts: 12, quarantined: 2), [])
                == "12 fonts of 1 provider, 2 out of use")
        #expect(StatusLine.text(of: Self.summary(fonts: 2), [.notices]) == "2 fonts of 1 provider")
        #expect(
            StatusLine.text(of: Self.summary(fonts: 2), [.publication, .notices])
                == "2 fonts of 1 provider; changing fonts")
        #expect(
            StatusLine.text(of: Self.summary(fonts: 2), [.systemFonts])
                == "2 fonts of 1 provider; reading the system's fonts")
    }

    private static func summary(fonts: Int, quarantined: Int = 0) -> LibrarySummary {
        LibrarySummary(providers: 1, registrations: fonts, enabled: fonts, quarantined: quarantined, bytes: 0)
    }

    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test-watch")
        do {
            try await body(loop)
        } catch {
            await loop.stop()
            throw error
        }
        await loop.stop()
    }
}
