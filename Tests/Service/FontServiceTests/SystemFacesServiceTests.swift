import FontModel
import InspectionClient
import InspectionProtocol
import LinuxSystem
import Logging
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10)))
struct SystemFacesServiceTests {
    @Test func `a directory that the worker does not survive is a failure that names it, and the others are read`()
        async throws
    {
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                switch job {
                case .systemDirectories:
                    .systemDirectories(
                        ["/fonts/bad", "/fonts/good"].map { SystemFontDirectory(path: $0, modificationNanoseconds: 1) })
                case .systemFaces("/fonts/bad", _, _): .failed(.crashed(signal: 11))
                default:
                    .systemFaces(
                        [
                            SystemFontFace(
                                path: "/fonts/good/a.ttf", format: .truetype,
                                face: FaceDescription(index: 0, postscriptName: "Good", family: "Good"))
                        ], total: 1)
                }
            }
        }
        let pool = worker.pool()
        let registry = try Registry.temporary(threads: BlockingThreads(name: "test", maximumCount: 2))
        let service = SystemFacesService(
            registry: registry, inspector: pool, excludedDirectories: [], work: WorkInProgress(),
            log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), onDirectories: { _ in })
        await service.refresh()
        #expect(await service.lastFailure?.message.contains("/fonts/bad") == true)
        #expect(try await registry.faces.families(FaceFilter()).families == ["Good"])
        await pool.shutdown()
    }
}
