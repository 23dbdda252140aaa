package import ArgumentParser
internal import FontModel
internal import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// `typecase manifest create`: writes a manifest for fonts.
package struct ManifestCreateCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "create", abstract: localized("Write a manifest for fonts."),
        discussion: localized(
            """
            The manifest contains the checksum and the name of each font, and is written to standard output, or to a \
            file with --output. Fonts that could not be installed are refused. Install the manifest as \
            share/typecase/providers/ID.json, and the fonts below share/typecase/assets/ID. The font service is not \
            needed.
            """))

    @Argument(
        help: .localized("Font files, and directories that contain them.", valueName: "file-or-directory"),
        completion: .file(extensions: FontFileSearch.extensions.sorted()))
    package var paths: [String]

    @Option(help: .localized("The id of the program, such as org.example.Foundry.", valueName: "provider"))
    package var id: String

    @Option(help: .localized("The name of the program; its id by default.", valueName: "text"))
    package var name: String?

    @Option(help: .localized("A tag for the fonts; can be given several times.", valueName: "tag"))
    package var tag: [String] = []

    @Flag(help: .localized("Register the fonts for every user as soon as the program is installed."))
    package var onInstall = false

    @Option(
        name: .shortAndLong,
        help: .localized("The file to write; an existing file is not replaced.", valueName: "file"))
    package var output: String?

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        guard ProviderIdentifier(rawValue: id) != nil else {
            throw ValidationError(localized("'%1' is not the id of a program, such as org.example.Foundry.", id))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let search = FontFileSearch(paths)
        for failure in search.failures { environment.output.report(failure, asJSON: outputOptions.json) }
        let files = search.files
        let progress = ProgressLine(localized("Checking fonts"), of: files.count, on: environment.output)
        let results = await FontValidation(workers: .besideThisProgram(), level: .strict).validate(files) {
            progress.advance(by: 1)
        }
        progress.clear()
        var fonts: [JSONText] = []
        var exit = search.failures.isEmpty ? CommandExit.success : .failure
        for result in results {
            do throws(CommandFailure) {
                fonts.append(try font(result))
            } catch {
                environment.output.report(error, asJSON: outputOptions.json)
                exit = .failure
            }
        }
        // A manifest that lacks a font should not be installed.
        guard exit == .success, !fonts.isEmpty else { return .failure }
        let rights: [(String, JSONText)] = onInstall ? [("rights", .array([.string(Right.installFonts.rawValue)]))] : []
        let manifest = JSONText.object(
            [("version", .unsigned(1)), ("id", .string(id)), ("name", .string(name ?? id))] + rights
                + [("fonts", .array(fonts))])
        try write(manifest.lines + "\n", in: environment)
        return .success
    }

    private func font(_ result: FontValidation.Result) throws(CommandFailure) -> JSONText {
        let verdict = try result.verdict.get()
        guard verdict.isInstallable, let name = verdict.assetName else {
            let findings = verdict.faces.flatMap(\.issues).flatMap(\.messages).joined(separator: " ")
            throw CommandFailure(
                .failure, code: .invalidFontData, localized("The font could not be installed: %1", findings),
                item: result.path)
        }
        let digest: FontDigest
        do throws(Errno) {
            digest = try FileDigest.of(.reading(result.path))
        } catch {
            throw CommandFailure(
                .failure, code: .insufficientPermissions, localized("Cannot be read: %1.", "\(error)"),
                item: result.path)
        }
        var members: [(String, JSONText)] = [
            ("file", .string(fileName(of: result.path))), ("sha256", .string(digest.hexadecimal)),
            ("name", .string(name)),
        ]
        if !tag.isEmpty { members.append(("tags", .array(tag.map { .string($0) }))) }
        if onInstall { members += [("policy", .string("initial")), ("register", .string("on-install"))] }
        return .object(members)
    }

    /// The path relative to a given directory that contains the file, or else the name of the file.
    private func fileName(of path: String) -> String {
        let directory = paths.map { $0.hasSuffix("/") ? $0 : $0 + "/" }.first { path.hasPrefix($0) }
        return directory.map { String(path.dropFirst($0.count)) } ?? path.split(separator: "/").last.map(String.init)
            ?? path
    }

    private func write(_ text: String, in environment: CommandEnvironment) throws(CommandFailure) {
        guard let output else { return environment.output.write(text) }
        do {
            let file = try FileDescriptor.open(
                output, .writeOnly, options: [.create, .exclusiveCreate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        } catch {
            throw CommandFailure(
                .failure, code: .insufficientPermissions,
                (error as? Errno) == .fileExists
                    ? localized("The file exists already. Delete it, or choose another name.")
                    : localized("Cannot be written: %1.", "\(error)"),
                item: output)
        }
    }
}
