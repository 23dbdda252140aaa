internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// Changes all fonts of a provider, and reports their number.
struct ProviderChangeAction {
    /// The provider's id.
    let provider: String
    /// The text of the progress line.
    let status: String
    /// The key of the number in JSON.
    let key: String
    /// The message about a number of fonts of a provider.
    let sentence: @Sendable (_ count: Int, _ provider: String) -> String
    /// The service's name of a change that is only planned; `nil` if the change is made.
    let plan: String?
    let asJSON: Bool

    func run(
        in environment: CommandEnvironment,
        _ change: @escaping @Sendable (Management1Client, String) async throws(BusError) -> UInt32
    ) async throws(CommandFailure) -> CommandExit {
        let (provider, plan) = (provider, plan)
        let progress = ProgressLine(status, of: 1, on: environment.output)
        defer { progress.clear() }
        let count = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            progress.advance(to: 0, of: status)
            // The service finishes the change even if the command no longer waits for it.
            return try await finishing { () async throws(CommandFailure) in
                try await calling { () async throws(BusError) in
                    guard let plan else { return try await change(session.management, provider) }
                    let planned = try await session.management.planChange(
                        change: plan, ids: [provider], options: [:], timeout: CommandSession.changeTimeout)
                    return UInt32(clamping: planned.count { FontRecord($0).value("changed") == true })
                }
            } onCancel: {
                progress.change(to: ProgressLine.finishing)
            }
        }
        progress.clear()
        if asJSON {
            environment.output.line(JSONText.object([(key, .unsigned(UInt64(count)))]).lines)
        } else {
            environment.output.line(sentence(Int(count), TerminalText.escaped(provider)))
        }
        return .success
    }
}
