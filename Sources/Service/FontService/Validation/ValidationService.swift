package import FontModel
package import InspectionProtocol
package import LinuxSystem

/// Examines fonts for callers that want to know, without registering anything.
package struct ValidationService: Sendable {
    private let intake: FontIntake

    /// Creates the service.
    ///
    /// - Parameter intake: Who copies and examines fonts: the same as for registrations, so that the two share its
    ///   budgets and nobody gets more by asking first.
    package init(intake: FontIntake) { self.intake = intake }

    /// Examines a font.
    ///
    /// - Parameters:
    ///   - font: A readable regular file; its bytes are copied.
    ///   - level: How strict to be.
    ///   - provider: Whose turn it uses up.
    /// - Returns: The verdict, which may be that the file is no font.
    /// - Throws: Why the file could not be examined: `InsufficientPermissions`, `Busy`, `RegistrationFailed`.
    package func validate(
        _ font: OwnedFileDescriptor, level: ValidationLevel, for provider: ProviderIdentifier
    ) async throws(FontError) -> FontVerdict {
        do throws(FontError) {
            return FontVerdict(try await intake.inspection(of: font, for: provider), level: level)
        } catch {
            guard let verdict = FontVerdict(error, level: level) else { throw error }
            return verdict
        }
    }
}
