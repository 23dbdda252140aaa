package import FontModel

/// A provider's description of itself and its fonts, in a file that is installed with it.
///
/// typecase-provider(5) describes the file for people, and `schemas/provider-2.json` describes it for programs.
package struct ProviderManifest: Sendable, Equatable {
    /// The provider: an application id, which is also the name of the file.
    package var id: ProviderIdentifier
    /// The provider's display name.
    package var name: String
    /// The rights that the provider requests.
    package var rights: Set<Right> = []
    /// The fonts that come with it.
    package var fonts: [FontAsset] = []
    /// The other files, which the provider's processes request by tags.
    package var resources: [ResourceFile] = []
    /// The font files that the provider's own processes use before they show their first text.
    package var launchFonts: [AssetPath] = []
    /// The icons that the provider can use in place of its usual icon.
    package var alternateIcons: [AlternateIcon] = []
    /// Whether the provider may supply icons that the manifest does not declare, once the user has agreed.
    package var allowsIconsAtRunTime = false
    /// The quota that the provider requests.
    package var quota = FontQuota()

    /// Creates a manifest.
    package init(id: ProviderIdentifier, name: String) {
        self.id = id
        self.name = name
    }
}

/// A font file that comes with a provider.
package struct FontAsset: Sendable, Equatable {
    /// When the file should be on the machine.
    package enum Policy: String, Sendable, Hashable, CaseIterable {
        /// From the start.
        case initial
        /// Soon, without a request.
        case prefetch
        /// When a process requests it.
        case onDemand = "on-demand"
    }

    /// When the font is registered.
    package enum Registration: String, Sendable, Hashable, CaseIterable {
        /// For every user as soon as the provider is installed, without any code of the provider.
        case onInstall = "on-install"
        /// When the provider registers it.
        case onRequest = "on-request"
    }

    /// The path below the provider's directory of assets.
    package var file: AssetPath
    /// The SHA-256 that the file must have.
    package var sha256: FontDigest
    /// The name to request the font by: the PostScript name of a single face, or the family of a collection or variable
    /// font.
    package var name: String?
    /// The groups that the font belongs to, in the provider's own words.
    package var tags: [String] = []
    /// When the file should be on the machine.
    package var policy = Policy.onDemand
    /// When the font is registered.
    package var registration = Registration.onRequest
    /// The address to fetch the file from if it is not on the machine; `nil` if the file is installed with the
    /// provider.
    package var address: String?
    /// The number of bytes of the file; `nil` if the manifest does not give it.
    package var size: Int?
    /// The name of the user's secret for the server; `nil` if the server does not require one.
    package var credential: String?

    /// Creates an asset.
    package init(file: AssetPath, sha256: FontDigest) {
        self.file = file
        self.sha256 = sha256
    }
}

/// A path below a provider's directory of assets, which cannot lead out of it.
package struct AssetPath: Sendable, Hashable, CustomStringConvertible {
    /// The path, with slashes.
    package let text: String

    /// The maximum number of bytes of a path.
    package static let maximumLength = 1024

    /// The requirements for a path, for people.
    package static let rule =
        "a path below the directory of assets, of at most \(maximumLength) bytes, without .., empty parts and controls"

    /// Checks a path; `nil` if it is absolute or has empty parts, `.`, `..`, or invisible characters.
    package init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.couldMislead)
        else { return nil }
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            // The maximum number of bytes of a file name in Linux's file systems.
            guard !["", ".", ".."].contains(part), part.utf8.count <= 255 else { return nil }
        }
        self.text = text
    }

    /// The components of the path.
    package var parts: [String] { text.split(separator: "/").map(String.init) }

    package var description: String { text }
}
