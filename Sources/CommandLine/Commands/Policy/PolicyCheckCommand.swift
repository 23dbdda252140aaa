package import ArgumentParser
internal import FontModel
internal import Localization
internal import Policy
internal import PositionedJSON

/// `typecase policy check`: reports everything that is wrong with files of the policy.
package struct PolicyCheckCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "check", abstract: localized("Check the policy files for errors."),
        discussion: localized(
            """
            Each error has a line of its own with the file, the line, the column, the field as a JSON pointer, and a \
            message. Without files, all policy files that apply to this machine are checked. The font service is not \
            needed. The format of the files is described in typecase-policy(5).
            """))

    @Argument(
        help: .localized(
            "Files; without them, all policy files that apply to this machine are checked.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var files: [String] = []

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        var failures: [String] = []
        var paths = files
        if files.isEmpty {
            let directories = RightsPolicyFiles.directories(in: environment.variables)
            paths = RightsPolicyFiles(directories: directories).paths(failures: &failures)
        }
        let results = paths.compactMap { path in
            RightsPolicyFiles.content(of: path, failures: &failures).map { (path: path, faults: $0.faults) }
        }
        for failure in failures {
            environment.output.report(
                CommandFailure(.failure, code: .insufficientPermissions, failure), asJSON: outputOptions.json)
        }
        if outputOptions.json {
            environment.output.line(
                JSONText.array(
                    results.map { result in
                        .object([
                            ("path", .string(result.path)), ("sound", .boolean(result.faults.isEmpty)),
                            ("faults", result.faults.json),
                        ])
                    }
                ).lines)
        } else {
            for (path, faults) in results {
                for fault in faults {
                    environment.output.line("\(TerminalText.escaped(path)):\(TerminalText.escaped(fault.description))")
                }
                if faults.isEmpty { environment.output.line("\(TerminalText.escaped(path)): sound") }
            }
            if results.isEmpty, failures.isEmpty {
                environment.output.line(localized("There are no policy files: users decide what programs may do."))
            }
        }
        return failures.isEmpty && results.allSatisfy(\.faults.isEmpty) ? .success : .failure
    }
}
