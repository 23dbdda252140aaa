package import FontModel
internal import Synchronization

/// A question that asks the user to pick a font for a program.
package struct PickQuestion: Sendable, Equatable {
    /// The identifier of the question, which cannot be guessed.
    package var id: String
    /// The program that gets the font.
    package var caller: CallerIdentity
    /// The place where the question is shown.
    package var place: ConsentPlace
}

/// A font that the user picked.
package struct PickedFont: Sendable, Equatable {
    /// The identifier of a registration or of a face of the system.
    package var id: FontIdentifier
    /// The face within its file; `nil` for the first.
    package var index: Int?

    /// Creates a picked font.
    package init(_ id: FontIdentifier, index: Int? = nil) {
        self.id = id
        self.index = index
    }
}

/// The result of a dialog in which the user picks a font.
package enum PickAnswer: Sendable, Equatable {
    /// The user picked this font.
    case font(PickedFont)
    /// The user closed the dialog.
    case dismiss
    /// No program could show a dialog.
    case unanswered
}

/// Lets the user pick fonts for programs, with one dialog per program at a time.
///
/// A picked font needs no other permission: the user gives it by picking, and it is one font.
package final class FontPicker: Sendable {
    /// Shows a dialog; the task is cancelled if the caller no longer waits for it.
    package typealias Asking = @Sendable (PickQuestion) async -> PickAnswer

    /// The maximum number of dialogs that are open at one time, more than any user looks at.
    package static let maximumDialogs = 8

    private let ask: Asking
    private let work: WorkInProgress
    private let askers = Mutex<Set<ProviderIdentifier>>([])

    /// Creates a picker without a dialog.
    ///
    /// - Parameters:
    ///   - work: Records open dialogs as activity.
    ///   - ask: Shows dialogs.
    package init(work: WorkInProgress, ask: @escaping Asking) {
        self.work = work
        self.ask = ask
    }

    /// Lets the user pick a font.
    ///
    /// - Parameters:
    ///   - caller: The program that gets the font.
    ///   - place: The place where the dialog is shown.
    /// - Returns: The font, as reported by the dialog.
    /// - Throws: `CancelledByUser` if the user closed the dialog or the task was cancelled, `MissingEntitlement` if no
    ///   program could show a dialog, `Busy` if the program already has one open or too many are open.
    package func pick(for caller: CallerIdentity, at place: ConsentPlace) async throws(FontError) -> PickedFont {
        let provider = caller.provider
        try askers.withLock { askers throws(FontError) in
            guard !askers.contains(provider) else {
                throw FontError(
                    .busy,
                    "The user is already choosing a font for \(provider). Wait until the dialog is closed.")
            }
            guard askers.count < Self.maximumDialogs else {
                throw FontError(.busy, "The user is already picking fonts for too many programs. Try again later.")
            }
            askers.insert(provider)
        }
        work.begin(.consent)
        defer {
            askers.withLock { _ = $0.remove(provider) }
            work.end(.consent)
        }
        switch await ask(PickQuestion(id: FontIdentifier.random().rawValue, caller: caller, place: place)) {
        case .font(let font): return font
        case .dismiss: throw FontError(.cancelledByUser, "The user closed the dialog without picking a font.")
        case .unanswered:
            guard !Task.isCancelled else { throw FontError(.cancelledByUser, "The request was cancelled.") }
            throw FontError(
                .missingEntitlement,
                "There is no program in which the user can pick a font. Install the package typecase-settings.")
        }
    }
}
