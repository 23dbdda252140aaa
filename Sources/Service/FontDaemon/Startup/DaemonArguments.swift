internal import FontModel
internal import Glibc

/// Handles the command line of `typecased` for people who start it by hand.
enum DaemonArguments {
    /// The exit status for invalid arguments, as in sysexits.h.
    static let usageStatus: Int32 = 64

    /// Handles arguments.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit status; `nil` if the daemon should serve.
    static func answer(_ arguments: [String]) -> Int32? {
        guard let (text, stream, status) = reply(to: arguments) else { return nil }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(stream, $0.baseAddress, $0.count) }
            guard count > 0 else { return 1 }
            rest = rest.dropFirst(count)
        }
        return status
    }

    /// Returns the text to write, where to write it, and the exit status; `nil` if the daemon should serve.
    static func reply(to arguments: [String]) -> (text: String, stream: Int32, status: Int32)? {
        guard let first = arguments.first else { return nil }
        switch first {
        case "--help", "-h": return (help, STDOUT_FILENO, 0)
        case "--version": return ("\(TypecaseVersion.current)\n", STDOUT_FILENO, 0)
        default:
            let text = "typecased: There is no argument '\(printable(first))'. typecased --help tells what there is.\n"
            return (text, STDERR_FILENO, usageStatus)
        }
    }

    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(80).map { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F ? $0 : "?" }))
    }

    private static let help = """
        USAGE: typecased [--help] [--version]

        The font service of a user. The session bus starts it with the first call; nobody has to start it by hand.

          typecase status                          shows how the service is doing
          systemctl --user status typecased        shows its process
          journalctl --user -u typecased           shows its messages
          man typecase                             describes fonts, directories and settings

        OPTIONS:
          -h, --help    Show this text.
          --version     Show the version.

        """
}
