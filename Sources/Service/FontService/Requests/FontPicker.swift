package import FontModel
internal import Synchronization

/// Asks the user to pick a font for a program.
package struct PickQuestion: Sendable, Equatable {
    /// Names the question; nobody can guess it.
    package var id: String
    /// The program that gets the font.
    package var caller: CallerIdentity
    /// Where it is asked.
    package var place: ConsentPlace
}

/// A font that the user picked.
package struct PickedFont: Sendable, Equatable {
    /// A registration, or a face of the system.
    package var id: FontIdentifier
    /// The face within its file; `nil` for the first.
    package var index: Int?

    /// Describes a font.
    package init(_ id: FontIdentifier, index: Int? = nil) {
        self.id = id
        self.index = index
    }
}

/// What became of a dialog in which the user picks a font.
package enum PickAnswer: Sendable, Equatable {
    /// The user picked this font.
    case font(PickedFont)
    /// The user closed the dialog.
    case dismiss
    /// Nobody could show a dialog.
    case unanswered
}

/// Has the user pick fonts for programs, one dialog for each program at a time.
///
/// What the user picks needs no other permission: it is the user who gives it, and it is one font.
package final class FontPicker: Sendable {
    /// Shows a dialog; cancelled where nobody waits for it any more.
    package typealias Asking = @Sendable (PickQuestion) async -> PickAnswer

    /// The most dialogs that are open at one time, which is more than anybody looks at.
    package static let maximumDialogs = 8

    private let ask: Asking
    private let work: WorkInProgress
    private let askers = Mutex<Set<ProviderIdentifier>>([])

    /// Creates a picker without a dialog.
    ///
    /// - Parameters:
    ///   - work: Where open dialogs are noted.
    ///   - ask: Who shows dialogs.
    package init(work: WorkInProgress, ask: @escaping Asking) {
        self.work = work
        self.ask = ask
    }

    /// Has the user pick a font.
    ///
    /// - Parameters:
    ///   - caller: Who is to get it.
    ///   - place: Where to show the dialog.
    /// - Returns: The font, as the dialog tells it.
    /// - Throws: `CancelledByUser` where the user closed the dialog or the task was cancelled, `MissingEntitlement` where
    ///   nobody could show one, `Busy` where the program has one open or there are too many.
    package func pick(for caller: CallerIdentity, at place: ConsentPlace) async throws(FontError) -> PickedFont {
        let provider = caller.provider
        try askers.withLock { askers throws(FontError) in
            guard !askers.contains(provider) else {
                throw FontError(.busy, "The user is picking a font for \(provider) already. Wait until that has ended.")
            }
            guard askers.count < Self.maximumDialogs else {
                throw FontError(.busy, "The user is picking fonts for many programs already. Try again later.")
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
            guard !Task.isCancelled else { throw FontError(.cancelledByUser, "The request was given up.") }
            throw FontError(
                .missingEntitlement,
                "No program is there in which the user could pick a font. Install the package typecase-settings.")
        }
    }
}
