package import FontModel

/// A request to register fonts, with its requester and permission.
package struct RegistrationRequest: Sendable {
    /// The requester on whose behalf the fonts are registered.
    package var requester: Requester
    /// The permission that determines which fonts may be registered; for a batch, it is checked at the commit.
    package var permission = InstallPermission.everything
    /// The lifetime of the registrations.
    package var scope = RegistrationScope.persistent
    /// Whether programs find the fonts immediately.
    package var isEnabled = true
    /// The provider's own mark, at most 1 KiB.
    package var userInfo: String?
    /// The provider's own name for the call or the batch.
    ///
    /// Another call with this name, with the same fonts in the same order, has no further effect.
    package var requestID: String?
    /// Files of the user, as paths without symbolic links, that the caller removes afterwards.
    ///
    /// The names in these files do not count as taken.
    package var replacedFiles: Set<String> = []
    /// Whether the fonts replace the requester's own fonts of the same names even if they are not newer.
    package var allowsDowngrade = false
    /// Whether the fonts replace none of the requester's own fonts.
    package var keepsRegistered = false
    /// The programs that are to find the fonts; `nil` leaves existing registrations unchanged.
    package var visibility: FontVisibility?
    /// The token of the lease that determines the lifetime of the registrations instead of the login session; `nil` for
    /// none.
    package var lease: String?

    /// Creates a request for persistent registrations that programs find immediately.
    ///
    /// - Parameter requester: The requester on whose behalf the fonts are registered.
    package init(by requester: Requester) { self.requester = requester }
}
