internal import FontModel
internal import FoundationEssentials
internal import LinuxSystem

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
    /// The most names that are asked for.
    private static let maximumNames = 64
    /// The generic families that the desktop and web pages use.
    private static let genericFamilies = [
        "sans-serif", "serif", "monospace", "system-ui", "emoji", "cursive", "fantasy",
    ]

    /// Asks fontconfig with and without the files.
    ///
    /// - Parameters:
    ///   - paths: The font files.
    ///   - families: Their families.
    ///   - variables: The environment of this process.
    /// - Returns: The names that would stand for other fonts; none where there are more than ``maximumFiles``.
    /// - Throws: What kept fontconfig from being asked.
    package static func changes(
        installing paths: [String], of families: Set<String>, _ variables: [String: String]
    ) async throws(CommandFailure) -> [Change] {
        guard 1...maximumFiles ~= paths.count else { return [] }
        do {
            return try await FontconfigProgram.threads.run {
                let rules = try FontconfigProgram(name: "fc-conflist").run([], setting: variables)
                let keys = families.map(\.fontNameKey)
                let aliases = aliases(leadingTo: families, in: configuration(rules))
                let names = (genericFamilies + aliases.filter { !genericFamilies.contains($0) })
                    .filter { !keys.contains($0.fontNameKey) }
                let trial = try TrialConfiguration(paths, variables)
                return try names.prefix(maximumNames).compactMap { name in
                    let question = FontconfigAnswer.Question(family: name)
                    let now = try FontconfigAnswer.ask(for: question, setting: variables)
                    let then = try FontconfigAnswer.ask(for: question, setting: trial.variables)
                    // Where there is no font at all yet, whichever comes first is a gain.
                    guard let now, let then, trial.holds(then.path), then.title != now.title else { return nil }
                    return Change(name: name, now: now.title, then: then.title)
                }
            }
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(failed: "fontconfig cannot be asked: \(error).")
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

    /// The families of all `alias` elements that name one of some families, in the order of the files.
    ///
    /// - Parameters:
    ///   - families: The families.
    ///   - files: The contents of fontconfig's files.
    /// - Returns: The other families of these elements, each once.
    package static func aliases(leadingTo families: Set<String>, in files: [String]) -> [String] {
        let keys = Set(families.map(\.fontNameKey))
        var found: [String] = []
        for file in files {
            for element in elements("alias", of: file[...]) {
                let named = elements("family", of: element).map {
                    $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                }
                guard named.contains(where: { keys.contains($0.fontNameKey) }) else { continue }
                for name in named where !keys.contains(name.fontNameKey) && !found.contains(name) { found.append(name) }
            }
        }
        return found
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
