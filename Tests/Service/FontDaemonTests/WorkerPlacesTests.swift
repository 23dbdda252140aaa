import Glibc
import InspectionClient
import TestSupport
import Testing

@testable import FontDaemon
import WorkerClient

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
    @Test func `no worker becomes a child of a daemon that the service manager has started`() throws {
        let runtime = try ScratchDirectory()
        var environment = ["XDG_RUNTIME_DIR": runtime.path, "SYSTEMD_EXEC_PID": "\(getppid())"]
        guard case .executable = DaemonConfiguration.workers(environment: environment).inspect.access,
            case .executable = DaemonConfiguration.fetcher(environment: environment)
        else {
            Issue.record("this is the child of a unit")
            return
        }
        environment["SYSTEMD_EXEC_PID"] = "\(getpid())"
        let workers = DaemonConfiguration.workers(environment: environment)
        #expect(workers.inspect.access == .socket("\(runtime.path)/typecase/inspect.socket"))
        let fetcher = DaemonConfiguration.fetcher(environment: environment)
        #expect(fetcher == .socket("\(runtime.path)/typecase/fetch.socket"))
    }
}
