internal import Adwaita
internal import Localization

/// A file that the user wants installed.
@MainLoop
final class Candidate {
    /// The state of a candidate.
    enum State {
        case waiting
        /// It can be installed; the note says with what effect.
        case ready(note: String)
        /// It is installed already.
        case present
        /// The service would refuse it, or has.
        case refused(String, isOlder: Bool)
        case installed(ids: [String], note: String)
    }

    let path: String
    var state = State.waiting
    /// The names of the fonts in it; empty until they are known.
    var names: [String] = []
    /// What else its installation would change, as lines.
    var plan: [String] = []
    /// Whether it may replace a newer font.
    var allowsDowngrade = false
    /// The installed font that it would replace.
    var conflict: FontConflict?
    /// Whether the user wants to keep that one.
    var keepsInstalled = false
    /// The path that the user gave, which may be that of an archive.
    let givenPath: String
    /// Its place as shown to people: the name of the file, or the name of the archive and the path in it.
    let place: String
    /// The owner of the unpacked file.
    private let unpacked: TemporaryFiles?

    init(path: String) {
        self.path = path
        givenPath = path
        place = Self.name(of: path)
        unpacked = nil
    }

    /// Creates a candidate for an entry of an archive.
    ///
    /// - Parameters:
    ///   - entry: The path in the archive.
    ///   - path: The file that it was unpacked to; empty for an entry that is refused.
    ///   - archive: The path of the archive.
    ///   - unpacked: The owner of that file.
    init(entry: String, path: String, of archive: String, _ unpacked: TemporaryFiles? = nil) {
        self.path = path.isEmpty ? "\(archive)/\(entry)" : path
        givenPath = archive
        place = "\(Self.name(of: archive))/\(entry)"
        self.unpacked = unpacked
    }

    /// The name of the file.
    var fileName: String { Self.name(of: path) }

    private static func name(of path: String) -> String {
        ShownText.line(String(path.split(separator: "/").last ?? ""))
    }

    var title: String {
        guard let first = names.first else { return fileName }
        return names.count == 1 ? first : CountedText.text(first, others: names.count - 1)
    }

    /// Its state in words.
    var words: String {
        switch state {
        case .waiting: localized("Checking…")
        case .ready where keepsInstalled: localized("%1 · The installed font is kept.", place)
        case .ready(let note): note.isEmpty ? place : "\(place) · \(note)"
        case .present: localized("%1 · Already installed", place)
        case .refused(let reason, _):
            allowsDowngrade ? localized("%1 · It replaces a newer version.", place) : "\(place) · \(reason)"
        case .installed(_, let note): note.isEmpty ? localized("Installed") : note
        }
    }

    var icon: String {
        switch state {
        case .waiting: "content-loading-symbolic"
        case .ready: "font-x-generic-symbolic"
        case .refused: allowsDowngrade ? "font-x-generic-symbolic" : "dialog-error-symbolic"
        case .installed, .present: "object-select-symbolic"
        }
    }

    var isReady: Bool {
        switch state {
        case .ready: !keepsInstalled
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

    /// Whether it has not been checked yet.
    var isWaiting: Bool {
        if case .waiting = state { true } else { false }
    }

    /// The registrations that were added or enabled.
    var newIDs: [String] {
        if case .installed(let ids, _) = state { ids } else { [] }
    }

    /// Whether the service can draw a sample of it.
    var showsSample: Bool { !names.isEmpty && !isRefused }
}
