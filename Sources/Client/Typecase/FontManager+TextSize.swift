internal import BusInterface
internal import DBus
public import DynamicType

extension FontManager {
    // MARK: Text size

    /// The text size that the user wants in this application.
    ///
    /// It is the size that the user chose for this application; otherwise, the size chosen for all programs; otherwise,
    /// the size derived from the desktop's text scaling; otherwise, large.
    ///
    /// If no service is available, the method returns the size that a service last reported to this process, as for
    /// fonts; otherwise, the size that the settings portal reports for the desktop.
    ///
    /// - Returns: The category.
    /// - Throws: ``FontManagerError`` if a running service does not answer; if neither the service nor the desktop
    ///   reports a size; if the service is older than this library and does not support text sizes, or does not support
    ///   them for sandboxed applications; or if the service is newer and reports a category that this library does not
    ///   know; `CancellationError`.
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

    /// Observes the text size that the user wants in this application: the current size and every change.
    ///
    ///     for await category in FontManager.shared.contentSizeCategories() {
    ///         window.layOut(for: category)
    ///     }
    ///
    /// The first element arrives as soon as the size is known, after a second at the latest. If there is no answer by
    /// then, the first element is the default, and the answer follows when it arrives. If no service is installed, the
    /// element is the size that the settings portal reports for the desktop, or the default if there is no such report.
    /// If a service starts later, the sequence includes its reports. If the service ends, the size that it reported
    /// last remains. A busy consumer receives only the latest element.
    ///
    /// - Returns: The categories, for one consumer, until its task is cancelled.
    public func contentSizeCategories() -> AsyncStream<ContentSizeCategory> { textSizes.categories() }
}
