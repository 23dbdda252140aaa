package import FontModel
internal import LinuxSystem

extension DesktopEntries {
    /// An installed application, according to its desktop entry.
    package struct Application: Sendable, Equatable {
        /// The absolute path of the desktop entry.
        package var entry: String
        /// The absolute path of the program that it starts; `nil` if the entry names no program that exists.
        package var program: String?
    }

    /// The directories of applications that are started by other programs.
    package struct Launchers: Sendable {
        /// The directories of Flatpak's installations.
        package var flatpakInstallations: [String]
        /// The directories where snaps are mounted.
        package var snapDirectories: [String]

        /// Creates the directories to search.
        package init(flatpakInstallations: [String] = [], snapDirectories: [String] = []) {
            self.flatpakInstallations = flatpakInstallations
            self.snapDirectories = snapDirectories
        }
    }

    /// Finds an installed application.
    ///
    /// Blocks. Some entries do not show that an application is installed, and do not hide another entry that shows it.
    /// These are entries that are marked as deleted, which is how people hide applications of the system. They also
    /// include entries with which Flatpak or snapd would start an application that they do not have.
    ///
    /// - Parameters:
    ///   - id: The id of the application.
    ///   - searchPath: The directories of programs without a path, separated by colons.
    ///   - launchers: The directories of applications that are started by other programs.
    /// - Returns: The first entry, preferably one whose program exists; `nil` if there is none.
    package func application(
        _ id: ProviderIdentifier, searchPath: String, launchers: Launchers = Launchers()
    ) -> Application? {
        var found: Application?
        for directory in directories {
            for name in Self.fileNames(of: id.rawValue) {
                let path = "\(directory)/\(name)"
                guard let bytes = Self.read(path) else { continue }
                let file = String(validating: bytes, as: UTF8.self).flatMap { KeyFile($0) }
                if file?["Desktop Entry", "Hidden"] == "true" { continue }
                let command = file?["Desktop Entry", "Exec"].flatMap(Self.command)
                let program = command.flatMap { Self.program(of: $0, searchPath, launchers) }
                if program != nil { return Application(entry: path, program: program) }
                if command?.isOthers == true { continue }
                found = found ?? Application(entry: path, program: nil)
            }
        }
        return found
    }

    /// The target of a command line.
    enum Command: Equatable {
        /// A program, by its path or its name.
        case program(String)
        /// A script for an interpreter, which is one of these files.
        ///
        /// The presence of the interpreter alone proves nothing.
        case script([String])
        /// A Flatpak application.
        case flatpak(String)
        /// A program of a snap, by its name among all programs of snaps.
        case snap(String)

        /// Whether another program knows whether it is installed.
        var isOthers: Bool {
            switch self {
            case .program, .script: false
            case .flatpak, .snap: true
            }
        }
    }

    /// Programs that start another one with the same arguments.
    private static let wrappers: Set<String> = ["dbus-launch", "dbus-run-session", "env", "nohup", "pkexec", "setsid"]
    /// Programs that run a file, by the leading letters of their names.
    private static let interpreters: Set<String> = [
        "bash", "dash", "electron", "fish", "gjs", "guile", "java", "ksh", "lua", "mono", "node", "nodejs", "perl",
        "php", "python", "qml", "ruby", "sh", "tclsh", "wine", "wish", "zsh",
    ]

    /// Whether a program with a name runs files that are not programs themselves, regardless of its version.
    static func isInterpreter(_ name: some StringProtocol) -> Bool {
        interpreters.contains(String(name.prefix { $0.isLetter }))
    }

    /// The target of a command line, after the words that set variables for it or interpret it.
    static func command(_ line: String) -> Command? {
        var words = words(of: line)[...]
        while let word = words.first, wrappers.contains(name(of: word)) {
            words = words.dropFirst().drop { $0.contains("=") || $0.hasPrefix("-") }
        }
        guard let program = words.first, !program.isEmpty else { return nil }
        let arguments = words.dropFirst()
        // Options may also precede the word, as in `flatpak --user run`, and some are followed by another word.
        let started = arguments.drop { $0 != "run" }.dropFirst().drop { $0.hasPrefix("-") }
        switch name(of: program) {
        case "flatpak":
            return started.lazy.compactMap(flatpakApplication).first.map { .flatpak($0) } ?? .program(program)
        case "snap": return started.first.map { .snap($0) } ?? .program(program)
        case let name where isInterpreter(name):
            // The argument of a shell may be a command line.
            let files = arguments.flatMap { $0.split { " ;&|()'\"".contains($0) } }.map(String.init)
            return .script(
                files.filter { file in
                    let name = Self.name(of: file)
                    return file.hasPrefix("/") && !wrappers.contains(name) && !isInterpreter(name)
                })
        default: return .program(program)
        }
    }

    /// The application that a word names or refers to; the word may also contain its kind, architecture and branch.
    ///
    /// Source: flatpak-run(1), where `REF` is `ID`, `ID//BRANCH`, `ID/ARCH/BRANCH` or the same after `app/`.
    private static func flatpakApplication(_ word: String) -> String? {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard let id = (parts.first == "app" ? parts.dropFirst() : parts[...]).first.map(String.init),
            id.contains("."), ProviderIdentifier(applicationID: id) != nil
        else { return nil }
        return id
    }

    private static func name(of program: String) -> String {
        program.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The path of the program that a command starts, if it exists.
    private static func program(of command: Command, _ searchPath: String, _ launchers: Launchers) -> String? {
        switch command {
        case .program(let name): find(name, searchPath)
        case .script(let files): files.lazy.compactMap { find($0, "") }.first
        case .flatpak(let id):
            launchers.flatpakInstallations.lazy
                .compactMap { find("\($0)/app/\(id)/current/active/metadata", "") }.first
        case .snap(let name): launchers.snapDirectories.lazy.compactMap { find("\($0)/bin/\(name)", "") }.first
        }
    }

    /// The words of a command line.
    ///
    /// Source: Desktop Entry Specification 1.5, "The Exec key".
    private static func words(of command: String) -> [String] {
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
        return words
    }

    /// The path of a program, if it exists.
    private static func find(_ program: String, _ searchPath: String) -> String? {
        let candidates =
            program.hasPrefix("/")
            ? [program] : searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }
        return candidates.first { (try? FileStatus(path: $0, followsLinks: true))?.kind == .regular }
    }
}
