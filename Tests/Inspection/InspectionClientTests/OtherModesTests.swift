import FontModel
import Glibc
@testable import InspectionClient
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing
import WorkerProtocol

struct OtherModesTests {
    @Test func `warming gives a count per directory`() async throws {
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                guard case .warm(let directories) = job else { return .failed(.noReport) }
                return .warmed(patternCounts: directories.map(\.utf8.count))
            }
        }
        let pool = worker.pool()
        #expect(try await pool.warm(["/a", "/bc"]) == [2, 3])
        #expect(try await pool.warm([]) == [])
        #expect(await pool.statistics[.warm].jobs == 1)
        await pool.shutdown()
    }

    @Test(arguments: [InspectionReply.warmed(patternCounts: [1]), .failed(.crashed(signal: 9)), .failed(.timedOut)])
    func `warming that went wrong is the service's fault, not a font's`(reply: InspectionReply) async throws {
        let worker = try FakeWorker { connection, _ in connection.serve { _, _ in reply } }
        let pool = worker.pool()
        let error = await #expect(throws: FontError.self) { _ = try await pool.warm(["/a", "/b"]) }
        #expect(error?.code == .registrationFailed)
        await pool.shutdown()
    }

    @Test func `all pages of a system directory are read`() async throws {
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                guard case .systemFaces(let directory, let offset, let limit) = job else { return .failed(.noReport) }
                // One pattern in two is of an instance and makes no face.
                let faces = stride(from: offset, to: min(600, offset + limit), by: 2).map { number in
                    SystemFontFace(
                        path: "\(directory)/\(number).ttf", format: .truetype, face: FaceDescription(index: 0))
                }
                return .systemFaces(faces, total: 600)
            }
        }
        let pool = worker.pool()
        let faces = try await pool.systemFaces(in: "/usr/share/fonts/x")
        #expect(faces.map(\.path) == stride(from: 0, to: 600, by: 2).map { "/usr/share/fonts/x/\($0).ttf" })
        #expect(await pool.statistics[.systemFaces].jobs == 3)
        await pool.shutdown()
    }

    @Test func `a page that is too much for one reply is asked for in parts`() async throws {
        let limits = Record<Int>()
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                guard case .systemFaces(let directory, let offset, let limit) = job else { return .failed(.noReport) }
                limits.add(limit)
                guard limit <= 16 else { return .failed(.refused("The answer is too long.")) }
                let faces = (offset..<min(40, offset + limit)).map { number in
                    SystemFontFace(path: "\(directory)/\(number)", format: nil, face: FaceDescription(index: 0))
                }
                return .systemFaces(faces, total: 40)
            }
        }
        let pool = worker.pool()
        #expect(try await pool.systemFaces(in: "/x").map(\.path) == (0..<40).map { "/x/\($0)" })
        #expect(limits.all == [256, 64, 16, 16, 16])
        await pool.shutdown()
    }

    @Test func `the output of a lost worker is emptied before another one writes`() async throws {
        let worker = try FakeWorker { connection, number in
            // The last descriptor that comes with a job is its output.
            guard let (_, output) = connection.receive(), let output else { return }
            if number == 0 {
                _ = Glibc.write(output.rawValue, "lost", 4)
                return
            }
            _ = Glibc.write(output.rawValue, "kept", 4)
            connection.reply(.drawing([7]))
        }
        let pool = worker.pool()
        let output = try SealedMemory.unsealed()
        let font = try SealedMemory(bytes: [1]).descriptor
        #expect(try await pool.draw([1], fonts: [font], output: output, for: "test") == [7])
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(output.rawValue, &bytes, bytes.count, 0)
        #expect(bytes.prefix(max(0, count)) == Array("kept".utf8)[...])
        await pool.shutdown()
    }

    @Test func `a system directory that cannot be read is an error with the worker's reason`() async throws {
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in .failed(.refused("no such directory")) }
        }
        let pool = worker.pool()
        let error = await #expect(throws: FontError.self) { _ = try await pool.systemFaces(in: "/x") }
        #expect(error?.message.contains("no such directory") == true)
        await pool.shutdown()
    }

    @Test(arguments: ["/etc/passwd", "/usr/share/fonts/x/../../../etc/passwd", "/usr/share/fonts/xy.ttf"])
    func `a system face lies in the directory that was asked about`(path: String) async throws {
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in
                .systemFaces([SystemFontFace(path: path, format: nil, face: FaceDescription(index: 0))], total: 1)
            }
        }
        let pool = worker.pool()
        let error = await #expect(throws: FontError.self) { _ = try await pool.systemFaces(in: "/usr/share/fonts/x") }
        #expect(error?.code == .registrationFailed)
        #expect(await pool.statistics[.systemFaces].lies == 1)
        await pool.shutdown()
    }

    @Test func `an empty system directory has no faces`() async throws {
        let worker = try FakeWorker { connection, _ in connection.serve { _, _ in .systemFaces([], total: 0) } }
        let pool = worker.pool()
        #expect(try await pool.systemFaces(in: "/usr/share/fonts") == [])
        await pool.shutdown()
    }

    @Test func `our own directories are not the system's, whatever the worker says`() async throws {
        let listed = [
            "/home/fonts/typecase", "/home/fonts/typecase/00", "/home/fonts/typecase-other", "/usr/share/fonts",
        ]
        let worker = try FakeWorker { connection, _ in
            connection.serve { _, _ in
                .systemDirectories(listed.map { SystemFontDirectory(path: $0, modificationNanoseconds: 1) })
            }
        }
        let pool = worker.pool()
        let directories = try await pool.systemDirectories(excluding: ["/home/fonts/typecase"])
        #expect(directories.map(\.path) == ["/home/fonts/typecase-other", "/usr/share/fonts"])
        await pool.shutdown()
    }

    @Test func `a self-test reports on the mode that was asked`() async throws {
        let report = SandboxReport(
            mode: .warm, attempts: [SandboxAttempt(action: "socket", isDenied: true)],
            opinions: [Opinion(.fontconfig, version: "1")])
        let worker = try FakeWorker { connection, _ in
            while connection.receive() != nil { connection.reply(.selfTest(report)) }
        }
        let pool = worker.pool()
        #expect(try await pool.selfTest(.warm) == report)
        let error = await #expect(throws: FontError.self) { _ = try await pool.selfTest(.inspect) }
        #expect(error != nil)
        await pool.shutdown()
    }

    @Test func `a warming in progress does not hold up inspections`() async throws {
        let gate = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                guard case .warm = job else { return .inspection(Sample.inspection()) }
                gate.pass()
                return .warmed(patternCounts: [1])
            }
        }
        let pool = worker.pool()
        let warming = Task { try await pool.warm(["/a"]) }
        await gate.waitForArrivals(1)
        _ = try await pool.inspect(Sample.font(), for: .user)
        gate.open()
        #expect(try await warming.value == [1])
        await pool.shutdown()
    }

    @Test func `the reduced environment keeps what fontconfig needs`() {
        let reduced = WorkerConfiguration.reducedEnvironment([
            "HOME": "/h", "XDG_CACHE_HOME": "/c", "FONTCONFIG_PATH": "/f", "DBUS_SESSION_BUS_ADDRESS": "unix:x",
            "SOURCE_DATE_EPOCH": "1", "SWIFT_BACKTRACE": "enable=yes", "LISTEN_FDS": "3", "NOTIFY_SOCKET": "/n",
        ])
        #expect(
            reduced == [
                "HOME": "/h", "XDG_CACHE_HOME": "/c", "FONTCONFIG_PATH": "/f", "SWIFT_BACKTRACE": "enable=no",
            ])
    }
}
