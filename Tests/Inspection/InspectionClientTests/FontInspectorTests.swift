import CLinux
import FontModel
import Foundation
import Glibc
@testable import InspectionClient
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

struct FontInspectorTests {
    @Test func `a worker gets the font's bytes sealed and its verdict comes back`() async throws {
        let seals = Record<Int32>()
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, font in
                seals.add(typecase_fcntl(font?.rawValue ?? -1, typecase_F_GET_SEALS, 0))
                return .inspection(Sample.inspection(faces: [Sample.face { $0.family = Sample.text(of: font) }]))
            }
        }
        let pool = worker.pool()
        let inspection = try await pool.inspect(Sample.font("bytes of the font"), for: .user)
        #expect(inspection.faces.first?.family == "bytes of the font")
        #expect(seals.all == [typecase_F_SEALS_ALL])
        await pool.shutdown()
    }

    @Test func `one connection serves one job after the other`() async throws {
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in .inspection(Sample.inspection()) }
        }
        let pool = worker.pool()
        for _ in 0..<20 { _ = try await pool.inspect(Sample.font(), for: .user) }
        let counts = await pool.statistics[.inspect]
        #expect(counts.connections == 1)
        #expect(counts.jobs == 20)
        #expect(counts.active == 0)
        await pool.shutdown()
    }

    @Test func `a connection that was made ahead serves the first job`() async throws {
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in .inspection(Sample.inspection()) }
        }
        let pool = worker.pool()
        await pool.connectAhead(to: .inspect)
        #expect(await pool.statistics[.inspect].connections == 1)
        await pool.connectAhead(to: .inspect)
        _ = try await pool.inspect(Sample.font(), for: .user)
        let counts = await pool.statistics[.inspect]
        #expect(counts.connections == 1)
        #expect(counts.jobs == 1)
        #expect(counts.active == 0)
        await pool.shutdown()
    }

    @Test func `a job is done where nobody could be reached ahead, or who was is gone`() async throws {
        let worker = try FakeWorker { connection, number in
            if number > 0 { connection.serve { _, _ in .inspection(Sample.inspection()) } }
        }
        let pool = worker.pool()
        await pool.connectAhead(to: .inspect)
        _ = try await pool.inspect(Sample.font(), for: .user)
        #expect(await pool.statistics[.inspect].active == 0)
        await pool.shutdown()
        // After the end it is nothing.
        await pool.connectAhead(to: .inspect)
        #expect(await pool.statistics[.inspect].active == 0)
    }

    @Test func `a refusal is a verdict, without faces`() async throws {
        let finding = FontInspection.Finding(kind: .invalid, rule: "'cmap' table usability", message: "no subtable")
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in
                .inspection(
                    FontInspection(format: .truetype, faces: [Sample.face()], findings: [finding], scanCost: 0))
            }
        }
        let pool = worker.pool()
        let inspection = try await pool.inspect(Sample.font(), for: .user)
        #expect(inspection.refusal == finding)
        #expect(inspection.faces == [])
        await pool.shutdown()
    }

    @Test(arguments: [
        (InspectionFailure.crashed(signal: 11), FontError.Code.invalidFontData, "signal 11"),
        (.timedOut, .busy, "was not checked"),
        (.outOfProcessorTime, .invalidFontData, "processor time"), (.outOfMemory, .invalidFontData, "memory"),
        (.noReport, .invalidFontData, "report"),
        (.refused("no such table"), .registrationFailed, "no such table"),
    ])
    func `what a worker reports about a failed job becomes the font's error`(
        failure: InspectionFailure, code: FontError.Code, hint: String
    ) async throws {
        let worker = try FakeWorker { connection, number in
            connection.serve { _, font in
                Sample.text(of: font) == "bad" ? .failed(failure) : .inspection(Sample.inspection())
            }
        }
        let pool = worker.pool()
        let error = try await pool.inspectionError("bad")
        #expect(error?.code == code)
        #expect(error?.message.contains(hint) == true)
        // The next font has nothing to do with it.
        _ = try await pool.inspect(Sample.font(), for: .user)
        let isSound = if case .refused = failure { true } else { false }
        #expect(await pool.statistics[.inspect].connections == (isSound ? 1 : 2))
        await pool.shutdown()
    }

    @Test func `a worker that hangs costs its own font and is replaced`() async throws {
        let gate = try Gate()
        let worker = try FakeWorker { connection, number in
            if number == 0 {
                _ = connection.receive()
                gate.pass()
            } else {
                connection.serve { _, _ in .inspection(Sample.inspection()) }
            }
        }
        let pool = worker.pool { $0.inspect.deadline = .milliseconds(50) }
        #expect(try await pool.inspectionError()?.code == .busy)
        gate.open()
        #expect(await pool.statistics[.inspect].timeouts == 1)
        let patient = worker.pool()
        _ = try await patient.inspect(Sample.font(), for: .user)
        await pool.shutdown()
        await patient.shutdown()
    }

    @Test func `a worker that drips bytes meets the same deadline`() async throws {
        let worker = try FakeWorker { connection, _ in
            guard connection.receive() != nil, let record = try? InspectionWire.encode(.inspection(Sample.inspection()))
            else { return }
            connection.send(Array(RecordFrame.bytes(of: record).dropLast()))
            // Waits for the pool to give up.
            _ = connection.receive()
        }
        let pool = worker.pool(deadline: .milliseconds(50))
        #expect(try await pool.inspectionError()?.code == .busy)
        #expect(await pool.statistics[.inspect].timeouts == 1)
        await pool.shutdown()
    }

    @Test(arguments: [
        [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [1, 0, 0x80, 0], [1, 0, 0, 0, InspectionWire.version],
        [2, 0, 0, 0, InspectionWire.version, 99],
        [12, 0, 0, 0, InspectionWire.version, 1, 1, 3, 0, 0, 0, 255, 255, 255, 255, 255],
    ])
    func `garbage refuses that font and the worker is not asked again`(bytes: [UInt8]) async throws {
        let worker = try FakeWorker { connection, number in
            if number == 0 {
                _ = connection.receive()
                connection.send(bytes)
                // Stays open: it is the pool that has to hang up.
                _ = connection.receive()
            } else {
                connection.serve { _, _ in .inspection(Sample.inspection()) }
            }
        }
        let pool = worker.pool()
        #expect(try await pool.inspectionError()?.code == .invalidFontData)
        #expect(await pool.statistics[.inspect].lies == 1)
        _ = try await pool.inspect(Sample.font(), for: .user)
        #expect(await pool.statistics[.inspect].connections == 2)
        await pool.shutdown()
    }

    @Test func `a worker of another version is no fault of the font, and the next one is asked`() async throws {
        let worker = try FakeWorker { connection, number in
            guard number == 0 else { return connection.serve { _, _ in .inspection(Sample.inspection()) } }
            guard connection.receive() != nil,
                var record = try? InspectionWire.encode(.failed(.refused("What came is no job.")))
            else { return }
            record[0] = InspectionWire.version + 1
            connection.send(RecordFrame.bytes(of: record))
        }
        let pool = worker.pool()
        let error = try await pool.inspectionError()
        #expect(error?.code == .busy)
        #expect(error?.message.contains("another version") == true)
        #expect(await pool.statistics[.inspect].lies == 0)
        _ = try await pool.inspect(Sample.font(), for: .user)
        await pool.shutdown()
    }

    @Test func `an answer to another question is a lie`() async throws {
        let worker = try FakeWorker { connection, _ in connection.serve { _, _ in .warmed(patternCounts: [1]) } }
        let pool = worker.pool()
        #expect(try await pool.inspectionError()?.code == .invalidFontData)
        #expect(await pool.statistics[.inspect].lies == 1)
        await pool.shutdown()
    }

    @Test func `a worker that goes away in the middle of a job is replaced, and no font is at fault`() async throws {
        let told = Record<String>()
        let worker = try FakeWorker { connection, number in
            if number == 0 {
                _ = connection.receive()
            } else {
                connection.serve { _, _ in .inspection(Sample.inspection()) }
            }
        }
        let pool = worker.pool(onFailure: { told.add($1) })
        #expect(try await pool.inspect(Sample.font(), for: .user) == Sample.inspection())
        let counts = await pool.statistics[.inspect]
        #expect(counts.jobs == 1 && counts.connections == 2 && counts.crashes == 0)
        #expect(told.all.count == 1 && told.all.first?.contains("another one takes over") == true)
        await pool.shutdown()
    }

    @Test(arguments: [false, true])
    func `workers that all go away over a font but are well otherwise blame the font, and not for ever`(
        isKept: Bool
    ) async throws {
        let worker = try FakeWorker { connection, _ in
            while let (job, font) = connection.receive() {
                if job == .selfTest {
                    connection.reply(.selfTest(SandboxReport(mode: .inspect, attempts: [], opinions: [])))
                } else if Sample.text(of: font) == "good" {
                    connection.reply(.inspection(Sample.inspection()))
                } else {
                    return
                }
            }
        }
        let pool = worker.pool()
        if isKept { _ = try await pool.inspect(Sample.font("good"), for: .user) }
        #expect(try await pool.inspectionError("bad")?.code == .invalidFontData)
        let counts = await pool.statistics[.inspect]
        #expect(counts.crashes == 1)
        // The one that was kept, two that did nothing else, and the one that shows that it was the font.
        #expect(counts.connections == (isKept ? 4 : 3))
        _ = try await pool.inspect(Sample.font("good"), for: .user)
        await pool.shutdown()
    }

    @Test func `a worker that never works blames itself and says where it is`() async throws {
        let worker = try FakeWorker { _, _ in }
        let pool = worker.pool()
        let error = try await pool.inspectionError()
        #expect(error?.code == .registrationFailed)
        #expect(error?.message.contains(worker.path) == true)
        await pool.shutdown()
    }

    @Test func `a kept connection that the worker closed meanwhile is replaced without a word`() async throws {
        let closed = try Gate()
        let worker = try FakeWorker { connection, number in
            if number == 0 {
                guard connection.receive() != nil else { return }
                connection.reply(.inspection(Sample.inspection()))
                closed.pass()
            } else {
                connection.serve { _, _ in .inspection(Sample.inspection()) }
            }
        }
        let pool = worker.pool()
        _ = try await pool.inspect(Sample.font(), for: .user)
        closed.open()
        _ = try await pool.inspect(Sample.font(), for: .user)
        let counts = await pool.statistics[.inspect]
        #expect(counts.jobs == 2 && counts.crashes == 0)
        await pool.shutdown()
    }

    @Test func `what a worker says unasked is never taken for the next font's verdict`() async throws {
        let said = try Gate()
        let worker = try FakeWorker { connection, number in
            if number == 0 {
                guard connection.receive() != nil else { return }
                connection.reply(.inspection(Sample.inspection()))
                connection.reply(.inspection(Sample.inspection(faces: [Sample.face { $0.family = "forged" }])))
                said.pass()
                _ = connection.receive()
            } else {
                connection.serve { _, _ in .inspection(Sample.inspection()) }
            }
        }
        let pool = worker.pool()
        _ = try await pool.inspect(Sample.font(), for: .user)
        await said.waitForArrivals(1)
        said.open()
        #expect(try await pool.inspect(Sample.font(), for: .user).faces.first?.family == "Sample")
        #expect(await pool.statistics[.inspect].connections == 2)
        await pool.shutdown()
    }

    @Test(arguments: ["/nonexistent/inspect.socket", "/" + String(repeating: "x", count: 200)])
    func `a socket that cannot be reached is named in the error`(path: String) async throws {
        let configuration = WorkerConfiguration(environment: [:]) { _ in .socket(path) }
        let pool = FontInspector(
            configuration: configuration, threads: BlockingThreads(name: "pool", maximumCount: 2))
        let error = try await pool.inspectionError()
        #expect(error?.code == .registrationFailed)
        #expect(error?.message.contains(path) == true)
        #expect(error?.message.contains("typecase-inspect.socket") == true)
        #expect(await pool.statistics[.inspect].failedConnections == 1)
        await pool.shutdown()
    }

    @Test func `an idle connection is closed after its time`() async throws {
        let closed = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in .inspection(Sample.inspection()) }
            closed.open()
        }
        let pool = worker.pool { $0.idleTime = .milliseconds(20) }
        _ = try await pool.inspect(Sample.font(), for: .user)
        // Returns only once the worker has seen the end of the connection.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { @Sendable in
                closed.pass()
                continuation.resume()
            }
        }
        _ = try await pool.inspect(Sample.font(), for: .user)
        #expect(await pool.statistics[.inspect].connections == 2)
        await pool.shutdown()
    }

    @Test func `no descriptor stays open`() async throws {
        // In a process of its own, where no other test opens any.
        await #expect(processExitsWith: .success) {
            func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            let before = try count()
            for _ in 0..<10 {
                let worker = try FakeWorker { connection, number in
                    if number.isMultiple(of: 2) { return connection.send([1, 2, 3, 4, 5]) }
                    connection.serve { _, _ in .inspection(Sample.inspection()) }
                }
                let pool = worker.pool()
                for _ in 0..<8 { _ = try? await pool.inspect(Sample.font(), for: .user) }
                await pool.shutdown()
            }
            // The runtime's own timers need a few, and the threads of the fake worker end in their own time.
            let limit = before + 9
            try await eventually("no descriptor is left open") { try count() <= limit }
        }
    }
}
