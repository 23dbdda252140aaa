package import FontModel

/// What is wanted of fonts that are to be registered, by whom, and with which permission.
package struct RegistrationRequest: Sendable {
    /// In whose name.
    package var requester: Requester
    /// Which fonts may be registered; of a batch asked for when it is committed.
    package var permission = InstallPermission.everything
    /// How long the registrations last.
    package var scope = RegistrationScope.persistent
    /// Whether programs find the fonts at once.
    package var isEnabled = true
    /// The provider's own mark, at most 1 KiB.
    package var userInfo: String?
    /// The provider's own name for the call or the batch: another one under it, with the same fonts in the same order, has
    /// no further effect.
    package var requestID: String?
    /// Files of the user, as paths without symbolic links, that the caller takes away after this: the names that they hold
    /// do not count as taken.
    package var replacedFiles: Set<String> = []
    /// Whether the fonts take the place of the requester's own of their names even where they are not newer.
    package var allowsDowngrade = false
    /// Whether the fonts take the place of none of them.
    package var keepsRegistered = false
    /// Which programs are to find the fonts; `nil` leaves what is registered as it is.
    package var visibility: FontVisibility?
    /// What the registrations last as long as, in place of the login session; `nil` for none.
    package var lease: String?

    /// Wants fonts registered for good, and found by programs at once.
    ///
    /// - Parameter requester: In whose name.
    package init(by requester: Requester) { self.requester = requester }
}
