package import FontModel
package import InspectionProtocol
package import LinuxSystem

/// Validates fonts for callers without registering anything.
package struct ValidationService: Sendable {
    private let intake: FontIntake

    /// Creates the service.
    ///
    /// - Parameter intake: Copies and inspects fonts. It is the same as for registrations, so that both share its
    ///   budgets and no caller gets more by validating first.
    package init(intake: FontIntake) { self.intake = intake }

    /// Validates a font.
    ///
    /// - Parameters:
    ///   - font: A readable regular file; its bytes are copied.
    ///   - level: The strictness.
    ///   - provider: The provider whose share of the budget is used.
    /// - Returns: The verdict, which may be that the file is not a font.
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
