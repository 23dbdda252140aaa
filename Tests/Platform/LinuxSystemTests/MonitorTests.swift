import Glibc
import Testing

@testable import LinuxSystem

@Suite struct MonitorTests {
    private struct Room {
        var asleep = 0
        var woken: [Int] = []
    }

    @Test func `the thread that came last is woken first, and every thread is woken in the end`() throws {
        let room = Monitor(Room())
        var threads: [NativeThread] = []
        for number in 0..<3 {
            threads.append(
                try NativeThread(name: "test") {
                    var hasSlept = false
                    room.waitForResult(limit: { _ in .seconds(60) }) { room, isLate -> Void? in
                        if hasSlept || isLate {
                            room.woken.append(number)
                            return ()
                        }
                        hasSlept = true
                        room.asleep += 1
                        return nil
                    }
                })
            // The lock is free again only when the thread sleeps.
            while room.withLock({ $0.asleep }) <= number { sched_yield() }
        }
        room.wakeOne()
        while room.withLock({ $0.woken.isEmpty }) { sched_yield() }
        #expect(room.withLock { $0.woken } == [2])
        room.wakeOne()
        while room.withLock({ $0.woken.count }) < 2 { sched_yield() }
        #expect(room.withLock { $0.woken } == [2, 1])
        room.wakeAll()
        for thread in threads { thread.join() }
        #expect(room.withLock { $0.woken } == [2, 1, 0])
    }

    @Test func `a wait ends with its time, and a wake-up after that goes to another thread`() throws {
        let room = Monitor(Room())
        let patient = try NativeThread(name: "test") {
            room.waitForResult(limit: { _ in .seconds(60) }) { room, isLate -> Void? in
                room.asleep += 1
                guard room.asleep > 1, !isLate else { return nil }
                room.woken.append(1)
                return ()
            }
        }
        while room.withLock({ $0.asleep }) == 0 { sched_yield() }
        let wasLate = room.waitForResult(limit: { _ in .milliseconds(1) }) { _, isLate in isLate ? true : nil }
        #expect(wasLate)
        #expect(room.withLock { $0.woken }.isEmpty)
        room.wakeOne()
        patient.join()
        #expect(room.withLock { $0.woken } == [1])
    }
}
