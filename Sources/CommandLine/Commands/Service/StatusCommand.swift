package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase status`: shows the state of the service, once or whenever it changes.
package struct StatusCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "status", abstract: localized("Show the state of the font service."),
        discussion: localized(
            """
            Starts the service if it is not running. With --watch, the command keeps running, and shows the state \
            again whenever fonts change, and whenever the service starts or exits; it does not keep the service \
            running. On a terminal, each state replaces the previous one and is cut to the height of the terminal. \
            Otherwise, each state is written as one line. With --json, each line is an object: {"running": false} \
            while the service is not running, and an object with the keys error and message while the service cannot \
            report its state. To end the command, interrupt it.

            With --apps, the command lists the running programs that have fontconfig loaded, and whether each shows \
            the current fonts. The possible values are: current (it does), soon (it will, without a restart), restart \
            (some text stays as it is until the program is restarted) and unknown (this cannot be seen from outside). \
            To run a program without the installed adapters, set TYPECASE_ADAPTERS=off in its environment.
            """))

    @Flag(
        name: .shortAndLong,
        help: .localized("Keep running, and show the state whenever it changes, until interrupted."))
    package var watch = false

    @Flag(name: .shortAndLong, help: .localized("Show everything that the service reports about its state."))
    package var verbose = false

    @Flag(
        name: .customLong("apps"),
        help: .localized("List running programs, and show whether they see the current fonts."))
    package var listsApplications = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package var isPaged: Bool { !watch }

    package init() {}

    package func validate() throws {
        if watch, listsApplications { throw ValidationError(localized("Give --watch or --apps, not both.")) }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            if watch {
                try await untilInterrupted { () async throws(BusError) in
                    try await StatusWatch(
                        output: environment.output, asJSON: outputOptions.json, isVerbose: verbose,
                        home: environment.variables["HOME"] ?? ""
                    ).run(over: session)
                }
                return
            }
            let status = try await calling { () async throws(BusError) in try await session.management.status() }
            if listsApplications {
                let record = FontRecord(status)
                let survey = ApplicationSurvey(
                    directory: record.text("published_directory"), generation: record.value("generation") ?? 0)
                return show(survey.applications(), in: environment)
            }
            if outputOptions.json {
                environment.output.line(JSONText(status).lines)
            } else {
                environment.output.write(
                    verbose
                        ? RecordText(status).text
                        : StatusSummary(status, home: environment.variables["HOME"] ?? "").text)
            }
        }
        return .success
    }

    private func show(_ applications: [FontApplication], in environment: CommandEnvironment) {
        if outputOptions.json {
            environment.output.line(JSONText.array(applications.map(\.json)).lines)
        } else {
            environment.output.write(
                TextTable.text(
                    header: ["PROCESS", "PROGRAM", "TOOLKIT", "FONTS"],
                    rows: applications.map { ["\($0.processID)", $0.program, $0.toolkit, $0.view.rawValue] },
                    bold: environment.output.usesColor, columns: environment.output.columns()))
        }
    }
}
