package import FontModel

/// What the user is asked: whether a program may have rights.
package struct ConsentQuestion: Sendable, Equatable {
    /// Names the question; nobody can guess it.
    package var id: String
    /// Who asks.
    package var caller: CallerIdentity
    /// The rights, in the order in which they are declared.
    package var rights: [Right]
    /// What the fonts are called that it is about; empty where it is about none in particular.
    package var fonts: [String]
    /// How many more fonts there are than are named.
    package var unnamedFonts: Int
    /// Whose the fonts are, as many as ``fonts``; empty where it is not about fonts of others.
    package var providers: [String] = []
    /// How many bytes the fonts of others have together, without those of ``unsizedFonts``.
    package var byteCount = 0
    /// Of how many fonts of others nobody knows the size before they are downloaded.
    package var unsizedFonts = 0
    /// The packages of the distribution that are installed; empty where none is.
    package var packages: [String] = []
    /// Where it is asked.
    package var place: ConsentPlace

    /// The most fonts that are named, which is as many as somebody reads.
    package static let maximumFonts = 50
}

/// Where on the screen the user is asked, as whoever asks would have it.
package struct ConsentPlace: Sendable, Equatable {
    /// The window that the question belongs to, in the form of the desktop portals; empty where it is not known.
    package var parentWindow = ""
    /// What lets the question come to the front; empty where there is nothing.
    package var activationToken = ""

    /// Anywhere.
    package init() {}
}

/// What became of a question.
package enum ConsentAnswer: Sendable, Equatable {
    /// The program has the rights.
    case allow
    /// The program has not the rights, and is not to ask again.
    case deny
    /// The user closed the question, and may be asked again.
    case dismiss
    /// Nobody could be asked, for a reason that follows what the program lacks.
    case unanswered(reason: String)
}

/// A font that somebody would like to register.
package struct OfferedFont: Sendable, Hashable {
    /// The SHA-256 of its bytes.
    package var digest: FontDigest
    /// What it is called: the full names of its faces.
    package var name: String
    /// Its format; `nil` where it is not known.
    package var format: FontFormat?
    /// Why web browsers will not show it; `nil` where they will, and where it was not examined.
    package var browserConcern: String?

    /// Describes a font.
    package init(digest: FontDigest, name: String, format: FontFormat? = nil, browserConcern: String? = nil) {
        self.digest = digest
        self.name = name
        self.format = format
        self.browserConcern = browserConcern
    }

    /// The most characters of what a font is called in a question.
    private static let maximumNameLength = 200

    /// Describes a font that was examined.
    init(_ candidate: FontCandidate) {
        var names: [String] = []
        for name in candidate.faces.map(\.fullName) where !names.contains(name) { names.append(name) }
        // A question names many fonts, and a collection has many faces.
        let name = String(names.joined(separator: ", ").prefix(Self.maximumNameLength))
        self.init(
            digest: candidate.digest, name: name, format: candidate.format, browserConcern: candidate.browserConcern)
    }
}

/// What somebody needs before their call can go on.
struct ConsentNeed: Sendable, Equatable {
    /// The rights.
    var rights: Set<Right> = []
    /// The fonts that are to be registered though no manifest declares them.
    var fonts: [OfferedFont] = []
    /// What the fonts are called that it is for.
    var names: [String] = []
    /// The fonts of others that are to be in use.
    var requests: [RequestedOffer] = []

    /// Whether there is nothing to ask.
    var isEmpty: Bool { rights.isEmpty && fonts.isEmpty && requests.isEmpty }

    /// All rights that it comes to, in the order in which they are declared.
    var allRights: [Right] {
        Right.allCases.filter { right in
            rights.contains(right) || right == .installUndeclaredFonts && !fonts.isEmpty
                || right == .requestFonts && !requests.isEmpty
        }
    }

    /// Whether an answer to a question is one to any of this as well.
    func intersects(_ asked: ConsentNeed) -> Bool {
        !rights.isDisjoint(with: asked.rights) || !Set(fonts).isDisjoint(with: asked.fonts)
            || !Set(requests).isDisjoint(with: asked.requests)
    }

    /// Adds what somebody else needs.
    mutating func formUnion(_ other: ConsentNeed) {
        rights.formUnion(other.rights)
        let (knownFonts, knownNames, knownRequests) = (Set(fonts), Set(names), Set(requests))
        requests += other.requests.filter { !knownRequests.contains($0) }
        fonts += other.fonts.filter { !knownFonts.contains($0) }
        names += other.names.filter { !knownNames.contains($0) }
    }
}
