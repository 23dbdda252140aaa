internal import FontModel
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization

/// The names that would stand for another font after some files are installed, according to fontconfig.
///
/// The service reports the names of the fonts themselves; only fontconfig has rules for generic names and aliases.
package struct NameOutlook: Sendable {
    /// A name that programs ask for, and the fonts that they get.
    package struct Change: Sendable, Equatable {
        /// The name.
        package let name: String
        /// The font that programs get now.
        package let now: String
        /// The font that programs would get.
        package let then: String
    }

    /// The maximum number of files to check; fontconfig reads each file completely.
    package static let maximumFiles = 100
    /// The maximum number of names to ask for; each name needs one or two processes.
    static let maximumNames = 128

    /// The names that would stand for other fonts.
    let changes: [Change]
    /// The number of names that the rules map to the fonts, but that were not asked for.
    let unaskedNames: Int

    /// Asks fontconfig with and without the files.
    ///
    /// - Parameters:
    ///   - paths: The font files.
    ///   - families: Their families.
    ///   - variables: The environment of this process.
    ///   - onProgress: Called with the number of names that have been asked for, and the number of all names.
    /// - Returns: The names; none if there are more than ``maximumFiles``.
    /// - Throws: An error if fontconfig cannot be queried, or if the command was interrupted.
    static func of(
        _ paths: [String], families: Set<String>, _ variables: [String: String],
        onProgress: (_ asked: Int, _ count: Int) -> Void
    ) async throws(CommandFailure) -> NameOutlook {
        guard 1...maximumFiles ~= paths.count else { return NameOutlook(changes: [], unaskedNames: 0) }
        do {
            let rules = try await FontconfigProgram.threads.run {
                configuration(try FontconfigProgram(name: "fc-conflist").run([], setting: variables))
            }
            let keys = families.map(\.fontNameKey)
            let names = (GenericFamilies.all + aliases(leadingTo: families, in: rules))
                .filter { !keys.contains($0.fontNameKey) }
            let trial = try TrialConfiguration(paths, variables)
            var changes: [Change] = []
            for (index, name) in names.prefix(maximumNames).enumerated() {
                onProgress(index, min(names.count, maximumNames))
                if Task.isCancelled { throw interrupted }
                // Most names keep their fonts, so they are asked for only once.
                guard let then = try await answer(for: name, trial.variables), trial.holds(then.path),
                    // If there is no font at all yet, the first font is an improvement and is not reported.
                    let now = try await answer(for: name, variables), then.title != now.title
                else { continue }
                changes.append(Change(name: name, now: now.title, then: then.title))
            }
            return NameOutlook(changes: changes, unaskedNames: max(0, names.count - maximumNames))
        } catch let error as CommandFailure {
            // The terminal also interrupts fontconfig's programs, which then fail.
            throw Task.isCancelled || error.exit == .interrupted ? interrupted : error
        } catch {
            throw CommandFailure(failed: localized("fontconfig cannot be queried: %1.", "\(error)"))
        }
    }

    private static var interrupted: CommandFailure {
        CommandFailure(interrupted: localized("Interrupted before all names were checked."))
    }

    private static func answer(for name: String, _ variables: [String: String]) async throws -> FontconfigAnswer? {
        try await FontconfigProgram.threads.run {
            try FontconfigAnswer.ask(for: FontconfigAnswer.Question(family: name), setting: variables)
        }
    }

    /// The contents of the files that fontconfig's program lists.
    ///
    /// Each line of the list contains a mark, the path and a description.
    private static func configuration(_ list: String) -> [String] {
        list.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("+ "), let end = line.firstRange(of: ": ") else { return nil }
            let path = String(line.dropFirst(2)[..<end.lowerBound])
            return try? String(contentsOfFile: path, encoding: .utf8)
        }
    }

    /// The names that `alias` elements map to some families, directly or through other names.
    ///
    /// Generic names are not followed: they are asked for themselves, and very many names lead to them.
    ///
    /// - Parameters:
    ///   - families: The families.
    ///   - files: The contents of fontconfig's configuration files.
    /// - Returns: The names in the order of the files, each once, without generic names.
    package static func aliases(leadingTo families: Set<String>, in files: [String]) -> [String] {
        let rules = files.flatMap { elements("alias", of: $0[...]) }.map(Alias.init)
        var keys = Set(families.map(\.fontNameKey))
        var found: [String] = []
        var isComplete = false
        // A rule may come before the rules of the names that it leads to, so the search is repeated until nothing is
        // added.
        while !isComplete {
            isComplete = true
            for rule in rules where rule.targets.contains(where: { keys.contains($0.fontNameKey) }) {
                for name in rule.names where !GenericFamilies.contain(name) {
                    guard keys.insert(name.fontNameKey).inserted else { continue }
                    found.append(name)
                    isComplete = false
                }
            }
        }
        return found
    }

    /// An element that maps some names to other families.
    private struct Alias {
        let names: [String]
        let targets: [String]

        init(_ element: Substring) {
            let parts = ["prefer", "accept", "default"].flatMap { NameOutlook.elements($0, of: element) }
            targets = parts.flatMap { NameOutlook.elements("family", of: $0) }.map(Self.name)
            // The names come before the families that they are mapped to.
            let end = parts.map(\.startIndex).min() ?? element.endIndex
            names = NameOutlook.elements("family", of: element[..<end]).map(Self.name)
        }

        private static func name(_ text: Substring) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// The contents of the elements with a name.
    ///
    /// The elements may have attributes, but do not contain elements of the same name.
    private static func elements(_ name: String, of text: Substring) -> [Substring] {
        var found: [Substring] = []
        var rest = text
        while let start = rest.firstRange(of: "<\(name)"), let open = rest[start.upperBound...].firstIndex(of: ">") {
            let content = rest[rest.index(after: open)...]
            guard let end = content.firstRange(of: "</\(name)>") else { break }
            found.append(content[..<end.lowerBound])
            rest = content[end.upperBound...]
        }
        return found
    }
}

extension FontconfigAnswer {
    /// The name of the font for people.
    fileprivate var title: String { fullName.isEmpty ? "\(family) \(style)" : fullName }
}

/// A configuration of fontconfig that contains some files in addition to all fonts that programs find.
private struct TrialConfiguration: ~Copyable {
    private let directory: URL
    /// The environment in which fontconfig finds the configuration.
    let variables: [String: String]

    init(_ paths: [String], _ variables: [String: String]) throws {
        let files = FileManager.default
        directory = files.temporaryDirectory.appending(path: "typecase-plan-\(UUID().uuidString)")
        let fonts = directory.appending(path: "fonts")
        let configuration = directory.appending(path: "fonts.conf").path
        self.variables = variables.merging(["FONTCONFIG_FILE": configuration]) { $1 }
        try files.createDirectory(at: fonts, withIntermediateDirectories: true)
        for (number, path) in paths.enumerated() {
            try files.createSymbolicLink(
                at: fonts.appending(path: String(number)), withDestinationURL: URL(filePath: path).absoluteURL)
        }
        // The configuration's own cache directory comes first, so nothing remains in the user's cache.
        let text = """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
            <cachedir>\(Self.escaped(directory.path))/cache</cachedir>
            <include>\(Self.escaped(variables["FONTCONFIG_FILE"] ?? "fonts.conf"))</include>
            <dir>\(Self.escaped(fonts.path))</dir></fontconfig>

            """
        try text.write(toFile: configuration, atomically: false, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    /// Whether a file is one of the added files.
    func holds(_ path: String) -> Bool { path.hasPrefix("\(directory.path)/fonts/") }
}
