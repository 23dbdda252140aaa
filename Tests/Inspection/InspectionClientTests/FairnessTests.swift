import FontModel
import Foundation
@testable import InspectionClient
import InspectionProtocol
import LinuxSystem
import Synchronization
import TestSupport
import Testing

struct FairnessTests {
    @Test(arguments: [(1, 2), (2, 2), (3, 3), (6, 6), (64, 6), (-1, 2)])
    func `there is a place for each core, within bounds`(cores: Int, places: Int) {
        #expect(WorkerConfiguration.fontsAtOnce(cores: cores) == places)
    }

    @Test func `no more fonts are examined at a time than there are places`() async throws {
        let now = Mutex((current: 0, greatest: 0))
        let gate = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in
                now.withLock { now in
                    now.current += 1
                    now.greatest = max(now.greatest, now.current)
                }
                gate.pass()
                now.withLock { $0.current -= 1 }
                return .inspection(Sample.inspection())
            }
        }
        let pool = worker.pool()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask { _ = try await pool.inspect(Sample.font("\(number)"), for: .user) }
            }
            await pool.waitUntilWaiting(8)
            await gate.waitForArrivals(2)
            #expect(await pool.statistics[.inspect].active == 2)
            gate.open()
            try await group.waitForAll()
        }
        #expect(now.withLock { $0.greatest } == 2)
        #expect(await pool.statistics[.inspect].connections == 2)
        await pool.shutdown()
    }

    @Test func `a provider of one font does not wait for all fonts of another`() async throws {
        let gate = try Gate()
        let served = Record<String>()
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, font in
                let text = Sample.text(of: font)
                served.add(text)
                if text == "first" { gate.pass() }
                return .inspection(Sample.inspection())
            }
        }
        let pool = worker.pool { $0.inspect.connectionCount = 1 }
        let many = try Sample.provider("org.example.Many")
        let few = try Sample.provider("org.example.Few")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await pool.inspect(Sample.font("first"), for: many) }
            await gate.waitForArrivals(1)
            for _ in 0..<20 { group.addTask { _ = try await pool.inspect(Sample.font("many"), for: many) } }
            await pool.waitUntilWaiting(20)
            group.addTask { _ = try await pool.inspect(Sample.font("few"), for: few) }
            await pool.waitUntilWaiting(21)
            gate.open()
            try await group.waitForAll()
        }
        #expect(Array(served.all.prefix(3)) == ["first", "many", "few"])
        await pool.shutdown()
    }

    @Test func `those whose fonts came to no end share one place, so that together they hold up nobody`() async throws {
        let gate = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, font in
                let text = Sample.text(of: font)
                if text == "endless" { return .failed(.timedOut) }
                if text == "long" { gate.pass() }
                return .inspection(Sample.inspection())
            }
        }
        let pool = worker.pool { $0.inspect.hasSparePlace = true }
        let accomplices = try ["org.example.One", "org.example.Two", "org.example.Three"].map(Sample.provider)
        for provider in accomplices {
            await #expect(throws: FontError.self) { try await pool.inspect(Sample.font("endless"), for: provider) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for provider in accomplices {
                group.addTask { _ = try await pool.inspect(Sample.font("long"), for: provider) }
            }
            // All but one of them wait, though there are two places and a spare one.
            await pool.waitUntilWaiting(2)
            await gate.waitForArrivals(1)
            for name in ["org.example.Sound", "org.example.Other"] {
                _ = try await pool.inspect(Sample.font("sound"), for: Sample.provider(name))
            }
            #expect(await pool.statistics[.inspect].waiting == 2)
            gate.open()
            try await group.waitForAll()
        }
        #expect(await pool.statistics[.inspect].waiting == 0)
        await pool.shutdown()
    }

    @Test(arguments: [InspectionMode.inspect, .secondOpinion])
    func `a provider whose fonts take all places keeps none of another's waiting`(mode: InspectionMode) async throws {
        let gate = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, font in
                let isHeldUp = Sample.text(of: font).hasPrefix("slow") && job.isInspection == (mode == .inspect)
                if isHeldUp { gate.pass() }
                return job.isInspection
                    ? .inspection(Sample.inspection())
                    : .secondOpinion(SecondOpinion(.accepted, version: "8.2.1"))
            }
        }
        let pool = worker.pool {
            $0.asksForSecondOpinion = true
            $0.inspect.connectionCount = 2
            $0.inspect.hasSparePlace = true
            $0.secondOpinion.connectionCount = 2
            $0.secondOpinion.hasSparePlace = true
        }
        let slow = try Sample.provider("org.example.Slow")
        let others = try ["org.example.First", "org.example.Second"].map(Sample.provider)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { _ = try await pool.inspect(Sample.font("slow"), for: slow) } }
            await gate.waitForArrivals(2)
            await pool.waitUntilWaiting(4, in: mode)
            // One after the other, as there is one place for all of them, and it comes back.
            for other in others + others { _ = try await pool.inspect(Sample.font("quick"), for: other) }
            #expect(await pool.statistics[mode].active == 2, "the place is nobody's who has one")
            #expect(await pool.statistics[mode].waiting == 4)
            gate.open()
            try await group.waitForAll()
        }
        #expect(await pool.statistics[mode].active == 0)
        #expect(await pool.statistics[mode].connections <= 3)
        await pool.shutdown()
    }

    @Test func `the spare place goes to whoever waits and has none, in turn`() async throws {
        let slow = try Gate()
        let first = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, font in
                switch Sample.text(of: font) {
                case "slow": slow.pass()
                case "first": first.pass()
                default: break
                }
                return .inspection(Sample.inspection())
            }
        }
        let pool = worker.pool {
            $0.inspect.connectionCount = 1
            $0.inspect.hasSparePlace = true
        }
        let providers = try ["Slow", "First", "Second"].map { try Sample.provider("org.example.\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { _ = try await pool.inspect(Sample.font("slow"), for: providers[0]) } }
            await slow.waitForArrivals(1)
            await pool.waitUntilWaiting(1)
            group.addTask { _ = try await pool.inspect(Sample.font("first"), for: providers[1]) }
            await first.waitForArrivals(1)
            #expect(await pool.statistics[.inspect].active == 2)
            let second = Task { try await pool.inspect(Sample.font("second"), for: providers[2]) }
            await pool.waitUntilWaiting(2)
            // It comes before the font that has waited longer, whose provider has a place.
            first.open()
            _ = try await second.value
            #expect(await pool.statistics[.inspect].waiting == 1)
            slow.open()
            try await group.waitForAll()
        }
        await pool.shutdown()
    }

    @Test func `no font passes without the second opinion because others fill its queue`() async throws {
        let gate = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                guard job == .secondOpinion else { return .inspection(Sample.inspection()) }
                gate.pass()
                return .secondOpinion(SecondOpinion(.accepted, version: "8.2.1"))
            }
        }
        let pool = worker.pool {
            $0.asksForSecondOpinion = true
            $0.inspect.connectionCount = 4
            $0.secondOpinion.connectionCount = 1
            $0.queueLimit = 2
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await pool.inspect(Sample.font(), for: .user) }
            await gate.waitForArrivals(1)
            for _ in 0..<2 { group.addTask { _ = try await pool.inspect(Sample.font(), for: .user) } }
            await pool.waitUntilWaiting(2, in: .secondOpinion)
            #expect(try await pool.inspectionError()?.code == .busy)
            gate.open()
            try await group.waitForAll()
        }
        await pool.shutdown()
    }

    @Test func `a full queue says busy, for one provider and for all`() async throws {
        let gate = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in
                gate.pass()
                return .inspection(Sample.inspection())
            }
        }
        let pool = worker.pool {
            $0.inspect.connectionCount = 1
            $0.queueLimitPerProvider = 2
            $0.queueLimit = 3
        }
        let others = try ["a", "b"].map(Sample.provider)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { _ = try await pool.inspect(Sample.font(), for: .user) } }
            await pool.waitUntilWaiting(2)
            #expect(try await pool.inspectionError()?.code == .busy)
            group.addTask { _ = try await pool.inspect(Sample.font(), for: others[0]) }
            await pool.waitUntilWaiting(3)
            await #expect(throws: FontError.self) { _ = try await pool.inspect(Sample.font(), for: others[1]) }
            gate.open()
            try await group.waitForAll()
        }
        #expect(await pool.statistics[.inspect].jobs == 4)
        await pool.shutdown()
    }

    @Test func `a caller that is cancelled gives its place in the queue back`() async throws {
        let gate = try Gate()
        let served = Record<String>()
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, font in
                served.add(Sample.text(of: font))
                gate.pass()
                return .inspection(Sample.inspection())
            }
        }
        let pool = worker.pool { $0.inspect.connectionCount = 1 }
        let first = Task { try await pool.inspect(Sample.font("first"), for: .user) }
        await gate.waitForArrivals(1)
        let waiting = Task { try await pool.inspect(Sample.font("cancelled"), for: .user) }
        await pool.waitUntilWaiting(1)
        waiting.cancel()
        await #expect(throws: FontError.self) { _ = try await waiting.value }
        #expect(await pool.statistics[.inspect].waiting == 0)
        gate.open()
        _ = try await first.value
        _ = try await pool.inspect(Sample.font("last"), for: .user)
        #expect(served.all == ["first", "last"])
        #expect(await pool.statistics[.inspect].active == 0)
        await pool.shutdown()
    }

    @Test func `a caller that is cancelled before it waits never takes a place`() async throws {
        let worker = try FakeWorker { connection, _ in connection.serve { _, _ in .inspection(Sample.inspection()) } }
        let pool = worker.pool()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await pool.inspect(Sample.font(), for: .user)
        }
        await #expect(throws: FontError.self) { _ = try await task.value }
        #expect(await pool.statistics[.inspect] == WorkerStatistics.Counts())
        await pool.shutdown()
    }

    @Test func `going down answers everybody and breaks off what hangs`() async throws {
        let worker = try FakeWorker { connection, _ in
            // Never answers, and ends when the pool hangs up.
            while connection.receive() != nil {}
        }
        let pool = worker.pool()
        let tasks = (0..<6).map { number in
            Task { try await pool.inspectionError("\(number)")?.code }
        }
        await pool.waitUntilWaiting(4)
        await pool.shutdown()
        for task in tasks { #expect(try await task.value == .busy) }
        #expect(await pool.statistics[.inspect].active == 0)
        #expect(try await pool.inspectionError()?.code == .busy)
        await pool.shutdown()
    }
}
