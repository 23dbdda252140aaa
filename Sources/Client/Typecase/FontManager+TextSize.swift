internal import BusInterface
internal import DBus
public import DynamicType

extension FontManager {
    // MARK: Text size

    /// How large the user wants text in this application: what they chose for it, else for all programs, else what the
    /// desktop makes of text, else large.
    ///
    /// Where no service can be had, it is what one has told this process last, as it is for fonts, else what the
    /// settings portal says of the desktop.
    ///
    /// - Returns: The category.
    /// - Throws: ``FontManagerError``: a service that is there does not answer; nobody can tell; a service that is
    ///   older than this library does not know of text sizes, or not of those of applications in sandboxes, and one
    ///   that is newer may have a category that this library has no name for; `CancellationError`.
    public func contentSizeCategory() async throws -> ContentSizeCategory {
        let name: String
        do {
            name = try await service.call { (session, _) throws(BusError) in try await session.textSizes.category() }
        } catch let error as FontManagerError where error.code == .serviceUnavailable {
            let last = textSizes.categoryOfService
            guard let category = await DesktopTextSize.category(inPlaceOf: service, whoHasTold: last) else {
                throw error
            }
            return category
        }
        guard let category = ContentSizeCategory(rawValue: name) else {
            throw FontManagerError(.unsupported, "'\(name)' is no content size category that this library knows.")
        }
        textSizes.categoryOfService = category
        return category
    }

    /// How large the user wants text in this application, now and whenever that changes.
    ///
    ///     for await category in FontManager.shared.contentSizeCategories() {
    ///         window.layOut(for: category)
    ///     }
    ///
    /// The first element comes at once; where nobody answers within a second it is the default, and what is answered
    /// comes when it is. Where no service is installed it is what the settings portal says of the desktop, and the
    /// default where nobody can tell; a service that comes later is heard, and what it told last stays when it leaves. A
    /// consumer that is busy gets the last one only.
    ///
    /// - Returns: The categories, for one consumer, until its task is cancelled.
    public func contentSizeCategories() -> AsyncStream<ContentSizeCategory> { textSizes.categories() }
}
