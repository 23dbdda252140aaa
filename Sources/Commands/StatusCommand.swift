package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase status`: the state of the service.
package struct StatusCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the font service.",
        discussion: "Starts the service where it does not run.")

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let status = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in try await session.management.status() }
        }
        if outputOptions.json {
            environment.output.line(JSONText(status).lines)
        } else {
            environment.output.write(RecordText(status).text)
        }
        return .success
    }
}
