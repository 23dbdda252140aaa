package import FontModel

/// One step of a commit.
///
/// A step that contradicts what is stored (an id that is taken, or is not there) fails, and its whole commit with it.
package enum RegistryMutation: Sendable, Equatable {
    /// Adds a provider, or brings its kind and name up to date.
    case upsertProvider(ProviderRecord)
    /// Forgets a provider, unless it has registrations; an unknown one does not matter.
    case deleteProviderIfUnused(ProviderIdentifier)
    /// Adds a content with its faces, at most ``FontModel/FontLimits/faces``.
    case insertContent(ContentRecord, faces: [FaceDescription])
    /// Says where a content lies now, and what `stat` tells of it there.
    case setPlace(FontDigest, ContentPlace, stamp: FileStamp?)
    /// Says what a content's file is or would be called.
    case setFileName(FontDigest, String)
    /// Says who judged a content last, and why it is out of use; `nil` where it is not.
    case setJudgement(FontDigest, judges: String, refusal: ContentRefusal?)
    /// Says which fonts nobody is to have by one list, in place of what it said before.
    case replaceDenials(source: String, [DenialRecord])
    /// Says what the user said of a right, in place of what they said before.
    case setGrant(GrantRecord)
    /// Forgets what the user said of a right; nothing happens where they said nothing.
    case deleteGrant(ProviderIdentifier, Right, font: FontDigest? = nil)
    /// Says how large the user wants text in a program or in all, in place of what they wanted before.
    case setTextSize(TextSizeRecord)
    /// Forgets how large the user wants text in a program, or in all; nothing happens where they said nothing.
    case deleteTextSize(ProviderIdentifier?)
    /// Says what `stat` tells of a content's file.
    case setStamp(FontDigest, FileStamp?)
    /// Removes a content that nobody registers any more, and its faces.
    case deleteContent(FontDigest)
    /// Adds a registration; its provider and content must be there.
    case insertRegistration(RegistrationRecord)
    /// Says which programs find the font of a registration.
    case setVisibility(FontIdentifier, FontVisibility)
    /// Shows a registration to consumers or hides it.
    case setEnabled(FontIdentifier, Bool, isDisabledByUser: Bool = false)
    /// Moves a registration to another scope.
    case setScope(FontIdentifier, RegistrationScope, sessionToken: String?)
    /// Gives a registration another mark of its provider's, at most 1 KiB, or takes it away.
    case setUserInfo(FontIdentifier, String?)
    /// Says why a registration is set aside, or that it is not any more.
    case setDeparture(FontIdentifier, Departure?)
    /// Says what shows that a provider is installed, in place of what was known; an unknown provider does not matter.
    case setInstallation(ProviderIdentifier, [InstallationEvidence])
    /// Keeps what was done about a manifest, in place of what was known.
    case setAssetManifest(AssetManifestRecord)
    /// Forgets a manifest; an unknown one does not matter.
    case deleteAssetManifest(ProviderIdentifier)
    /// Removes a registration, and leaves its content.
    case deleteRegistration(FontIdentifier)
    /// Enters a change into the change log, under the generation that this commit makes.
    case change(ChangeLogEntry.Kind, FontIdentifier, ProviderIdentifier, ChangeLogEntry.Cause, reason: String? = nil)
    /// Changes the user's groups of fonts.
    case collection(CollectionMutation)
    /// Notes which families of the system the user hides, in place of those before.
    case hiddenFamilies([String])
    /// Enters what an operation did into the history.
    case history(HistoryOperation, [HistoryItem])
    /// Keeps in mind that the user took fonts of a provider's out of use, by the keys of their PostScript names.
    case rememberDisabled(ProviderIdentifier, keys: [String])
    /// Forgets what ``rememberDisabled(_:keys:)`` said of some keys; unknown ones do not matter.
    case forgetDisabled(ProviderIdentifier, keys: [String])
    /// Keeps what became of a font of a call that has a name; see ``Registry/snapshot(of:)``.
    case recordRequest(RequestedFont)
    /// Says whether a late step of publishing is still to be done; see ``Registry/isPublicationPending()``.
    case setPublicationPending(Bool)
    /// Says where the published fonts were found; see ``Registry/publishedRoot()``.
    case setPublishedRoot(PublishedRoot)
    /// Says that a change of fonts is begun: from now on what the tree has and the registry does not may be of a change
    /// that was never acknowledged, and the registry stands for no lost one any more.
    case setBegun
}
