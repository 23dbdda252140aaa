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

    @Test func `A failure that another provider causes has the file fetched again`() async throws {
        let (first, second) = (
            try #require(ProviderIdentifier(applicationID: "org.example.First")),
            try #require(ProviderIdentifier(applicationID: "org.example.Second"))
        )
        let attempts: KeyValuePairs<FontError.Code, Int> = [
            .missingEntitlement: 2, .assetNotFound: 2, .downloadFailed: 1,
        ]
        for (code, attempts) in attempts {
            let (downloads, gate, log) = (ResourceDownloads(), Gate(), EventLog())
            let key = try key("shared")
            @Sendable func obtain(
                _ provider: ProviderIdentifier, _ result: Result<Void, FontError>
            ) async -> FontError.Code? {
                do throws(FontError) {
                    try await downloads.obtain(key, for: provider, priority: LoadingPriority(0.5)) {
                        log.add("\(provider)")
                        await gate.pass()
                        return result
                    }
                    return nil
                } catch {
                    return error.code
                }
            }
            async let one = obtain(first, .failure(FontError(code, "")))
            try await eventually("the first has begun") { log.all.count == 1 }
            async let same = obtain(first, .success(()))
            async let other = obtain(second, .success(()))
            try await eventually("all wait for it") { await downloads.waiterCount(of: key) == 3 }
            await gate.open()
            let codes = await [one, same, other]
            #expect(codes == [code, code, attempts == 2 ? nil : code])
            #expect(log.all == Array(["\(first)", "\(second)"].prefix(attempts)))
        }
    }

    @Test func `The most urgent begins first, by what the priorities are when a place becomes free`() async throws {
        let downloads = ResourceDownloads()
        let (order, gates) = (EventLog(), (0..<ResourceDownloads.filesAtOnce).map { _ in Gate() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, gate) in gates.enumerated() {
                let key = try key("running \(number)")
                group.addTask {
                    try await downloads.obtain(key, for: .user, priority: LoadingPriority(1)) {
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
                    try await downloads.obtain(key, for: .user, priority: priority) {
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
