internal import ArgumentParser

/// The program of the measurements, and of what they compare with.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "TypecaseBenchmarks",
        subcommands: [
            MeasureCommand.self, EmptyService.self, CallingProgram.self, KDEFontClient.self, ManagedActivation.self,
        ],
        defaultSubcommand: MeasureCommand.self)
}
