package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// `typecase export`: the user's fonts as a declaration.
package struct ExportCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "export", abstract: localized("Write a declaration of your fonts."),
        discussion: localized(
            """
            The declaration lists the fonts that you installed for good, with their SHA-256, whether they are \
            enabled, and the address of those that were installed from one, unless it has a password or a query; and \
            the rights that you granted or denied. 'typecase apply' installs the same on another machine, or again \
            on this one. It is always JSON.

            With --fonts the files are written as well, to a directory that the declaration refers to; keep both \
            together. Without it 'apply' can only fetch fonts that have an address, and bring back those that were \
            removed within 30 days.
            """))

    @OptionGroup package var export: ExportOptions

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package var isPaged: Bool { export.output == nil }

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await export.write(in: environment) { session throws(CommandFailure) in
            try await FontState.current(over: session, seesRemoved: false)
        }
    }
}

/// Where a declaration and its fonts are written.
package struct ExportOptions: ParsableArguments, Sendable {
    @Option(name: .shortAndLong, help: .localized("The file to write; standard output otherwise."), completion: .file())
    package var output: String?

    @Option(
        help: .localized("Write the font files to this directory, beside the declaration.", valueName: "directory"),
        completion: .directory)
    package var fonts: String?

    @Flag(name: .shortAndLong, help: .localized("Replace files that exist."))
    package var force = false

    package init() {}

    /// Writes a declaration, and the fonts where that is asked for.
    ///
    /// - Parameters:
    ///   - environment: Where to write and which bus to use.
    ///   - find: Finds what to declare.
    /// - Returns: What to end with.
    /// - Throws: What ended the command before it was done.
    func write(
        in environment: CommandEnvironment, _ find: (CommandSession) async throws(CommandFailure) -> FontState
    ) async throws(CommandFailure) -> CommandExit {
        let declaration = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let state = try await find(session)
            guard let fonts else { return state.declaration(filesIn: nil) }
            try FontOutput.makeDirectory(fonts)
            let declaration = state.declaration(filesIn: relativePath(fonts))
            let ids = Dictionary(state.fonts.map { ($0.digest, $0.id) }) { first, _ in first }
            let progress = ProgressLine(localized("Writing fonts"), of: declaration.fonts.count, on: environment.output)
            defer { progress.clear() }
            for font in declaration.fonts {
                if Task.isCancelled {
                    throw CommandFailure(interrupted: localized("Interrupted; not all fonts were written."))
                }
                guard let id = ids[font.digest], let name = font.file?.split(separator: "/").last else { continue }
                let opened = try await calling(about: font.name) { () async throws(BusError) in
                    try await session.fonts.openFont(id: id, options: [:], timeout: CommandSession.changeTimeout)
                }
                // What was exported before is the same by its name and need not be written again.
                let path = UserPlaces.joined(fonts, String(name))
                if !Self.isThere(path, font.digest) { try FontOutput.write(opened.font, to: path, replacing: force) }
                progress.advance(by: 1)
            }
            return declaration
        }
        guard let output else {
            environment.output.line(declaration.json.lines)
            return .success
        }
        try FontOutput.write(Array((declaration.json.lines + "\n").utf8), to: output, replacing: force)
        return .success
    }

    /// The directory of the fonts as the declaration names it: from where the declaration is, if it lies there.
    private func relativePath(_ fonts: String) -> String {
        guard let output else { return fonts }
        let current = FileManager.default.currentDirectoryPath
        func parts(_ path: String) -> [Substring] {
            (path.hasPrefix("/") ? path : UserPlaces.joined(current, path)).split(separator: "/").filter { $0 != "." }
        }
        let (directory, target) = (parts(output).dropLast(), parts(fonts))
        guard target.starts(with: directory) else { return "/" + target.joined(separator: "/") }
        return target.count == directory.count ? "." : target.dropFirst(directory.count).joined(separator: "/")
    }

    /// Whether a file has these bytes already.
    private static func isThere(_ path: String, _ digest: FontDigest) -> Bool {
        guard let file = try? FontFile.open(path, followsLinks: true) else { return false }
        return (try? FileDigest.of(file)) == digest
    }
}
