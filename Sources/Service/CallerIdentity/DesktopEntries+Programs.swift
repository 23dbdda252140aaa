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

    /// Where what other programs start is looked for.
    package struct Launchers: Sendable {
        /// The directories of Flatpak's installations.
        package var flatpakInstallations: [String]
        /// Where snaps are mounted.
        package var snapDirectories: [String]

        /// Says where to look.
        package init(flatpakInstallations: [String] = [], snapDirectories: [String] = []) {
            self.flatpakInstallations = flatpakInstallations
            self.snapDirectories = snapDirectories
        }
    }

    /// Finds an application that is installed.
    ///
    /// Blocks. An entry that says of itself that it counts as deleted, as people hide applications of the system, does
    /// not show that the application is there, and does not hide another one that does. Nor does one that has Flatpak or
    /// snapd start what they do not have.
    ///
    /// - Parameters:
    ///   - id: The id of the application.
    ///   - searchPath: Where programs without a path are, with colons between the directories.
    ///   - launchers: Where what other programs start is looked for.
    /// - Returns: The first entry, preferably one whose program is there; `nil` where there is none.
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

    /// What a command line starts.
    enum Command: Equatable {
        /// A program, by its path or its name.
        case program(String)
        /// What an interpreter is to run, which is one of these files; that the interpreter is there tells nothing.
        case script([String])
        /// An application of Flatpak's.
        case flatpak(String)
        /// A program of a snap, by its name among all programs of snaps.
        case snap(String)

        /// Whether somebody else knows whether it is there.
        var isOthers: Bool {
            switch self {
            case .program, .script: false
            case .flatpak, .snap: true
            }
        }
    }

    /// Programs that start another one with the same arguments.
    private static let wrappers: Set<String> = ["dbus-launch", "dbus-run-session", "env", "nohup", "pkexec", "setsid"]
    /// Programs that run a file, by the letters that their names consist of.
    private static let interpreters: Set<String> = [
        "bash", "dash", "electron", "fish", "gjs", "guile", "java", "ksh", "lua", "mono", "node", "nodejs", "perl",
        "php", "python", "qml", "ruby", "sh", "tclsh", "wine", "wish", "zsh",
    ]

    /// Whether a program of a name runs files that are not programs themselves, whatever its version.
    static func isInterpreter(_ name: some StringProtocol) -> Bool {
        interpreters.contains(String(name.prefix { $0.isLetter }))
    }

    /// What a command line starts, behind what sets variables for it and what interprets it.
    static func command(_ line: String) -> Command? {
        var words = words(of: line)[...]
        while let word = words.first, wrappers.contains(name(of: word)) {
            words = words.dropFirst().drop { $0.contains("=") || $0.hasPrefix("-") }
        }
        guard let program = words.first, !program.isEmpty else { return nil }
        let arguments = words.dropFirst()
        // Options come before the word as well, as in `flatpak --user run`, and some have another word behind them.
        let started = arguments.drop { $0 != "run" }.dropFirst().drop { $0.hasPrefix("-") }
        switch name(of: program) {
        case "flatpak":
            return started.lazy.compactMap(flatpakApplication).first.map { .flatpak($0) } ?? .program(program)
        case "snap": return started.first.map { .snap($0) } ?? .program(program)
        case let name where isInterpreter(name):
            // A shell may have a command line for an argument.
            let files = arguments.flatMap { $0.split { " ;&|()'\"".contains($0) } }.map(String.init)
            return .script(
                files.filter { file in
                    let name = Self.name(of: file)
                    return file.hasPrefix("/") && !wrappers.contains(name) && !isInterpreter(name)
                })
        default: return .program(program)
        }
    }

    /// The application that a word is or refers to, which may say its kind, architecture and branch as well.
    ///
    /// Source: flatpak-run(1), of which `REF` is `ID`, `ID//BRANCH`, `ID/ARCH/BRANCH` or the same behind `app/`.
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

    /// The path of what a command starts, where it is there.
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

    /// The path of a program that is there.
    private static func find(_ program: String, _ searchPath: String) -> String? {
        let candidates =
            program.hasPrefix("/")
            ? [program] : searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }
        return candidates.first { (try? FileStatus(path: $0, followsLinks: true))?.kind == .regular }
    }
}
