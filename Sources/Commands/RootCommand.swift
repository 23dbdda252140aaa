package import ArgumentParser
internal import BusInterface
internal import Glibc
internal import LinuxSystem

/// The program `typecase`.
package struct RootCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "typecase",
        abstract: "Manage the fonts of this session.",
        discussion: """
            Fonts are changed and found by the font service of the session, which the bus starts when it is needed.

            Exit codes:
            \(CommandExit.table)

            Output is for people and may change, but for --json: its keys are those of the bus interfaces \
            org.typecase.FontManager1(5) and org.typecase.Management1(5). With --json errors are JSON as well, one \
            object a line on standard error. Colour is used on terminals unless NO_COLOR is set.
            """,
        version: "typecase \(TypecaseVersion.current)",
        subcommands: [
            InstallCommand.self, UninstallCommand.self, EnableCommand.self, DisableCommand.self, ListCommand.self,
            InfoCommand.self, MatchCommand.self, OpenCommand.self, StatusCommand.self, MonitorCommand.self,
            DoctorCommand.self, ValidateCommand.self,
        ])

    package init() {}

    /// Runs the program with the arguments of this process, and ends it.
    package static func start() -> Never {
        MainThread.run(blocking: Interruption.signals) {
            await main()
            return CommandExit.success.rawValue
        }
    }

    /// Runs the command that the arguments of this process name.
    ///
    /// A wrong command line of `validate` has a code of its own, as its other codes have: those of Apple's validator.
    package static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            if exitCode(for: error) == .validationFailure, CommandLine.arguments.dropFirst().first == "validate" {
                CommandOutput.standard.writeError(fullMessage(for: error) + "\n")
                Glibc.exit(ValidateCommand.Exit.usage.rawValue)
            }
            exit(withError: error)
        }
    }
}
