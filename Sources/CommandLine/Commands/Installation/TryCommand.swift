package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// `typecase try`: runs a program with fonts that are installed only while it runs.
package struct TryCommand: AsyncParsableCommand, Sendable {
    package static let configuration = CommandConfiguration(
        commandName: "try", abstract: localized("Run a program with fonts that are removed when it ends."),
        usage: "typecase try <file-or-directory> ... -- <command> ...",
        discussion: localized(
            """
            Installs the fonts, runs the command, and removes the fonts when the command ends, whatever the reason. In \
            the meantime, all programs see the fonts. Fonts that are already installed are not changed. Archives and \
            web fonts in directories are ignored with a warning. The exit status is that of the command.
            """))

    @Argument(
        parsing: .captureForPassthrough,
        help: .localized(
            "Font files and directories, then -- and the program with its arguments.", valueName: "words"),
        completion: .file(extensions: FontFileSearch.completedExtensions))
    package var words: [String] = []

    private static let commandThreads = BlockingThreads(name: "typecase-try", maximumCount: 1)

    package init() {}

    private var paths: [String] { Array(words.prefix { $0 != "--" }) }
    private var command: [String] { Array(words.drop { $0 != "--" }.dropFirst()) }

    package func validate() throws {
        let options = paths.filter { $0.hasPrefix("-") }
        if options.contains("--help") || options.contains("-h") { throw CleanExit.helpRequest(self) }
        if let option = options.first { throw ValidationError(localized("Unknown option '%1'.", option)) }
        if paths.isEmpty { throw ValidationError(localized("Name the fonts to try.")) }
        if command.isEmpty { throw ValidationError(localized("Name the program to run, after --.")) }
    }

    /// Runs the command and exits with the exit status of the program.
    package func run() async throws {
        let status = await perform(in: .standard)
        if status != 0 { throw ExitCode(status) }
    }

    /// Does the work.
    ///
    /// - Parameter environment: The output to write to, and the bus to use.
    /// - Returns: The exit status of the program, or an exit status of `typecase` if the program was not run.
    package func perform(in environment: CommandEnvironment) async -> Int32 {
        let output = environment.output
        let program = Interruption.passingOn()
        do throws(CommandFailure) {
            return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
                try await install(over: session, output)
                let status = try await Self.run(command, as: program)
                // This removes the fonts; if it fails, they are removed when the connection ends.
                _ = try? await session.fonts.endLease(handle: Self.leaseHandle, options: [:])
                return status
            }
        } catch {
            output.report(error, asJSON: false)
            return error.exit.rawValue
        }
    }

    private static let leaseHandle = "try"

    private func install(over session: CommandSession, _ output: CommandOutput) async throws(CommandFailure) {
        let search = FontFileSearch(paths)
        // Standard output belongs to the program.
        for file in search.passedOver { output.warn(localized("Ignored: %1.", file.kind.remedy), about: file.path) }
        if let failure = search.failures.first { throw failure }
        if let archive = search.files.first(where: ArchiveSignature.isArchive) {
            throw CommandFailure(
                .failure, code: .unrecognizedFormat,
                localized("The file is %1.", FontFileSearch.PassedOver.Kind.archive.remedy),
                item: archive)
        }
        guard !search.files.isEmpty else {
            throw CommandFailure(
                .notFound, code: .fileNotFound, localized("There are no fonts in %1.", CountedText.list(paths)))
        }
        for files in search.files.batches(of: FontFile.filesPerMessage) {
            var fonts: [OwnedFileDescriptor] = []
            for path in files { fonts.append(try FontFile.open(path, followsLinks: true)) }
            let descriptors = fonts
            let results = try await calling { () async throws(BusError) in
                try await session.management.installFonts(
                    fonts: descriptors, scope: RegistrationScope.session.rawValue, enabled: true,
                    options: [
                        "lease": BusVariant(true), "lease_handle": BusVariant(Self.leaseHandle),
                        "names": BusVariant(files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }),
                    ], timeout: CommandSession.changeTimeout)
            }.results
            for (path, result) in zip(files, results.map(FontRecord.init)) {
                if let failure = result.failure(about: path) { throw failure }
            }
        }
    }

    private static func run(
        _ command: [String], as program: Interruption.RunningProgram
    ) async throws(CommandFailure) -> Int32 {
        program.begin()
        do {
            return try await commandThreads.run {
                try ChildProgram(command[0], Array(command.dropFirst())).run(
                    onEnd: { program.end() }, onStart: { program.passOn(to: $0) })
            }
        } catch {
            program.end()
            throw CommandFailure(
                .failure, code: .fileNotFound, localized("The program cannot be run: %1.", "\(error)"), item: command[0]
            )
        }
    }
}
