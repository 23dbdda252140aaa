import FontModel
import LinuxSystem
import TestSupport
import Testing

@testable import FontService

/// The order of downloads.
@Suite(.timeLimit(.minutes(1))) struct ResourceDownloadsTests {
    /// Lets through who waits at it once it is open.
    private actor Gate {
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func pass() async {
            if isOpen { return }
            await withCheckedContinuation { waiting.append($0) }
        }

        func open() {
            isOpen = true
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }

    private func key(_ name: String) throws -> ResourceDownloads.Key {
        ResourceDownloads.Key(
            digest: try SealedMemory(bytes: Array(name.utf8)).digest, address: "https://example.org/\(name)",
            credential: nil)
    }

    @Test func `The most urgent begins first, by what the priorities are when a place becomes free`() async throws {
        let downloads = ResourceDownloads()
        let (order, gates) = (EventLog(), (0..<ResourceDownloads.filesAtOnce).map { _ in Gate() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, gate) in gates.enumerated() {
                let key = try key("running \(number)")
                group.addTask {
                    try await downloads.obtain(key, priority: LoadingPriority(1)) {
                        order.add("running")
                        await gate.pass()
                        return .success(())
                    }
                }
            }
            try await eventually("all places are taken") { order.all.count == gates.count }
            let priorities = ["lowered": 0.9, "first": 0.5, "second": 0.5, "raised": 0.1]
                .mapValues(LoadingPriority.init)
            for (number, name) in ["lowered", "first", "second", "raised"].enumerated() {
                let (key, priority) = (try key(name), try #require(priorities[name]))
                group.addTask {
                    try await downloads.obtain(key, priority: priority) {
                        order.add(name)
                        return .success(())
                    }
                }
                try await eventually("it waits") { await downloads.waitingCount == number + 1 }
            }
            priorities["lowered"]?.value = 0.2
            priorities["raised"]?.value = 1
            // One place, so that one begins after the other.
            await gates[0].open()
            try await eventually("all have begun") { order.all.count == gates.count + 4 }
            #expect(order.all.suffix(4) == ["raised", "first", "second", "lowered"])
            for gate in gates { await gate.open() }
            try await group.waitForAll()
        }
    }
}
