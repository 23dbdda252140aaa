internal import FontModel
internal import Localization

/// What to do with each loose font, decided before anything is changed.
package struct AdoptionPlan: Sendable {
    /// A loose font, and what the service reports about it.
    package struct Candidate: Sendable {
        /// The absolute path, without links in the directories.
        package var path: String
        /// The SHA-256 of its bytes.
        package var digest: String
        /// When it was last changed, in nanoseconds since 1970.
        package var modification: Int64
        /// Whether the user has permission to move it out of its directory.
        package var isMovable: Bool
        /// The properties of its faces that show whether they conflict with other faces.
        package var faces: [AdoptionFace]
        /// The version that the font states.
        package var version: String
        /// The files that have its names according to fontconfig, including this file; links are resolved.
        package var holders: [String]
        /// The id of the user's registration of the same bytes.
        package var id: String?
        /// Whether that registration is enabled.
        package var isRegistrationEnabled: Bool
        /// Whether that registration ends with the login session.
        package var isRegistrationForSession: Bool
        /// The reason why it cannot be adopted.
        package var refusal: CommandFailure?

        /// Creates a candidate, by default one that can be adopted.
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

    /// What to do with a file.
    package enum Action: Sendable, Equatable {
        /// Registers the font and moves the file aside.
        case adopt
        /// Registers the font as disabled, because the file of the same font at `preferred` is adopted.
        case adoptDisabled(preferred: String)
        /// Moves the file aside, because the same bytes are adopted from the file at `path`.
        case duplicate(path: String)
        /// Moves the file aside, because the user has already installed the same bytes.
        case installed(id: String)
        /// Leaves the file where it is.
        case leave(CommandFailure)
    }

    /// The candidates and what to do with them, in order of their paths.
    package private(set) var files: [(candidate: Candidate, action: Action)] = []

    /// Creates a plan.
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

    /// The reasons why files stay where they are, by path.
    private static func refusals(_ candidates: [Candidate]) -> [String: CommandFailure] {
        var refusals: [String: CommandFailure] = [:]
        for candidate in candidates { refusals[candidate.path] = refusal(of: candidate) }
        // A file that stays keeps its names, so other files with one of these names have to stay as well.
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
                    .failure, code: .shadowed, localized("A font that is not adopted has the same name: %1", holder),
                    item: candidate.path)
            }
        }
    }

    private static func refusal(of candidate: Candidate) -> CommandFailure? {
        if let refusal = candidate.refusal { return refusal }
        if !candidate.isMovable {
            return CommandFailure(
                .failure, code: .insufficientPermissions,
                localized("You do not have permission to move files out of its directory."), item: candidate.path)
        }
        if candidate.id != nil, !candidate.isRegistrationEnabled {
            return CommandFailure(
                .failure, code: .duplicatedName,
                localized("This font is installed but disabled. Enable it, or remove this file."), item: candidate.path)
        }
        if candidate.id != nil, candidate.isRegistrationForSession {
            return CommandFailure(
                .failure, code: .duplicatedName,
                localized(
                    """
                    This font is installed only until you log out. To keep it permanently, run 'typecase enable \
                    --persistent %1'; then adopt this file.
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
    /// The name of the action in JSON.
    package var word: String {
        switch self {
        case .adopt: "adopt"
        case .adoptDisabled: "adopt-disabled"
        case .duplicate: "duplicate"
        case .installed: "installed"
        case .leave: "leave"
        }
    }

    /// A description for people of what happens and why.
    package var text: String {
        switch self {
        case .adopt: localized("adopt")
        case .adoptDisabled(let preferred): localized("adopt but disable, same font as %1", preferred)
        case .duplicate(let path): localized("move aside, same as %1", path)
        case .installed(let id): localized("move aside, already installed as %1", id)
        case .leave(let failure): localized("leave in place: %1", failure.message)
        }
    }
}
