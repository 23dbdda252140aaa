package import FontModel
internal import LinuxSystem

/// Asks the user about rights that nothing else decides, and records the answer.
///
/// A program has one open question at a time. Other calls that need something for it in the meantime wait for the same
/// answer, or for the next question, which covers all of them together. While the user decides, only the waiting calls
/// are kept: no thread, and nothing of other programs. The bytes of fonts are copied when a question is asked, and the
/// object that asks it limits their memory.
package actor ConsentService {
    /// Asks one question; must return when its task is cancelled.
    package typealias Asking = @Sendable (ConsentQuestion) async -> ConsentAnswer

    /// How long a question is open: enough to read it and to think, but not until the next day.
    package static let usualDeadline = Duration.seconds(120)

    /// The most programs that can ask at one time, because nobody would answer more questions.
    package static let maximumQuestions = 16

    private let rights: RightsService
    private let work: WorkInProgress
    private let deadline: Duration
    private let onQuestionCount: @Sendable () -> Void
    private let ask: Asking
    private var inquiries: [ProviderIdentifier: Inquiry] = [:]
    private var lastNumber: UInt64 = 0
    private var isClosed = false

    /// The question and the waiting calls of one program.
    private struct Inquiry {
        var waiters: [Waiter] = []
        /// The question that is shown to the user.
        var asking: Task<ConsentAnswer, Never>?
        /// Why the question was cancelled; `nil` if it was not.
        var breakOff: BreakOff?

        enum BreakOff {
            /// No call waits for the answer any more.
            case withdrawn
            /// The user did not answer in time.
            case overdue
            /// The service is stopping.
            case ended
        }
    }

    /// A waiting call.
    private struct Waiter {
        let number: UInt64
        let caller: CallerIdentity
        let need: ConsentNeed
        let place: ConsentPlace
        let continuation: CheckedContinuation<Result<Void, FontError>, Never>
    }

    /// Creates a service that has asked nothing.
    ///
    /// - Parameters:
    ///   - rights: The service that has the existing decisions and records the user's answers.
    ///   - work: The record of activity, which includes open questions.
    ///   - deadline: How long a question is open.
    ///   - onQuestionCount: Called whenever the number of questions changes.
    ///   - ask: Asks the user.
    package init(
        rights: RightsService, work: WorkInProgress, deadline: Duration = ConsentService.usualDeadline,
        onQuestionCount: @escaping @Sendable () -> Void = {}, ask: @escaping Asking
    ) {
        self.rights = rights
        self.work = work
        self.deadline = deadline
        self.onQuestionCount = onQuestionCount
        self.ask = ask
    }

    /// The number of open questions.
    package var questionCount: Int { inquiries.count }

    /// The number of calls that wait for the user.
    var waitingCount: Int { inquiries.values.reduce(0) { $0 + $1.waiters.count } }

    /// Ensures that a caller has rights, and asks the user if nothing else decides.
    ///
    /// If the task is cancelled, the call stops waiting. The question is withdrawn if no other call waits for its
    /// answer.
    ///
    /// - Parameters:
    ///   - wanted: The rights.
    ///   - caller: The caller that needs them.
    ///   - fonts: The affected fonts, which are allowed or denied together with the rights unless something else
    ///     decides.
    ///   - names: Further names to show to the user, such as those of fonts that have not been examined yet.
    ///   - place: Where to ask.
    /// - Throws: `MissingEntitlement` if a right is denied, or if the user could not be asked or did not answer in
    ///   time; `CancelledByUser` if the user refused; `ExceededResourceLimit` if there are more fonts than a user is
    ///   asked about; or an error if the answer could not be recorded.
    package nonisolated func obtain(
        _ wanted: Set<Right>, of caller: CallerIdentity, about fonts: [OfferedFont] = [], named names: [String] = [],
        askingAt place: ConsentPlace = ConsentPlace()
    ) async throws(FontError) {
        let named = fonts.map { NamedFont($0) } + names.map { NamedFont(name: $0) }
        let need = ConsentNeed(rights: wanted, fonts: fonts, named: named)
        let missing = try rights.missing(need, of: caller)
        guard !missing.isEmpty else { return }
        try rights.decisions.checkRoom(for: missing, of: caller.provider)
        try await wait(for: missing, of: caller, at: place)
    }

    /// Asks the user whether a caller may have other providers' fonts made available, if nothing else decides.
    ///
    /// - Parameters:
    ///   - offers: The fonts.
    ///   - caller: The caller that wants to use them.
    ///   - place: Where to ask.
    /// - Throws: `MissingEntitlement` if the user could not be asked or did not answer in time; `CancelledByUser` if
    ///   the user refused; or an error if the answer could not be recorded. The rights service then has the decision
    ///   about each of the fonts.
    nonisolated func obtain(
        requested offers: [RequestedOffer], of caller: CallerIdentity, askingAt place: ConsentPlace
    ) async throws(FontError) {
        let missing = try rights.missing(ConsentNeed(requests: offers), of: caller)
        guard !missing.isEmpty else { return }
        try await wait(for: missing, of: caller, at: place)
    }

    /// Cancels all questions, and asks no more.
    package func close() {
        isClosed = true
        for (provider, inquiry) in inquiries {
            guard let asking = inquiry.asking else { continue }
            breakOff(asking, of: provider, .ended)
        }
    }

    private static let endedError = FontError(.busy, "The font service stopped in the meantime. Try again.")

    // MARK: Waiting

    private func wait(
        for need: ConsentNeed, of caller: CallerIdentity, at place: ConsentPlace
    ) async throws(FontError) {
        guard !isClosed else { throw Self.endedError }
        guard inquiries[caller.provider] != nil || inquiries.count < Self.maximumQuestions else {
            throw FontError(.busy, "The user is already being asked about too many programs. Try again later.")
        }
        lastNumber += 1
        let number = lastNumber
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(
                    number: number, caller: caller, need: need, place: place, continuation: continuation)
                enter(waiter)
            }
        } onCancel: {
            // This runs after the call has entered the queue, which is part of the current turn of the actor.
            Task { await self.leave(number, caller.provider) }
        }
        try result.get()
    }

    private func enter(_ waiter: Waiter) {
        let provider = waiter.caller.provider
        let isFirst = inquiries[provider] == nil
        inquiries[provider, default: Inquiry()].waiters.append(waiter)
        guard isFirst else { return }
        work.begin(.consent)
        onQuestionCount()
        Task {
            await pursue(provider)
            work.end(.consent)
        }
    }

    private func leave(_ number: UInt64, _ provider: ProviderIdentifier) {
        guard let position = inquiries[provider]?.waiters.firstIndex(where: { $0.number == number }),
            let waiter = inquiries[provider]?.waiters.remove(at: position)
        else { return }
        waiter.continuation.resume(returning: .failure(FontError(.cancelledByUser, "The request was cancelled.")))
        if let inquiry = inquiries[provider], inquiry.waiters.isEmpty, let asking = inquiry.asking {
            breakOff(asking, of: provider, .withdrawn)
        }
    }

    // MARK: Asking

    /// Asks until no call of a program needs an answer.
    private func pursue(_ provider: ProviderIdentifier) async {
        while let (question, need) = nextQuestion(of: provider) {
            guard let answer = await put(question, of: provider) else { continue }
            await settle(answer, need, of: provider)
        }
        inquiries[provider] = nil
        onQuestionCount()
    }

    /// Resumes the calls that are already decided, and returns the remaining question; `nil` if there is none.
    private func nextQuestion(of provider: ProviderIdentifier) -> (ConsentQuestion, ConsentNeed)? {
        var need = ConsentNeed()
        var last: Waiter?
        resumeWaiters(of: provider) { waiter in
            do throws(FontError) {
                let missing = try rights.missing(waiter.need, of: waiter.caller)
                if missing.isEmpty { return .success(()) }
                need.formUnion(missing)
                last = waiter
                return nil
            } catch {
                return .failure(error)
            }
        }
        guard let last else { return nil }
        // If the question is not about fonts in general, it names the undeclared fonts.
        let own = need.rights.isEmpty ? need.fonts.map { NamedFont($0) } : need.named
        let fonts = need.requests.map { NamedFont($0) } + own
        let shown = fonts.prefix(ConsentQuestion.maximumFonts)
        var question = ConsentQuestion(
            id: FontIdentifier.random().rawValue, caller: last.caller, rights: need.allRights,
            fonts: shown.map(\.name), unnamedFonts: fonts.count - shown.count, place: last.place)
        question.sizes = shown.map(\.size)
        for (index, font) in shown.enumerated() { question.previews[index] = font.preview }
        if !need.requests.isEmpty {
            // The caller's own fonts come after those of other providers.
            let owners = need.requests.map(\.provider.rawValue) + own.map { _ in last.caller.provider.rawValue }
            question.providers = Array(owners.prefix(ConsentQuestion.maximumFonts))
            question.byteCount = need.requests.reduce(0) { $0 + $1.size }
            question.unsizedFonts = need.requests.count { !$0.isSizeKnown }
            var packages: Set<String> = []
            question.packages = need.requests.flatMap(\.packages).filter { packages.insert($0).inserted }
        }
        return (question, need)
    }

    /// Asks the user a question.
    ///
    /// - Returns: The answer; `nil` if the question was withdrawn.
    private func put(_ question: ConsentQuestion, of provider: ProviderIdentifier) async -> ConsentAnswer? {
        let asking = Task { [ask] in await ask(question) }
        inquiries[provider]?.asking = asking
        inquiries[provider]?.breakOff = nil
        let alarm = AlarmClock.shared.add(after: deadline) {
            Task { await self.breakOff(asking, of: provider, .overdue) }
        }
        let answer = await asking.value
        AlarmClock.shared.cancel(alarm)
        inquiries[provider]?.asking = nil
        switch inquiries[provider]?.breakOff {
        case .withdrawn: return nil
        case .overdue:
            let seconds = deadline.components.seconds
            return .unanswered(reason: "The user was asked, and did not answer within \(seconds) seconds.")
        case .ended, nil: return answer
        }
    }

    private func breakOff(
        _ asking: Task<ConsentAnswer, Never>, of provider: ProviderIdentifier, _ reason: Inquiry.BreakOff
    ) {
        guard inquiries[provider]?.asking == asking else { return }
        inquiries[provider]?.breakOff = reason
        asking.cancel()
    }

    private func settle(_ answer: ConsentAnswer, _ asked: ConsentNeed, of provider: ProviderIdentifier) async {
        guard !isClosed else { return resumeWaiters(of: provider) { _ in .failure(Self.endedError) } }
        switch answer {
        case .allow, .deny:
            do throws(FontError) {
                try await rights.decisions.record(asked, of: provider, isAllowed: answer == .allow)
            } catch {
                return resumeWaiters(of: provider) { _ in .failure(error) }
            }
            guard answer == .deny else { return }
            resumeWaiters(of: provider) { waiter in
                guard waiter.need.intersects(asked), let right = waiter.need.allRights.first else { return nil }
                let remedy = RightsService.remedy(right, of: provider)
                return .failure(FontError(.cancelledByUser, "The user denied \(provider) \(right.rawValue); \(remedy)"))
            }
        case .dismiss:
            resumeWaiters(of: provider) { waiter in
                let names = waiter.need.allRights.map(\.rawValue).joined(separator: " and ")
                return .failure(
                    FontError(
                        .cancelledByUser,
                        "The user closed the dialog that asked whether \(provider) may have \(names)."))
            }
        case .unanswered(let reason):
            resumeWaiters(of: provider) { waiter in
                do throws(FontError) {
                    // The user may have answered, or the right may have been decided in another way in the meantime.
                    let missing = try rights.missing(waiter.need, of: waiter.caller)
                    guard let right = missing.allRights.first else { return .success(()) }
                    let remedy = RightsService.remedy(right, of: provider)
                    return .failure(RightsService.missing(right, of: provider, because: "\(reason) \(remedy)"))
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// Resumes the waiting calls for which there is a result.
    private func resumeWaiters(
        of provider: ProviderIdentifier, _ result: (Waiter) -> Result<Void, FontError>?
    ) {
        guard let waiters = inquiries[provider]?.waiters else { return }
        var remaining: [Waiter] = []
        for waiter in waiters {
            if let result = result(waiter) {
                waiter.continuation.resume(returning: result)
            } else {
                remaining.append(waiter)
            }
        }
        inquiries[provider]?.waiters = remaining
    }
}
