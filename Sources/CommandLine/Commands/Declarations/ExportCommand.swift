package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// `typecase export`: writes the user's fonts as a declaration.
package struct ExportCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "export", abstract: localized("Write a declaration of your fonts."),
        discussion: localized(
            """
            The declaration lists the fonts that you installed permanently. For each font, it has the SHA-256, whether \
            the font is enabled, and the address from which it was installed, unless the address contains a password \
            or a query. The declaration also lists the rights that you granted or denied. 'typecase apply' installs \
            the same fonts on another machine, or again on this one. The declaration is always JSON.

            With --fonts, the font files are written as well, to a directory to which the declaration refers; keep \
            both together. Without --fonts, 'typecase apply' can only fetch fonts that have an address, and bring back \
            fonts that were removed within the last 30 days.
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

/// The options for where to write a declaration and its fonts.
package struct ExportOptions: ParsableArguments, Sendable {
    @Option(
        name: .shortAndLong, help: .localized("The file to write, instead of standard output."), completion: .file())
    package var output: String?

    @Option(
        help: .localized("Also write the font files, to this directory.", valueName: "directory"),
        completion: .directory)
    package var fonts: String?

    @Flag(name: .shortAndLong, help: .localized("Replace existing files."))
    package var force = false

    package init() {}

    /// Writes a declaration, and the fonts if they are requested.
    ///
    /// - Parameters:
    ///   - environment: Where to write and which bus to use.
    ///   - find: Finds what to declare.
    /// - Returns: The exit code.
    /// - Throws: The failure that ended the command early.
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
                // A font that was exported before need not be written again.
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

    /// The directory of the fonts as the declaration names it.
    ///
    /// The path is relative to the declaration if the directory lies below the directory of the declaration.
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

    /// Whether a file already has these bytes.
    private static func isThere(_ path: String, _ digest: FontDigest) -> Bool {
        guard let file = try? FontFile.open(path, followsLinks: true) else { return false }
        return (try? FileDigest.of(file)) == digest
    }
}
