package import FontModel

/// One step of a commit.
///
/// If a step contradicts the stored data (for example, if an id is already in use or does not exist), it fails together
/// with its whole commit.
package enum RegistryMutation: Sendable, Equatable {
    /// Adds a provider, or updates its kind and name.
    case upsertProvider(ProviderRecord)
    /// Deletes a provider, unless it has registrations; an unknown provider is ignored.
    case deleteProviderIfUnused(ProviderIdentifier)
    /// Adds a content with its faces, at most ``FontModel/FontLimits/faces``.
    case insertContent(ContentRecord, faces: [FaceDescription])
    /// Sets the location of a content, and the stamp of its file from `stat` there.
    case setPlace(FontDigest, ContentPlace, stamp: FileStamp?)
    /// Sets the name that a content's file has or would have.
    case setFileName(FontDigest, String)
    /// Sets the validators that last examined a content, and why it is out of use; `nil` if it is in use.
    case setJudgement(FontDigest, judges: String, refusal: ContentRefusal?)
    /// Replaces the denied fonts of one list.
    case replaceDenials(source: String, [DenialRecord])
    /// Stores the user's decision on a right, and replaces an earlier one.
    case setGrant(GrantRecord)
    /// Deletes the user's decision on a right; does nothing if there is none.
    case deleteGrant(ProviderIdentifier, Right, font: FontDigest? = nil)
    /// Stores the text size that the user wants in one program or in all, and replaces an earlier one.
    case setTextSize(TextSizeRecord)
    /// Deletes the text size for one program or for all; does nothing if there is none.
    case deleteTextSize(ProviderIdentifier?)
    /// Sets the stamp of a content's file from `stat`.
    case setStamp(FontDigest, FileStamp?)
    /// Removes a content that no longer has a registration, and its faces.
    case deleteContent(FontDigest)
    /// Adds a registration; its provider and content must exist.
    case insertRegistration(RegistrationRecord)
    /// Sets which programs can find the font of a registration.
    case setVisibility(FontIdentifier, FontVisibility)
    /// Enables or disables a registration.
    case setEnabled(FontIdentifier, Bool, isDisabledByUser: Bool = false)
    /// Moves a registration to another scope.
    case setScope(FontIdentifier, RegistrationScope, sessionToken: String?)
    /// Sets the provider's own mark of a registration, at most 1 KiB, or deletes it.
    case setUserInfo(FontIdentifier, String?)
    /// Sets why a registration is set aside; `nil` if it is not.
    case setDeparture(FontIdentifier, Departure?)
    /// Replaces the evidence that a provider is installed; an unknown provider is ignored.
    case setInstallation(ProviderIdentifier, [InstallationEvidence])
    /// Stores the result of processing a manifest, and replaces an earlier one.
    case setAssetManifest(AssetManifestRecord)
    /// Deletes the result of processing a manifest; an unknown manifest is ignored.
    case deleteAssetManifest(ProviderIdentifier)
    /// Stores whether the manifest of a provider grants a right, and replaces an earlier record.
    case setManifestRight(ManifestRightRecord)
    /// Records that the user has acknowledged that a manifest changed a right; an unknown change is ignored.
    case acknowledgeManifestRight(ProviderIdentifier, Right)
    /// Deletes the rights that the manifest of a provider grants; an unknown provider is ignored.
    case deleteManifestRights(ProviderIdentifier)
    /// Removes a registration, but keeps its content.
    case deleteRegistration(FontIdentifier)
    /// Adds a change to the change log, under the generation that this commit creates.
    case change(ChangeLogEntry.Kind, FontIdentifier, ProviderIdentifier, ChangeLogEntry.Cause, reason: String? = nil)
    /// Changes the user's collections of fonts.
    case collection(CollectionMutation)
    /// Replaces the families of the system that the user hides.
    case hiddenFamilies([String])
    /// Adds the effects of an operation to the history.
    case history(HistoryOperation, [HistoryItem])
    /// Stores that the user disabled fonts of a provider, by the keys of their PostScript names.
    case rememberDisabled(ProviderIdentifier, keys: [String])
    /// Deletes keys that ``rememberDisabled(_:keys:)`` stored; unknown keys are ignored.
    case forgetDisabled(ProviderIdentifier, keys: [String])
    /// Stores the result for a font of a named call; see ``Registry/snapshot(of:)``.
    case recordRequest(RequestedFont)
    /// Sets whether a late step of publishing remains to be done; see ``Registry/isPublicationPending()``.
    case setPublicationPending(Bool)
    /// Sets the directory where the published fonts were found; see ``Registry/publishedRoot()``.
    case setPublishedRoot(PublishedRoot)
    /// Records that a change of fonts has begun.
    ///
    /// From then on, fonts in the tree that the registry does not know may come from a change that was never
    /// acknowledged. The registry no longer counts as a replacement for a lost one.
    case setBegun
}
