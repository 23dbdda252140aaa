package import ArgumentParser
package import FontModel
internal import Glibc
package import InspectionClient
internal import InspectionProtocol
internal import Localization

extension ValidationLevel: ExpressibleByArgument {}
extension ValidationReportType: ExpressibleByArgument {}

/// `typecase validate`: checks whether font files are valid, without the service and without registering them.
package struct ValidateCommand: AsyncParsableCommand, Sendable {
    /// The exit status of the command: the codes of Apple's font validator (TN3214).
    package enum Exit: Int32, Sendable {
        /// All files passed.
        case success = 0
        /// The command line is wrong.
        case usage = 252
        /// A file did not pass, or could not be examined.
        case failure = 255
    }

    package static let configuration = CommandConfiguration(
        commandName: "validate", abstract: localized("Check font files without installing them."),
        discussion: localized(
            """
            Directories are searched recursively for fonts in all formats, which are recognized by their file names \
            and their first bytes. Other files are counted, but do not affect the result. Files named ._* and folders \
            named __MACOSX are ignored, because they contain macOS metadata. A file that you give as an argument is \
            always checked. A symbolic link that you give as an argument is followed, but a link in a directory is \
            not. If you give an archive (zip, 7z, tar.gz or tar.xz), each font in it is checked; with --archives, this \
            also applies to archives in directories. Fonts in formats that cannot be installed fail: web fonts, Type \
            1, X11 bitmap fonts and others. A fault that only the sanitizer of web browsers reports is a warning; with \
            --browser-safe, it is a failure. The font service is not needed: fonts are examined in sandboxed processes \
            of this command.

            The exit status is 0 if all files pass, 255 if any file does not, and 252 if the command line is wrong. \
            The JSON report has the members of Apple's font validator: Failures, FilesProcessed, FontFiles, and \
            Details with path, result, fonts, max_code, os_installable and format. It also has browser_safe (whether \
            web browsers show the font), opinions (the validators with their versions, and those that did not check \
            the font) and FilesIgnored (the number of other files in directories). Its codes are: -101, the \
            specification is violated; -102, the format cannot be installed; -201, the font would cost every program \
            memory or time; -202, the specification is violated in a part that programs can do without; -301, a \
            warning.
            """))

    @Argument(
        help: .localized("Font files, archives and directories.", valueName: "file-or-directory"),
        completion: .file(
            extensions: FontFileSearch.completedExtensions))
    package var paths: [String]

    @Option(
        help: .localized(
            "The level of strictness: strict (the font can be installed) or minimum (the font can be read)."))
    package var level = ValidationLevel.strict

    @Flag(help: .localized("Treat fonts that web browsers do not show as failures, even if other programs show them."))
    package var browserSafe = false

    @Option(
        help: .localized(
            "The level of detail: summary, detailed (with faults) or full (also with warnings and validators)."))
    package var report = ValidationReportType.detailed

    @Flag(help: .localized("Also check fonts from archives in directories."))
    package var archives = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func run() async throws {
        let (exit, signal) = await Interruption.run {
            await perform(in: .standard, workers: .besideThisProgram())
        }
        // This is the exit status that shells report for a program that a signal ended.
        if let signal { throw ExitCode(128 + signal) }
        if exit != .success { throw ExitCode(exit.rawValue) }
    }

    /// Does the work.
    ///
    /// - Parameters:
    ///   - environment: The output to write to.
    ///   - workers: The configuration for starting the programs that parse fonts.
    /// - Returns: The exit status.
    package func perform(in environment: CommandEnvironment, workers: WorkerConfiguration) async -> Exit {
        var output = environment.output
        if outputOptions.quiet { output.write = { _ in } }
        if outputOptions.quiet || outputOptions.json { output.progress = nil }
        let search = FontFileSearch(paths, selection: .anyFont, seesArchives: archives)
        var hasFailed = !search.failures.isEmpty
        for failure in search.failures { output.report(failure, asJSON: outputOptions.json) }
        let progress = ProgressLine(localized("Checking fonts"), of: search.files.count, on: output)
        let unpacked: UnpackedArchives
        do throws(CommandFailure) {
            unpacked = try await ArchiveUnpacker(workers: workers, for: .validation, variables: environment.variables)
                .unpack(search.files, progress: progress)
        } catch {
            progress.clear()
            output.report(error, asJSON: outputOptions.json)
            return .failure
        }
        progress.retotal(unpacked.paths.count)
        let validation = FontValidation(workers: workers, level: level, isForBrowsers: browserSafe)
        let results =
            unpacked.refused.map { refused in
                FontValidation.Result(
                    index: 0, path: refused.path, verdict: validation.verdict(refused.error, refused.path))
            }
            + (await validation.validate(unpacked.paths, members: unpacked.members) {
                progress.advance(by: 1)
            })
        progress.clear()
        let otherFiles = search.otherFiles + unpacked.otherFiles
        var report = ValidationReport(report, otherFiles: otherFiles)
        var rows: [[String]] = []
        var judges = JudgeTally()
        for result in results {
            switch result.verdict {
            case .failure(let failure):
                hasFailed = true
                output.report(failure, asJSON: outputOptions.json)
            case .success(let verdict):
                report.add(result.path, verdict)
                judges.add(verdict.opinions)
                rows += self.rows(result.path, verdict)
            }
        }
        if outputOptions.json {
            output.line(report.json.lines)
        } else {
            output.write(
                TextTable.text(
                    header: ["RESULT", "CODE", "FORMAT", "FILE", "FINDING"], rows: rows, bold: output.usesColor,
                    columns: output.columns(), expendable: ["FORMAT", "CODE"]))
            if report.type != .summary { for line in judges.lines { output.line(TerminalText.escaped(line)) } }
            output.line(Self.sum(report, otherFiles: otherFiles))
        }
        return hasFailed || report.failures > 0 ? .failure : .success
    }

    /// The rows for a file: one for each finding, or a single row if there are none.
    private func rows(_ path: String, _ verdict: FontVerdict) -> [[String]] {
        var findings: [(code: Int, text: String)] = []
        if report != .summary {
            for (number, face) in verdict.faces.enumerated() {
                let place = verdict.faces.count > 1 ? localized("face %1:", number) + " " : ""
                for issue in face.issues + (report == .full ? face.warnings : []) {
                    findings += issue.messages.map { (issue.code.rawValue, "\(place)\(issue.rule): \($0)") }
                }
            }
        }
        if report == .full, let judges = JudgeTally.text(verdict.opinions) { findings.append((0, judges)) }
        let result = verdict.passes ? "pass" : "FAIL"
        let format = verdict.format?.rawValue ?? "-"
        if findings.isEmpty { return [[result, String(verdict.code.rawValue), format, path, ""]] }
        return findings.map { [result, String($0.code), format, path, $0.text] }
    }

    private static func sum(_ report: ValidationReport, otherFiles: Int) -> String {
        let text = localized(
            "1 file checked, %2 failed", "%1 files checked, %2 failed", count: report.filesProcessed, report.failures)
        if otherFiles == 0 { return text }
        return localized("%2; 1 other file ignored", "%2; %1 other files ignored", count: otherFiles, text)
    }
}

extension WorkerConfiguration {
    /// The configuration for workers that are installed outside `PATH`.
    ///
    /// They are either beside this program, as in a build, or in the directory for programs that other programs start.
    package static func besideThisProgram() -> WorkerConfiguration {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = max(readlink("/proc/self/exe", &buffer, buffer.count), 0)
        let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) ?? 0
        let directory = String(decoding: buffer[..<slash], as: UTF8.self)
        let candidates = [directory, "\(directory)/../libexec/typecase"]
        let program = WorkerProgram.inspector.rawValue
        let place = candidates.first { access("\($0)/\(program)", X_OK) == 0 } ?? directory
        return .programs(in: place, environment: ProcessEnvironment.variables)
    }
}
