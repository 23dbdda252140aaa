internal import FontModel
package import InspectionClient
package import InspectionProtocol
internal import Localization

/// The results of checking the user's loose fonts in a sandboxed parser.
package struct LooseFontFacts: Sendable {
    /// The fonts that could be read, with those of their faces that have a PostScript name.
    package private(set) var named: [(path: String, faces: [FontVerdict.Face])] = []
    /// The fonts that programs show but Typecase refuses, each with the most serious reason.
    package private(set) var unmanaged: [(path: String, finding: String)] = []
    /// The fonts that programs cannot show, each with the most serious error.
    package private(set) var broken: [(path: String, finding: String)] = []
    /// The files that could not be examined.
    package private(set) var unchecked: [CommandFailure] = []

    /// Creates facts about no fonts.
    package init() {}

    /// Creates facts about the fonts among some files.
    ///
    /// - Parameters:
    ///   - files: The files; files that do not begin like a font are skipped.
    ///   - workers: How to reach the programs that parse fonts.
    ///   - output: Where to show progress.
    /// - Throws: An error if the command was interrupted.
    package init(
        examining files: [FontDirectorySurvey.Entry], workers: WorkerConfiguration, output: CommandOutput
    ) async throws(CommandFailure) {
        let paths = files.map(\.path).filter { FontSignature.isFont($0) }
        let progress = ProgressLine(localized("Checking fonts"), of: paths.count, on: output)
        defer { progress.clear() }
        // A font that programs cannot use, such as a web font, is not the same as a damaged font.
        let validation = FontValidation(workers: workers, level: .minimum, triesRefused: true)
        let results = await validation.validate(paths) {
            progress.advance(by: 1)
        }
        if Task.isCancelled { throw CommandFailure(interrupted: localized("Interrupted.")) }
        for result in results { take(result) }
    }

    private mutating func take(_ result: FontValidation.Result) {
        switch result.verdict {
        case .failure(var failure):
            failure.item = result.path
            unchecked.append(failure)
        case .success(let verdict):
            let issues = verdict.faces.flatMap(\.issues)
            let gravest = issues.first { $0.code == verdict.code } ?? issues.first
            let finding = gravest.map { "\($0.rule): \($0.messages[0])" } ?? localized("cannot be read")
            if result.trial == .works {
                unmanaged.append((result.path, finding))
            } else if !verdict.passes {
                broken.append((result.path, finding))
            }
            let faces = verdict.faces.filter { $0.name?.isEmpty == false }
            if !faces.isEmpty { named.append((result.path, faces)) }
        }
    }
}
