package import FontModel

/// What a provider says of itself and its fonts, in a file that is installed with it.
///
/// typecase-provider(5) describes the file for people, and `schemas/provider-2.json` for programs.
package struct ProviderManifest: Sendable, Equatable {
    /// Whose it is: an application id, which is the name of the file too.
    package var id: ProviderIdentifier
    /// What to call the provider before people.
    package var name: String
    /// What the provider asks to be allowed.
    package var rights: Set<Right> = []
    /// The fonts that come with it.
    package var fonts: [FontAsset] = []
    /// The other files that its processes ask for by tags.
    package var resources: [ResourceFile] = []
    /// The files of fonts that its own processes have in use before their first text.
    package var launchFonts: [AssetPath] = []
    /// The icons that it can show itself with in place of its usual one.
    package var alternateIcons: [AlternateIcon] = []
    /// Whether it may hand over icons that the manifest does not declare, once the user has agreed.
    package var allowsIconsAtRunTime = false
    /// What it would like to be allowed to register.
    package var quota = FontQuota()

    /// Creates a manifest.
    package init(id: ProviderIdentifier, name: String) {
        self.id = id
        self.name = name
    }
}

/// A font file that comes with a provider.
package struct FontAsset: Sendable, Equatable {
    /// When the file is wanted on the machine.
    package enum Policy: String, Sendable, Hashable, CaseIterable {
        /// From the start.
        case initial
        /// Soon, without anybody having asked.
        case prefetch
        /// When somebody asks for it.
        case onDemand = "on-demand"
    }

    /// When the font is registered.
    package enum Registration: String, Sendable, Hashable, CaseIterable {
        /// For every user as soon as the provider is there, without any code of its own.
        case onInstall = "on-install"
        /// When the provider does it.
        case onRequest = "on-request"
    }

    /// The file, below the provider's directory of assets.
    package var file: AssetPath
    /// What the file has to hold.
    package var sha256: FontDigest
    /// What to ask for it by: the PostScript name of a single face, the family of a collection or a variable font.
    package var name: String?
    /// What it belongs to, in words of the provider's own.
    package var tags: [String] = []
    /// When the file is wanted on the machine.
    package var policy = Policy.onDemand
    /// When the font is registered.
    package var registration = Registration.onRequest
    /// Where the file is fetched from when it is not on the machine; `nil` where it comes with the provider.
    package var address: String?
    /// How many bytes the file has; `nil` where the manifest does not say.
    package var size: Int?
    /// The name of the user's secret for the server; `nil` where the server wants none.
    package var credential: String?

    /// Creates an asset.
    package init(file: AssetPath, sha256: FontDigest) {
        self.file = file
        self.sha256 = sha256
    }
}

/// A path below a provider's directory of assets, which cannot lead out of it.
package struct AssetPath: Sendable, Hashable, CustomStringConvertible {
    /// The path with slashes.
    package let text: String

    /// The most bytes of a path.
    package static let maximumLength = 1024

    /// What a path has to be, for people.
    package static let rule =
        "a path below the directory of assets, of at most \(maximumLength) bytes, without .., empty parts and controls"

    /// Checks a path; `nil` where it is absolute, has empty parts, `.` or `..`, or characters that nobody sees.
    package init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.couldMislead)
        else { return nil }
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            // The most bytes of a name in Linux's file systems.
            guard !["", ".", ".."].contains(part), part.utf8.count <= 255 else { return nil }
        }
        self.text = text
    }

    /// The names that lead to the file.
    package var parts: [String] { text.split(separator: "/").map(String.init) }

    package var description: String { text }
}
