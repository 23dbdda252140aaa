internal import FontModel
internal import Glibc

/// The command line of the program.
struct SettingsInvocation: Sendable {
    /// Whether the program only waits for questions of the font service.
    var isAgent = false
    var page: MainWindow.Section?
    /// Absolute paths of files to offer to install.
    var files: [String] = []
    /// A text to print instead of anything else.
    var answer: String?
    /// The error in the arguments.
    var fault: String?

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--consent": isAgent = true
            case "--page":
                let name = rest.popFirst() ?? ""
                page = MainWindow.Section(rawValue: name)
                if page == nil { fault = "There is no page '\(name)'; the pages are \(Self.pages)." }
            case "--version": answer = "typecase-settings \(TypecaseVersion.current)"
            case "--help", "-h": answer = Self.help
            case "--": files += rest.map(Self.absolute); rest = []
            case _ where argument.hasPrefix("-"):
                fault = "There is no option '\(argument)'; see typecase-settings --help."
            default: files.append(Self.absolute(argument))
            }
        }
    }

    private static let pages = MainWindow.Section.allCases.map(\.rawValue).joined(separator: ", ")

    private static let help = """
        usage: typecase-settings [--page PAGE] [FILE...]
               typecase-settings --consent

        Shows the fonts of the session and who installed them. FILE: fonts, folders and archives to look at before they are installed.

          --page PAGE  Show a page: \(pages).
          --consent    Ask the user for the font service, and show no window. The bus starts it.
          --version    Show the version.
          -h, --help   Show this help.
        """

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }
}
