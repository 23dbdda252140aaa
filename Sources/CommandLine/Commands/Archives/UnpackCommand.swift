package import ArgumentParser
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// `typecase unpack`: writes the fonts of an archive to a directory, without installing them.
package struct UnpackCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "unpack", abstract: localized("Write the fonts of an archive to a directory."),
        discussion: localized(
            """
            The archive (zip, 7z, tar.gz or tar.xz) is unpacked in a sandboxed process of this command, and no font is \
            installed. By default, only the fonts that 'typecase install' would install are written, directly into the \
            directory, without subdirectories; if several fonts have the same name, a number is added to the name. To \
            install another form of a font, such as OpenType instead of TrueType, write all fonts with --all and \
            install the file.

            With --json, the command writes an array of objects: one for each font, with the keys file, archive and \
            entry, and one for each ignored entry, with file, archive, entry and passed_over, which is the reason.
            """))

    @Argument(help: .localized("The archive."), completion: .file())
    package var archive: String

    @Argument(help: .localized("The directory; it is created if it does not exist."), completion: .directory)
    package var directory: String

    @Flag(help: .localized("Write all fonts, including those that 'typecase install' ignores, such as web fonts."))
    package var all = false

    @Flag(help: .localized("Expand web fonts (WOFF and WOFF2) to the fonts that they contain."))
    package var convert = false

    @Flag(name: .shortAndLong, help: .localized("Replace existing files."))
    package var force = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let progress = ProgressLine(localized("Unpacking"), of: 0, on: environment.output)
        defer { progress.clear() }
        let unpacked = try await ArchiveUnpacker(
            workers: .besideThisProgram(), for: all ? .validation : .installation(expandsWebFonts: convert),
            variables: environment.variables
        ).unpack([archive], progress: progress)
        var report = ItemReport()
        func fail(_ failure: CommandFailure) {
            report.failures.append(failure)
            environment.output.report(failure, asJSON: outputOptions.json)
        }
        for refused in unpacked.refused { fail(CommandFailure(refused)) }
        for path in unpacked.paths where unpacked.members[path] == nil {
            fail(CommandFailure(.failure, code: .unrecognizedFormat, localized("Not an archive."), item: path))
        }
        let members = unpacked.paths.compactMap { unpacked.members[$0] }
        if !members.isEmpty { try FontOutput.makeDirectory(directory) }
        let expansion = convert ? WebFontExpansion(workers: .besideThisProgram()) : nil
        var results: [JSONText] = []
        var names = ExportedFileName.Distinct()
        for member in members {
            if Task.isCancelled { break }
            do throws(CommandFailure) {
                var font = try member.open()
                if let expansion { font = try await expansion.expanded(font, path: member.path) }
                let ending = convert ? FontSignature.fileExtension(of: font) : nil
                let name = ExportedFileName.name(forEntry: member.entry, fileExtension: ending)
                let path = ExportedFileName.path(names.add(name), at: directory)
                try FontOutput.write(font, to: path, replacing: force)
                report.changed += 1
                results.append(JSONText(member.places.merging(["file": BusVariant(path)]) { $1 }))
                if !outputOptions.json { environment.output.line(TerminalText.escaped(path)) }
            } catch {
                if error.endsCommand { throw error }
                fail(error)
            }
        }
        await expansion?.end()
        if Task.isCancelled {
            throw CommandFailure(
                interrupted: localized(
                    "Interrupted; %1 of %2 files were not written.", members.count - report.changed, members.count))
        }
        if outputOptions.json {
            environment.output.line(JSONText.array(results + unpacked.passedOver.map(\.json)).lines)
        } else {
            for line in unpacked.summary { environment.output.line(line) }
        }
        return report.exit
    }
}
