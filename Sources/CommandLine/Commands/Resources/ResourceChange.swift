internal import BusInterface
internal import DBus
internal import FontModel

/// Fetches or removes resources, and says what came of it.
struct ResourceChange {
    /// What `ChangeResources` is told to do.
    let action: String
    let filter: [String: BusVariant]
    let asJSON: Bool

    func run(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (action, filter) = (action, filter)
        let dictionary = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let known = try await calling { () async throws(BusError) in
                try await session.management.listResources(filter: filter)
            }
            if known.isEmpty, !filter.isEmpty {
                throw CommandFailure(.notFound, code: .assetNotFound, "No manifest declares such files.")
            }
            return try await calling { () async throws(BusError) in
                try await session.management.changeResources(
                    action: action, filter: filter, timeout: CommandSession.changeTimeout)
            }
        }
        let result = FontRecord(dictionary)
        let failures: [[String: BusVariant]] = result.value("failures") ?? []
        let counts = ["fetched", "purged", "held"].map { ($0, (result.value($0) ?? 0) as UInt32) }
        if asJSON {
            environment.output.line(JSONText(dictionary).lines)
        } else {
            let parts = counts.filter { $0.1 > 0 }.map { name, count in
                switch name {
                case "fetched": "Fetched: \(counted(Int(count), "file"))"
                case "purged": "Removed: \(counted(Int(count), "file"))"
                default: "Kept, as programs hold them: \(counted(Int(count), "file"))"
                }
            }
            for line in parts.isEmpty && failures.isEmpty ? ["Nothing to do."] : parts {
                environment.output.line(line)
            }
        }
        for failure in failures.map({ FontRecord($0) }) {
            environment.output.report(
                CommandFailure(
                    .failure, name: failure.text("error"), message: failure.text("message"),
                    item: "\(failure.text("provider")): \(failure.text("file"))"), asJSON: asJSON)
        }
        if !failures.isEmpty { return .failure }
        return counts.allSatisfy { $0.1 == 0 } ? .nothingToDo : .success
    }
}
