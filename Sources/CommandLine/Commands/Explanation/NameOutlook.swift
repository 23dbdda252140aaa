internal import FontModel
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization

/// Which names would stand for another font once some files are installed, told by fontconfig over them.
///
/// The service tells the names that fonts have themselves; rules for generic names and aliases are fontconfig's alone.
package struct NameOutlook: Sendable {
    /// A name that programs ask for, and the fonts that they get.
    package struct Change: Sendable, Equatable {
        /// The name.
        package let name: String
        /// The font that they get now.
        package let now: String
        /// The font that they would get.
        package let then: String
    }

    /// The most files that are looked at, which fontconfig reads whole.
    package static let maximumFiles = 100
    /// The most names that are asked for, each of which takes a process or two.
    static let maximumNames = 128

    /// The names that would stand for other fonts.
    let changes: [Change]
    /// How many names that the rules lead to the fonts were not asked for.
    let unaskedNames: Int

    /// Asks fontconfig with and without the files.
    ///
    /// - Parameters:
    ///   - paths: The font files.
    ///   - families: Their families.
    ///   - variables: The environment of this process.
    ///   - onProgress: Takes how many of how many names have been asked for.
    /// - Returns: The names; none where there are more than ``maximumFiles``.
    /// - Throws: What kept fontconfig from being asked, or that the command was interrupted.
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
                // Most names keep their fonts, and are asked for once.
                guard let then = try await answer(for: name, trial.variables), trial.holds(then.path),
                    // Where there is no font at all yet, whichever comes first is a gain.
                    let now = try await answer(for: name, variables), then.title != now.title
                else { continue }
                changes.append(Change(name: name, now: now.title, then: then.title))
            }
            return NameOutlook(changes: changes, unaskedNames: max(0, names.count - maximumNames))
        } catch let error as CommandFailure {
            // The terminal interrupts fontconfig's programs as well, which fail then.
            throw Task.isCancelled || error.exit == .interrupted ? interrupted : error
        } catch {
            throw CommandFailure(failed: localized("fontconfig cannot be asked: %1.", "\(error)"))
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

    /// The contents of the files that fontconfig's program lists, each with a mark and a description around its path.
    private static func configuration(_ list: String) -> [String] {
        list.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("+ "), let end = line.firstRange(of: ": ") else { return nil }
            let path = String(line.dropFirst(2)[..<end.lowerBound])
            return try? String(contentsOfFile: path, encoding: .utf8)
        }
    }

    /// The names that `alias` elements lead to some families, also by way of other names.
    ///
    /// Generic names lead nowhere: what they stand for is asked of themselves, and very many names come to them.
    ///
    /// - Parameters:
    ///   - families: The families.
    ///   - files: The contents of fontconfig's files.
    /// - Returns: The names in the order of the files, each once, without generic names.
    package static func aliases(leadingTo families: Set<String>, in files: [String]) -> [String] {
        let rules = files.flatMap { elements("alias", of: $0[...]) }.map(Alias.init)
        var keys = Set(families.map(\.fontNameKey))
        var found: [String] = []
        var isComplete = false
        // Names whose rules come before those of the names that they lead to are found in another turn.
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

    /// An element that gives some names other families as well.
    private struct Alias {
        let names: [String]
        let targets: [String]

        init(_ element: Substring) {
            let parts = ["prefer", "accept", "default"].flatMap { NameOutlook.elements($0, of: element) }
            targets = parts.flatMap { NameOutlook.elements("family", of: $0) }.map(Self.name)
            // The names stand before the families that they get.
            let end = parts.map(\.startIndex).min() ?? element.endIndex
            names = NameOutlook.elements("family", of: element[..<end]).map(Self.name)
        }

        private static func name(_ text: Substring) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// The content of the elements of a name, which may have attributes, but none of the same name within.
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
    /// What people call the font.
    fileprivate var title: String { fullName.isEmpty ? "\(family) \(style)" : fullName }
}

/// A configuration of fontconfig that has some files besides all that programs find.
private struct TrialConfiguration: ~Copyable {
    private let directory: URL
    /// The environment that fontconfig finds it by.
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
        // Its own cache comes first, so that nothing of it stays in the user's.
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

    /// Whether a file is one of those that were added.
    func holds(_ path: String) -> Bool { path.hasPrefix("\(directory.path)/fonts/") }
}
