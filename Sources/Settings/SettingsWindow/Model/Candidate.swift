internal import Adwaita
internal import Localization

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
        /// An archive with fonts that are not installed yet.
        case archive(ArchiveContents)
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
    /// The installed font that it would take the place of.
    var conflict: FontConflict?
    /// Whether the user wants to keep that one.
    var keepsInstalled = false
    /// What is in it, where it is an archive that was looked at.
    var contents: ArchiveContents?

    init(path: String) { self.path = path }

    var fileName: String { ShownText.line(String(path.split(separator: "/").last ?? "")) }

    var title: String {
        guard let first = names.first else { return fileName }
        return names.count == 1 ? first : CountedText.text(first, others: names.count - 1)
    }

    /// What the service says of it.
    var words: String {
        switch state {
        case .waiting: localized("Checking…")
        case .ready where keepsInstalled: localized("%1 · The installed one is kept.", fileName)
        case .ready(let note): note.isEmpty ? fileName : "\(fileName) · \(note)"
        case .present: localized("%1 · Installed already", fileName)
        case .refused(let reason, _):
            allowsDowngrade ? localized("%1 · It replaces a newer version.", fileName) : "\(fileName) · \(reason)"
        case .archive(let contents): fileName + " · " + ArchiveText.summary(contents)
        case .installed(_, let note): note.isEmpty ? localized("Installed") : note
        }
    }

    var icon: String {
        switch state {
        case .waiting: "content-loading-symbolic"
        case .ready: "font-x-generic-symbolic"
        case .refused: allowsDowngrade ? "font-x-generic-symbolic" : "dialog-error-symbolic"
        case .archive: "package-x-generic-symbolic"
        case .installed, .present: "object-select-symbolic"
        }
    }

    var isReady: Bool {
        switch state {
        case .ready: !keepsInstalled
        case .archive: true
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

    /// Whether it has not been looked at yet.
    var isWaiting: Bool {
        if case .waiting = state { true } else { false }
    }

    /// Whether the command line installs it, which unpacks archives in a sandbox.
    var isArchive: Bool {
        if case .archive = state { true } else { false }
    }

    /// How many fonts are installed of it.
    var installedCount: Int {
        guard case .installed = state else { return 0 }
        return contents?.new.count ?? 1
    }

    /// How many fonts can be installed of it.
    var readyCount: Int {
        if case .archive(let contents) = state { contents.new.count } else { isReady ? 1 : 0 }
    }

    /// The registrations that came about, or were enabled.
    var newIDs: [String] {
        if case .installed(let ids, _) = state { ids } else { [] }
    }

    /// Whether the service can draw with it.
    var showsSample: Bool { !names.isEmpty && !isRefused }
}
