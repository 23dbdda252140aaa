package import FontModel

/// A question to the user: whether a program may have rights.
package struct ConsentQuestion: Sendable, Equatable {
    /// The identifier of the question, which cannot be guessed.
    package var id: String
    /// The caller that asks.
    package var caller: CallerIdentity
    /// The rights, in the order in which they are declared.
    package var rights: [Right]
    /// The names of the affected fonts; empty if the question is not about particular fonts.
    package var fonts: [String]
    /// The number of further fonts that are not named.
    package var unnamedFonts: Int
    /// The sizes of the fonts in bytes, as many as ``fonts``; 0 for a font whose size is not known.
    package var sizes: [Int] = []
    /// The previews of fonts to register, by their positions in ``fonts``.
    package var previews: [Int: OfferedFontSample] = [:]
    /// The owners of the fonts, as many as ``fonts``; empty if the question is not about fonts of other providers.
    package var providers: [String] = []
    /// The total size of other providers' fonts in bytes, without those of ``unsizedFonts``.
    package var byteCount = 0
    /// The number of other providers' fonts whose size is not known before they are downloaded.
    package var unsizedFonts = 0
    /// The packages of the distribution to install; empty if there are none.
    package var packages: [String] = []
    /// Where the user is asked.
    package var place: ConsentPlace

    /// The most fonts that are named, which is as many as a person reads.
    package static let maximumFonts = 50
}

/// Where on the screen the user is asked, as requested by the caller.
package struct ConsentPlace: Sendable, Equatable {
    /// The window to which the question belongs, in the form of the desktop portals; empty if it is not known.
    package var parentWindow = ""
    /// The token that lets the question come to the front; empty if there is none.
    package var activationToken = ""

    /// Creates a place without preferences.
    package init() {}
}

/// The answer to a question.
package enum ConsentAnswer: Sendable, Equatable {
    /// The program gets the rights.
    case allow
    /// The program does not get the rights, and must not ask again.
    case deny
    /// The user closed the question, and may be asked again.
    case dismiss
    /// The user could not be asked; the reason is shown after the missing right.
    case unanswered(reason: String)
}

/// A font that a program wants to register.
///
/// Fonts are equal if they look the same to the user, whichever file they are in.
package struct OfferedFont: Sendable, Hashable {
    /// The SHA-256 of its bytes.
    package var digest: FontDigest
    /// The full names of its faces.
    package var name: String
    /// Its format; `nil` if it is not known.
    package var format: FontFormat?
    /// Why web browsers will not show it; `nil` if they will, or if it was not examined.
    package var browserConcern: String?
    /// Its size in bytes; 0 if it is not known.
    package var size = 0
    /// Its bytes; `nil` if they are not here yet.
    package var preview: OfferedFontSample?

    package static func == (left: OfferedFont, right: OfferedFont) -> Bool {
        left.digest == right.digest && left.name == right.name && left.format == right.format
            && left.browserConcern == right.browserConcern
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
        hasher.combine(name)
    }

    /// Creates a description of a font.
    package init(digest: FontDigest, name: String, format: FontFormat? = nil, browserConcern: String? = nil) {
        self.digest = digest
        self.name = name
        self.format = format
        self.browserConcern = browserConcern
    }

    /// The most characters of a font's name in a question.
    private static let maximumNameLength = 200

    /// Creates a description of a font that was examined.
    ///
    /// - Parameters:
    ///   - candidate: The font.
    ///   - preview: Its bytes for the question to the user; `nil` if the user is not asked.
    init(_ candidate: FontCandidate, preview: OfferedFontSample? = nil) {
        var names: [String] = []
        for name in candidate.faces.map(\.fullName) where !names.contains(name) { names.append(name) }
        // A question may name many fonts, and a collection has many faces.
        let name = String(names.joined(separator: ", ").prefix(Self.maximumNameLength))
        self.init(
            digest: candidate.digest, name: name, format: candidate.format, browserConcern: candidate.browserConcern)
        size = candidate.size
        self.preview = preview
    }
}

/// A font as the question names it.
struct NamedFont: Sendable {
    /// Distinguishes fonts in a question: the answer applies to each font of a name, so each must be shown.
    struct Key: Hashable {
        var name: String
        var digest: FontDigest?
    }

    /// Its name.
    var name: String
    /// The SHA-256 of its bytes; `nil` if it is not known.
    var digest: FontDigest?
    /// Its size in bytes; 0 if it is not known.
    var size = 0
    /// Its bytes; `nil` if they are not here or are shown in another way.
    var preview: OfferedFontSample?

    /// Creates a description of a font of which only the name is known.
    init(name: String) { self.name = name }

    /// Creates a description of a font to register.
    init(_ font: OfferedFont) {
        (name, digest) = (font.name, font.digest)
        (size, preview) = (font.size, font.preview)
    }

    /// Creates a description of a font of another provider.
    init(_ offer: RequestedOffer) {
        (name, digest) = (offer.name, offer.digest)
        if offer.isSizeKnown { size = offer.size }
    }

    /// What distinguishes it from other fonts in a question.
    var key: Key { Key(name: name, digest: digest) }
}

/// The permissions that a caller needs before its call can continue.
struct ConsentNeed: Sendable {
    /// The rights.
    var rights: Set<Right> = []
    /// The fonts to register that no manifest declares.
    var fonts: [OfferedFont] = []
    /// The fonts for which the rights are needed.
    var named: [NamedFont] = []
    /// The fonts of other providers to make available.
    var requests: [RequestedOffer] = []

    /// Whether no question is needed.
    var isEmpty: Bool { rights.isEmpty && fonts.isEmpty && requests.isEmpty }

    /// All rights that are needed, in the order in which they are declared.
    var allRights: [Right] {
        Right.allCases.filter { right in
            rights.contains(right) || right == .installUndeclaredFonts && !fonts.isEmpty
                || right == .requestFonts && !requests.isEmpty
        }
    }

    /// Whether the answer to another question also answers a part of this one.
    func intersects(_ asked: ConsentNeed) -> Bool {
        !rights.isDisjoint(with: asked.rights) || !Set(fonts).isDisjoint(with: asked.fonts)
            || !Set(requests).isDisjoint(with: asked.requests)
    }

    /// Adds the needs of another call.
    mutating func formUnion(_ other: ConsentNeed) {
        rights.formUnion(other.rights)
        let (knownFonts, knownNames, knownRequests) = (Set(fonts), Set(named.map(\.key)), Set(requests))
        requests += other.requests.filter { !knownRequests.contains($0) }
        fonts += other.fonts.filter { !knownFonts.contains($0) }
        named += other.named.filter { !knownNames.contains($0.key) }
    }
}
