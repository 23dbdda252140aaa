internal import BusInterface
internal import DBus

/// Serves `org.typecase.Job1` for one job.
struct JobHarness: Job1Service {
    let path: ObjectPath
    let owner: String
    let jobs: JobObjects

    var state: String {
        get async { await jobs.outcome(of: path, of: owner).state.rawValue }
    }

    var progress: Double {
        get async {
            // The time that the user needs to decide is unknown.
            await jobs.outcome(of: path, of: owner).state == .done
                ? 1 : await jobs.progress(of: path, of: owner).part
        }
    }

    var bytesDone: UInt64 {
        get async { await jobs.progress(of: path, of: owner).bytes.done }
    }

    var bytesTotal: UInt64 {
        get async { await jobs.progress(of: path, of: owner).bytes.total }
    }

    var result: [String: BusVariant] {
        get async { await jobs.outcome(of: path, of: owner).result }
    }

    func cancel(_ call: BusMethodCall) async { await jobs.cancel(path, of: owner) }
}
