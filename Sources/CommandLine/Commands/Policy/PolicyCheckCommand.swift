package import ArgumentParser
internal import FontModel
internal import Localization
internal import Policy
internal import PositionedJSON

/// `typecase policy check`: tells everything that is wrong with files of the policy.
package struct PolicyCheckCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "check", abstract: localized("Tell what is wrong with the files of the policy."),
        discussion: localized(
            """
            Every fault has a line of its own with the file, the line, the column, the field as a JSON pointer, and \
            what is wrong. Without files it looks at all files of the policy that count on this machine. The font \
            service is not needed. The form of the files is in typecase-policy(5).
            """))

    @Argument(
        help: .localized("Files; all that count on this machine where none is given.", valueName: "file"),
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
                environment.output.line(localized("No files of a policy: users decide what programs may do."))
            }
        }
        return failures.isEmpty && results.allSatisfy(\.faults.isEmpty) ? .success : .failure
    }
}
