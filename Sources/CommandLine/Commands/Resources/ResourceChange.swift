internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// Fetches or removes resources, and reports the result.
struct ResourceChange {
    /// A way to change resources.
    enum Action: String {
        case prefetch, purge, reset
    }

    let action: Action
    let filter: [String: BusVariant]
    /// Whether to report what would change, without changing anything.
    let isDryRun: Bool
    let asJSON: Bool

    func run(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (action, filter, isDryRun) = (action, filter, isDryRun)
        let dictionary = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let known = try await calling { () async throws(BusError) in
                try await session.management.listResources(filter: filter)
            }
            if known.isEmpty, !filter.isEmpty {
                throw CommandFailure(.notFound, code: .assetNotFound, localized("No manifest declares such files."))
            }
            if isDryRun { return Self.plan(action, of: known.map { FontRecord($0) }) }
            return try await calling { () async throws(BusError) in
                try await session.management.changeResources(
                    action: action.rawValue, filter: filter, timeout: CommandSession.changeTimeout)
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
                case "fetched":
                    isDryRun
                        ? localized("Would be fetched: %1", CountedText.files(Int(count)))
                        : localized("Fetched: %1", CountedText.files(Int(count)))
                case "purged":
                    isDryRun
                        ? localized("Would be removed: %1", CountedText.files(Int(count)))
                        : localized("Removed: %1", CountedText.files(Int(count)))
                default:
                    isDryRun
                        ? localized("Would be kept, because programs use them: %1", CountedText.files(Int(count)))
                        : localized("Kept, because programs use them: %1", CountedText.files(Int(count)))
                }
            }
            for line in parts.isEmpty && failures.isEmpty ? [localized("Nothing to do.")] : parts {
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

    /// The result that an action would have, in the form of the reply of `ChangeResources`.
    private static func plan(_ action: Action, of resources: [FontRecord]) -> [String: BusVariant] {
        let fetched = Dictionary(
            resources.filter { $0.text("state") == "fetched" }.map { ($0.text("sha256"), $0.value("held") == true) },
            uniquingKeysWith: { $0 || $1 })
        let purged = action == .prefetch ? [] : Set(fetched.filter { !$0.value }.keys)
        let wanted = resources.filter { resource in
            switch action {
            case .purge: false
            case .prefetch: resource.text("state") == "absent" && !resource.text("url").isEmpty
            case .reset:
                resource.text("policy") == "initial" && !resource.text("url").isEmpty
                    && (resource.text("state") == "absent" || purged.contains(resource.text("sha256")))
            }
        }
        return [
            "fetched": BusVariant(UInt32(clamping: wanted.count)),
            "purged": BusVariant(UInt32(clamping: purged.count)),
            "held": BusVariant(UInt32(clamping: action == .prefetch ? 0 : fetched.count - purged.count)),
        ]
    }
}
