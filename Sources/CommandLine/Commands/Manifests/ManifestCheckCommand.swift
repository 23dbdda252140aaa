package import ArgumentParser
internal import FontModel
internal import InspectionClient
internal import InspectionProtocol
internal import Localization
internal import PositionedJSON
internal import ProviderManifests
internal import SystemPackage

/// `typecase manifest check`: reports everything that is wrong with manifests.
package struct ManifestCheckCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "check", abstract: localized("Check the manifests of providers for errors."),
        discussion: localized(
            """
            Each error has a line of its own with the file, the line, the column, the field as a JSON pointer, and a \
            message. Notes do not make the check fail; for example, a note reports a manifest with a newer format than \
            this version of Typecase supports. Without files, all installed manifests are checked, including those of \
            Flatpak applications. The font service is not needed. The format of manifests is described in \
            typecase-provider(5).
            """))

    @Argument(
        help: .localized("Manifests; without them, all installed manifests are checked.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var files: [String] = []

    @Flag(
        help: .localized(
            """
            Also compare each manifest with the files in assets/ID, next to the directory of the manifest, and check \
            the fonts among these files. A note reports each name that a font on this system also has.
            """))
    package var assets = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        var failures: [CommandFailure] = []
        var paths = files
        if files.isEmpty {
            let found = ManifestSearch(environment: environment.variables).all()
            paths = found.manifests.map(\.path)
            failures = found.failures.map { failure in
                CommandFailure(.failure, code: .insufficientPermissions, failure.message, item: failure.path)
            }
        }
        var results: [Result] = []
        var systemNames: SystemFontNames?
        for path in paths {
            do throws(Errno) {
                let found = try ManifestCheck.result(ofFile: path, comparesAssets: assets)
                results.append(
                    Result(path: path, faults: found.faults, notes: found.notes, unseenFonts: found.unseenFonts))
                if found.fonts.isEmpty { continue }
                if systemNames == nil { systemNames = await SystemFontNames.ask(environment.variables) }
                let judged = await judge(found.fonts, systemNames)
                results[results.count - 1].faults += judged.faults
                results[results.count - 1].notes += judged.notes
            } catch {
                failures.append(Self.failure(error, path))
            }
        }
        for failure in failures { environment.output.report(failure, asJSON: outputOptions.json) }
        write(results, to: environment.output)
        if results.contains(where: { !$0.faults.isEmpty }) { return .failure }
        return failures.map(\.exit).max { $0 == .notFound && $1 != .notFound } ?? .success
    }

    /// The faults of the fonts themselves, and notes about names that system fonts have as well.
    private func judge(
        _ fonts: [ManifestCheck.Font], _ systemNames: SystemFontNames?
    ) async -> (faults: [JSONFault], notes: [JSONFault]) {
        let validation = FontValidation(workers: .besideThisProgram(), level: .strict)
        let results = await validation.validate(fonts.map(\.path)) {}
        let notes = zip(fonts, results).compactMap { font, result -> JSONFault? in
            guard case .success(let verdict) = result.verdict, verdict.isInstallable,
                let holder = systemNames?.holder(of: verdict.names)
            else { return nil }
            return JSONFault(
                at: font.position, pointer: font.pointer,
                "This system has a font called \(holder.name) already, \(holder.path). On such a system, the font is "
                    + "not registered: it must not replace a system font.")
        }
        return (Self.faults(of: fonts, results), notes)
    }

    private static func faults(of fonts: [ManifestCheck.Font], _ results: [FontValidation.Result]) -> [JSONFault] {
        zip(fonts, results).flatMap { font, result -> [JSONFault] in
            func fault(_ message: String) -> JSONFault { JSONFault(at: font.position, pointer: font.pointer, message) }
            switch result.verdict {
            case .failure(let failure): return [fault("The font cannot be checked: \(failure.message)")]
            case .success(let verdict):
                guard verdict.isInstallable else {
                    let findings = verdict.faces.flatMap(\.issues).flatMap(\.messages)
                    return [fault("The font would be refused: \(findings.joined(separator: " "))")]
                }
                guard let name = font.name, !verdict.names.contains(name) else { return [] }
                return [
                    fault(
                        "The font has no name \(name). Its names are \(verdict.names.sorted().joined(separator: ", "))."
                    )
                ]
            }
        }
    }

    /// The result of the check of one manifest.
    private struct Result {
        var path: String
        var faults: [JSONFault]
        var notes: [JSONFault]
        var unseenFonts: Int
    }

    private func write(_ results: [Result], to output: CommandOutput) {
        if outputOptions.json {
            output.line(JSONText.array(results.map(Self.json)).lines)
            return
        }
        for result in results {
            let path = TerminalText.escaped(result.path)
            for fault in result.faults { output.line("\(path):\(TerminalText.escaped(fault.description))") }
            for note in result.notes { output.line("\(path):\(TerminalText.escaped("note: \(note)"))") }
            if result.faults.isEmpty { output.line("\(path): sound") }
        }
        let unseen = results.map(\.unseenFonts).reduce(0, +)
        if unseen > 0 {
            output.line(
                localized(
                    "1 font file was not checked. To check it: typecase manifest check --assets.",
                    "%1 font files were not checked. To check them: typecase manifest check --assets.", count: unseen))
        }
    }

    private static func json(_ result: Result) -> JSONText {
        .object([
            ("path", .string(result.path)), ("sound", .boolean(result.faults.isEmpty)),
            ("faults", result.faults.json), ("notes", result.notes.json),
        ])
    }

    private static func failure(_ errno: Errno, _ path: String) -> CommandFailure {
        switch errno {
        case .noSuchFileOrDirectory, .notDirectory:
            CommandFailure(.notFound, code: .fileNotFound, localized("There is no such file."), item: path)
        case .isDirectory:
            CommandFailure(
                .failure, code: .invalidFilePath, localized("This is a directory, not a manifest."), item: path)
        default:
            CommandFailure(
                .failure, code: .insufficientPermissions, localized("Cannot be read: %1.", errno), item: path)
        }
    }
}
