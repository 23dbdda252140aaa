internal import FontModel
internal import Localization

/// What is to become of loose fonts, decided before anything is touched.
package struct AdoptionPlan: Sendable {
    /// A loose font, and what the service says of it.
    package struct Candidate: Sendable {
        /// The absolute path, without links in the directories.
        package var path: String
        /// The SHA-256 of its bytes.
        package var digest: String
        /// When it was last changed, in nanoseconds since 1970.
        package var modification: Int64
        /// Whether the user may take it away from where it is.
        package var isMovable: Bool
        /// Its faces, as far as it matters which others they could be mistaken for.
        package var faces: [AdoptionFace]
        /// The version that the font gives itself.
        package var version: String
        /// The files, without links, that hold its names in fontconfig's view, itself among them.
        package var holders: [String]
        /// The user's registration of the same bytes.
        package var id: String?
        /// Whether that registration is enabled.
        package var isRegistrationEnabled: Bool
        /// Whether that registration ends with the login session.
        package var isRegistrationForSession: Bool
        /// Why it cannot be adopted.
        package var refusal: CommandFailure?

        /// Creates a candidate that nothing is known against.
        package init(
            path: String, digest: String, modification: Int64 = 0, isMovable: Bool = true, faces: [AdoptionFace] = [],
            version: String = "", holders: [String] = [], id: String? = nil, isRegistrationEnabled: Bool = false,
            isRegistrationForSession: Bool = false, refusal: CommandFailure? = nil
        ) {
            self.path = path
            self.digest = digest
            self.modification = modification
            self.isMovable = isMovable
            self.faces = faces
            self.version = version
            self.holders = holders
            self.id = id
            self.isRegistrationEnabled = isRegistrationEnabled
            self.isRegistrationForSession = isRegistrationForSession
            self.refusal = refusal
        }
    }

    /// What is to become of a file.
    package enum Action: Sendable, Equatable {
        /// It is registered and put aside.
        case adopt
        /// It is registered without programs finding it, since the file of the same font at `preferred` is adopted.
        case adoptDisabled(preferred: String)
        /// It is put aside: its bytes are adopted from the file at `path`.
        case duplicate(path: String)
        /// It is put aside: the user has installed its bytes before.
        case installed(id: String)
        /// It stays where it is.
        case leave(CommandFailure)
    }

    /// The candidates with what is to become of them, in order of their paths.
    package private(set) var files: [(candidate: Candidate, action: Action)] = []

    /// Plans.
    ///
    /// - Parameter candidates: The loose fonts.
    package init(_ candidates: [Candidate]) {
        let sorted = candidates.sorted { $0.path < $1.path }
        let refusals = Self.refusals(sorted)
        var first: [String: String] = [:]
        for candidate in sorted where refusals[candidate.path] == nil && first[candidate.digest] == nil {
            first[candidate.digest] = candidate.path
        }
        let preferred = AdoptionPreference(sorted.filter { first[$0.digest] == $0.path }).preferred
        files = sorted.map { candidate in
            if let refusal = refusals[candidate.path] { return (candidate, .leave(refusal)) }
            if let id = candidate.id { return (candidate, .installed(id: id)) }
            if let path = first[candidate.digest], path != candidate.path { return (candidate, .duplicate(path: path)) }
            return (candidate, preferred[candidate.path].map { .adoptDisabled(preferred: $0) } ?? .adopt)
        }
    }

    /// The files that move.
    package var moving: [(candidate: Candidate, action: Action)] {
        files.filter {
            if case .leave = $0.action { false } else { true }
        }
    }

    /// Why files stay where they are, by path.
    private static func refusals(_ candidates: [Candidate]) -> [String: CommandFailure] {
        var refusals: [String: CommandFailure] = [:]
        for candidate in candidates { refusals[candidate.path] = refusal(of: candidate) }
        // A file that stays keeps its names, and the others that have one of them have to stay as well.
        while true {
            let moving = Set(candidates.map(\.path).filter { refusals[$0] == nil })
            let blocked = candidates.filter { refusals[$0.path] == nil && !moving.isSuperset(of: $0.holders) }
            if blocked.isEmpty {
                let lossy = AdoptionPreference(candidates.filter { moving.contains($0.path) }).losing
                if lossy.isEmpty { return refusals }
                refusals.merge(lossy) { first, _ in first }
            }
            for candidate in blocked {
                let holder = candidate.holders.first { !moving.contains($0) } ?? ""
                refusals[candidate.path] = CommandFailure(
                    .failure, code: .shadowed, localized("A font that stays has the same name: %1", holder),
                    item: candidate.path)
            }
        }
    }

    private static func refusal(of candidate: Candidate) -> CommandFailure? {
        if let refusal = candidate.refusal { return refusal }
        if !candidate.isMovable {
            return CommandFailure(
                .failure, code: .insufficientPermissions, localized("You may not move files out of its directory."),
                item: candidate.path)
        }
        if candidate.id != nil, !candidate.isRegistrationEnabled {
            return CommandFailure(
                .failure, code: .duplicatedName,
                localized("It is installed, but disabled: enable it, or remove this file."), item: candidate.path)
        }
        if candidate.id != nil, candidate.isRegistrationForSession {
            return CommandFailure(
                .failure, code: .duplicatedName,
                localized(
                    """
                    It is installed until you log out: 'typecase enable --persistent %1' keeps it for good, and then \
                    this file can be adopted.
                    """, candidate.id ?? ""),
                item: candidate.path)
        }
        return nil
    }

    /// The first number in a version, such as 2.5 in "Version 2.500; build 7".
    static func number(in version: String) -> Double {
        let digits = version.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.prefix(2).map { $0.prefix { $0 != "." } }.joined(separator: ".")
        return Double(text) ?? Double(parts.first ?? "") ?? 0
    }
}

extension AdoptionPlan.Action {
    /// The word for it in JSON.
    package var word: String {
        switch self {
        case .adopt: "adopt"
        case .adoptDisabled: "adopt-disabled"
        case .duplicate: "duplicate"
        case .installed: "installed"
        case .leave: "leave"
        }
    }

    /// What happens and why, for people.
    package var text: String {
        switch self {
        case .adopt: localized("adopt")
        case .adoptDisabled(let preferred): localized("adopt, disabled, as it is the same font as %1", preferred)
        case .duplicate(let path): localized("put aside, the same as %1", path)
        case .installed(let id): localized("put aside, installed already as %1", id)
        case .leave(let failure): localized("leave, %1", failure.message)
        }
    }
}
