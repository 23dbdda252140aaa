package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase consent`: asks the user at the terminal what programs may do.
package struct ConsentCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: localized("Ask at this terminal whether to allow the rights that programs ask for."),
        discussion: localized(
            """
            Until it is interrupted, this command shows a question whenever a sandboxed program asks for a right that \
            has not yet been granted or denied. Answer y to allow it, or n to deny it. The answer is remembered: \
            'typecase grants' shows and changes it. An empty line decides nothing, and the program may ask again.

            With --json, a line is written for each answered question.
            """))

    @Flag(help: .localized("Exit after the first answered question."))
    package var once = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        guard let lines = environment.lines() else {
            throw CommandFailure(failed: localized("There is no terminal to ask the questions on."))
        }
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let connection = session.connection
            let agent = TerminalAgent(output: environment.output, asJSON: outputOptions.json, over: session)
            await connection.export(
                ExportedObject(interfaces: [consentAgent1Interface(agent)], handlesConcurrently: true),
                at: TerminalAgent.path)
            let owners = try await calling { () async throws(BusError) in
                try await connection.ownerChanges(of: Management1Names.busName)
            }
            try await calling { () async throws(BusError) in try await agent.register() }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [once] in
                    for await line in lines where await agent.take(line) && once { return }
                }
                group.addTask {
                    // A service that has just started does not know this agent yet.
                    for await change in owners where change.newOwner != nil {
                        do throws(BusError) {
                            try await agent.register()
                        } catch {
                            environment.output.report(CommandFailure(error), asJSON: outputOptions.json)
                        }
                    }
                }
                group.addTask { _ = await connection.waitUntilClosed() }
                await group.next()
                group.cancelAll()
            }
            await agent.end()
            // Lets the last answers reach the service.
            await connection.drain(within: .seconds(5))
        }
        return .success
    }
}
