import InspectionPool
import TestSupport
import Testing

@testable import FontDaemon

/// Where the workers are that the daemon asks.
struct WorkerPlacesTests {
    @Test func `no worker becomes a child of the daemon as long as any of them has a unit of its own`() throws {
        let runtime = try ScratchDirectory()
        let environment = ["XDG_RUNTIME_DIR": runtime.path]
        guard case .executable = DaemonConfiguration.workers(environment: environment).inspect.access else {
            Issue.record("there is no service manager")
            return
        }
        try runtime.write("", to: "typecase/inspect.socket")
        let workers = DaemonConfiguration.workers(environment: environment)
        #expect(workers.inspect.access == .socket("\(runtime.path)/typecase/inspect.socket"))
        #expect(workers.secondOpinion.access == .socket("\(runtime.path)/typecase/second-opinion.socket"))
    }
}
