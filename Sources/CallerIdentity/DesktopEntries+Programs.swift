package import FontModel
internal import LinuxSystem

extension DesktopEntries {
    /// An application that is installed, as its desktop entry has it.
    package struct Application: Sendable, Equatable {
        /// The absolute path of the desktop entry.
        package var entry: String
        /// The absolute path of the program that it starts; `nil` where the entry names none that can be found.
        package var program: String?
    }

    /// Finds an application that is installed.
    ///
    /// Blocks. An entry that says of itself that it counts as deleted, as people hide applications of the system, does
    /// not show that the application is there, and does not hide another one that does.
    ///
    /// - Parameters:
    ///   - id: The id of the application.
    ///   - searchPath: Where programs without a path are, with colons between the directories.
    /// - Returns: The first entry, preferably one whose program is there; `nil` where there is none.
    package func application(_ id: ProviderIdentifier, searchPath: String) -> Application? {
        var found: Application?
        for directory in directories {
            for name in Self.fileNames(of: id.rawValue) {
                let path = "\(directory)/\(name)"
                guard let bytes = Self.read(path) else { continue }
                let file = String(validating: bytes, as: UTF8.self).flatMap { KeyFile($0) }
                if file?["Desktop Entry", "Hidden"] == "true" { continue }
                let command = file?["Desktop Entry", "Exec"].flatMap(Self.program)
                let program = command.flatMap { Self.find($0, searchPath) }
                if program != nil { return Application(entry: path, program: program) }
                found = found ?? Application(entry: path, program: nil)
            }
        }
        return found
    }

    /// The program of a command line, without what sets variables for it.
    ///
    /// Source: Desktop Entry Specification 1.5, "The Exec key".
    static func program(of command: String) -> String? {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var isEscaped = false
        var isWord = false
        for character in command {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
                isWord = true
            } else if character == " ", !isQuoted {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        if isWord { words.append(word) }
        var rest = words[...]
        if rest.first == "env" || rest.first?.hasSuffix("/env") == true {
            rest = rest.dropFirst().drop { $0.contains("=") || $0.hasPrefix("-") }
        }
        return rest.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The path of a program that is there.
    private static func find(_ program: String, _ searchPath: String) -> String? {
        let candidates =
            program.hasPrefix("/")
            ? [program] : searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }
        return candidates.first { (try? FileStatus(path: $0, followsLinks: true))?.kind == .regular }
    }
}
