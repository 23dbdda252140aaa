internal import BusInterface
internal import DynamicType

/// How large the desktop has text, for applications where no font service is installed.
enum DesktopTextSize {
    /// The category that the desktop's factor stands for, where no service is there who knows what the user has chosen.
    ///
    /// - Parameters:
    ///   - service: The way to the service, which did not answer.
    ///   - told: What one has told before, which the user has chosen and the desktop does not change.
    /// - Returns: The category; `nil` where a service is there that may yet answer, and where the desktop does not
    ///   tell.
    static func category(
        inPlaceOf service: ServiceConnection, whoHasTold told: ContentSizeCategory? = nil
    ) async -> ContentSizeCategory? {
        guard await !service.isServed() else { return nil }
        if let told { return told }
        guard let session = try? await service.session(),
            let factor = try? await SettingsPortal(session.connection).textScalingFactor()
        else { return nil }
        // 1 is what everybody has who has set none; every other factor is the user's choice.
        return factor == 1 ? .default : ContentSizeCategory(nearestTextScale: factor)
    }
}
