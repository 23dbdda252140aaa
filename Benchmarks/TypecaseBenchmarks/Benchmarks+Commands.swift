internal import TestSupport

extension Benchmarks {
    private static var commandRounds: Int { 25 }
    /// The most milliseconds of a question from a shell, as a whole process, and of a search as somebody types.
    private static let (commandAim, searchAim): (Double, Double) = (25, 20)

    /// Asks on the command line, each question a process, in turns with `fc-list` over a flat directory of the same fonts
    /// and with a command that asks nobody.
    func measureCommands(_ names: [String]) async throws {
        report.head("Commands")
        let name = names[names.count / 2]
        let family = try await full.provider.family(of: name)
        let commands: [(key: String, arguments: [String])] = [
            ("list", ["list"]), ("list-json", ["list", "--json"]), ("list-words", ["list", "sans"]),
            ("search", ["search", "t"]), ("search-json", ["search", "--json", "sans"]), ("info", ["info", name]),
            ("patterns", ["info", "\(family)*"]), ("match", ["match", name]), ("match-family", ["match", family]),
            ("why", ["why", family]), ("cover", ["cover", "Stra\u{DF}e"]), ("export", ["export"]),
            ("providers", ["providers"]), ("history", ["history"]), ("status", ["status"]),
        ]
        let program = "\(programs)/typecase"
        var times = commands.map { _ in Samples(.milliseconds) }
        var bare = Samples(.milliseconds)
        var scanning = Samples(.milliseconds)
        for round in 0..<Self.commandRounds {
            let control = try TimedProgram.run(["/usr/bin/fc-list"], environment: flat.home.environment)
            let start = try TimedProgram.run([program, "--version"], environment: full.environment)
            for (index, command) in commands.enumerated() {
                let time = try TimedProgram.run([program] + command.arguments, environment: full.environment)
                if round >= Self.commandRounds / 5 { times[index].append(time) }
            }
            guard round >= Self.commandRounds / 5 else { continue }
            scanning.append(control)
            bare.append(start)
        }
        report.add("command-start", "typecase --version, which asks nobody", bare)
        report.add("fc-list", "fc-list, for comparison", scanning)
        for (command, samples) in zip(commands, times) {
            let aim = command.key.hasPrefix("search") ? Self.searchAim : Self.commandAim
            report.add(
                "command-\(command.key)", "typecase \(command.arguments.joined(separator: " "))", samples,
                aim: .atMost(aim))
        }
    }
}
