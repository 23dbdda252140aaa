internal import BusInterface
internal import DynamicType

/// The text size of the desktop, for applications on systems where no font service is installed.
enum DesktopTextSize {
    /// Returns the category for the desktop's text scaling factor, if no service is there that knows the user's choice.
    ///
    /// - Parameters:
    ///   - service: The connection to the service, which did not answer.
    ///   - told: The category that a service reported earlier. It is the user's choice, and the desktop does not change
    ///     it.
    /// - Returns: The category; `nil` if a service is there that may still answer, or if the desktop reports no factor.
    static func category(
        inPlaceOf service: ServiceConnection, whoHasTold told: ContentSizeCategory? = nil
    ) async -> ContentSizeCategory? {
        guard await !service.isServed() else { return nil }
        if let told { return told }
        guard let session = try? await service.session(),
            let factor = try? await SettingsPortal(session.connection).textScalingFactor()
        else { return nil }
        // The factor is 1 for every user who has not set one; any other factor is the user's choice.
        return factor == 1 ? .default : ContentSizeCategory(nearestTextScale: factor)
    }
}
