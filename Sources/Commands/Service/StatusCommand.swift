package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase status`: the state of the service, once or whenever it changes.
package struct StatusCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the font service.",
        discussion: """
            Starts the service where it does not run. With --watch it stays and shows the state anew when fonts have \
            changed and when the service comes or goes, without keeping it from going: on a terminal over what was \
            there, elsewhere as a line, and with --json as an object on a line, which is {"running": false} while the \
            service does not run. Interrupting it is its usual end.
            """)

    @Flag(name: .shortAndLong, help: "Stay, and show the state whenever it changes, until interrupted.")
    package var watch = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            if watch {
                try await untilInterrupted { () async throws(BusError) in
                    try await StatusWatch(output: environment.output, asJSON: outputOptions.json).run(over: session)
                }
                return
            }
            let status = try await calling { () async throws(BusError) in try await session.management.status() }
            if outputOptions.json {
                environment.output.line(JSONText(status).lines)
            } else {
                environment.output.write(RecordText(status).text)
            }
        }
        return .success
    }
}
