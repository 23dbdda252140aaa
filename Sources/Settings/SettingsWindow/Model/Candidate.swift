internal import Adwaita

/// A file that the user wants installed.
@MainLoop
final class Candidate {
    /// How far it has come.
    enum State {
        case waiting
        /// Installing would do what `note` says.
        case ready(note: String)
        /// It is there already.
        case present
        /// The service would refuse it, or has.
        case refused(String, isOlder: Bool)
        /// Fonts are found in it while it is installed.
        case container
        case installed(ids: [String], note: String)
    }

    let path: String
    var state = State.waiting
    /// What the fonts in it are called, once that is known.
    var names: [String] = []
    /// What its installation would change besides.
    var plan: [String] = []
    /// Whether it may take the place of a newer font.
    var allowsDowngrade = false

    init(path: String) { self.path = path }

    var fileName: String { ShownText.line(String(path.split(separator: "/").last ?? "")) }

    var title: String {
        guard let first = names.first else { return fileName }
        return names.count == 1 ? first : ShownText.first(first, others: names.count - 1)
    }

    /// What the service says of it.
    var words: String {
        switch state {
        case .waiting: localized("Checking…")
        case .ready(let note): note.isEmpty ? fileName : "\(fileName) · \(note)"
        case .present: localized("%1 · Installed already", fileName)
        case .refused(let reason, _):
            allowsDowngrade ? localized("%1 · It replaces a newer version.", fileName) : "\(fileName) · \(reason)"
        case .container: localized("The fonts in it are checked and installed.")
        case .installed(_, let note): note.isEmpty ? localized("Installed") : note
        }
    }

    var icon: String {
        switch state {
        case .waiting: "content-loading-symbolic"
        case .ready: "font-x-generic-symbolic"
        case .refused: allowsDowngrade ? "font-x-generic-symbolic" : "dialog-error-symbolic"
        case .container: "package-x-generic-symbolic"
        case .installed, .present: "object-select-symbolic"
        }
    }

    var isReady: Bool {
        switch state {
        case .ready, .container: true
        case .refused(_, let isOlder): isOlder && allowsDowngrade
        case .waiting, .installed, .present: false
        }
    }

    var isRefused: Bool {
        if case .refused = state { !allowsDowngrade } else { false }
    }

    var canReplaceNewer: Bool {
        if case .refused(_, let isOlder) = state { isOlder } else { false }
    }

    var isInstalled: Bool {
        if case .installed = state { true } else { false }
    }

    var isDone: Bool { isInstalled }

    var isContainer: Bool {
        if case .container = state { true } else { false }
    }

    /// The registrations that came about.
    var newIDs: [String] {
        if case .installed(let ids, _) = state { ids } else { [] }
    }

    /// Whether the service can draw with it.
    var showsSample: Bool { !names.isEmpty && !isRefused }
}
