import FontModel
import LinuxSystem
import Logging
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(5))) struct `Consent` {
    private let scratch: ScratchDirectory
    private let rights: RightsService
    private let work = WorkInProgress()

    init() async throws {
        scratch = try ScratchDirectory(name: "consent")
        rights = RightsService(
            policyDirectories: [scratch["etc"]], registry: try Registry.open(at: scratch["registry.sqlite"]).0,
            threads: BlockingThreads(name: "test", maximumCount: 1), log: Logger(label: "test"))
        await rights.refresh()
    }

    private func caller(_ provider: String) throws -> CallerIdentity {
        CallerIdentity(
            kind: .flatpak, applicationID: provider, displayName: provider,
            provider: try #require(ProviderIdentifier(rawValue: provider)), processID: 1)
    }

    private func service(deadline: Duration = .seconds(600), _ user: User) -> ConsentService {
        ConsentService(rights: rights, work: work, deadline: deadline) { await user.ask($0) }
    }

    /// What somebody got who wanted rights: the code of an error, or nothing.
    private static func code(
        _ service: ConsentService, _ wanted: Set<Right>, _ caller: CallerIdentity, about fonts: [String] = []
    ) async -> FontError? {
        do throws(FontError) {
            let offers = fonts.compactMap { name in
                let bytes = Array(name.utf8) + Array(repeating: 0, count: 32 - name.utf8.count)
                return FontDigest(bytes: bytes).map { OfferedFont(digest: $0, name: name) }
            }
            try await service.obtain(wanted, of: caller, about: offers)
            return nil
        } catch {
            return error
        }
    }

    @Test func `asks one question for a hundred requests of one right, and remembers the answer`() async throws {
        let user = User()
        let service = service(user)
        let app = try caller("org.unheard.App")
        let errors = await withTaskGroup(of: FontError?.self) { group in
            for _ in 0..<100 {
                group.addTask { await Self.code(service, [.installFonts], app, about: ["Font"]) }
            }
            // All of them wait by then but those that came after the question, which the answer is for as well.
            let question = await user.nextQuestion()
            #expect(question.rights == [.installFonts, .installUndeclaredFonts])
            #expect(question.caller == app)
            #expect(question.fonts == ["Font"])
            await user.answer(.allow)
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.compactMap { $0 } == [])
        #expect(await user.questionCount == 1)
        #expect(rights.standing(.installFonts, of: app) == .granted)
        #expect(rights.standing(.useInstalledFonts, of: app) == .ask, "nobody asked for it")
        try await service.obtain([.installFonts], of: app)
        #expect(await user.questionCount == 1, "it is not asked again")
        #expect(await service.questionCount == 0)
    }

    @Test func `asks for the fonts that come meanwhile all at once`() async throws {
        let user = User()
        let service = service(user)
        let app = try caller("org.unheard.App")
        let errors = try await withThrowingTaskGroup(of: FontError?.self) { group in
            group.addTask { await Self.code(service, [.installFonts], app, about: ["First"]) }
            #expect(await user.nextQuestion().fonts == ["First"])
            for number in 0..<100 {
                group.addTask { await Self.code(service, [.installFonts], app, about: ["Font \(number)"]) }
            }
            // Nobody is told how many calls wait.
            try await eventually("all calls wait") { await service.waitingCount == 101 }
            await user.answer(.allow)
            let second = await user.nextQuestion()
            #expect(second.rights == [.installUndeclaredFonts])
            #expect(second.fonts.count == ConsentQuestion.maximumFonts)
            #expect(second.unnamedFonts == 100 - ConsentQuestion.maximumFonts)
            await user.answer(.deny)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.compactMap { $0 }.map(\.code) == Array(repeating: .cancelledByUser, count: 100))
        #expect(await user.questionCount == 2)
        #expect(rights.standing(.installFonts, of: app) == .granted)
    }

    @Test func `remembers a denial, and tells how it can be taken back`() async throws {
        let user = User()
        let service = service(user)
        let app = try caller("org.unheard.App")
        async let first = Self.code(service, [.installFonts], app)
        _ = await user.nextQuestion()
        await user.answer(.deny)
        #expect(await first?.code == .cancelledByUser)
        let second = await Self.code(service, [.installFonts], app)
        #expect(second?.code == .missingEntitlement)
        #expect(second?.message.contains("typecase grants set org.unheard.App install-fonts allow gives it") == true)
        #expect(await user.questionCount == 1)
    }

    @Test func `asks again after a question that was closed`() async throws {
        let user = User()
        let service = service(user)
        let app = try caller("org.unheard.App")
        for answer in [ConsentAnswer.dismiss, .allow] {
            async let result = Self.code(service, [.installFonts], app)
            _ = await user.nextQuestion()
            await user.answer(answer)
            #expect(await result?.code == (answer == .allow ? nil : .cancelledByUser))
        }
        #expect(await user.questionCount == 2)
    }

    @Test func `puts what is wanted meanwhile into the next question, together`() async throws {
        let user = User()
        let service = service(user)
        let app = try caller("org.unheard.App")
        let errors = await withTaskGroup(of: FontError?.self) { group in
            group.addTask { await Self.code(service, [.installFonts], app, about: ["One"]) }
            #expect(await user.nextQuestion().rights == [.installFonts, .installUndeclaredFonts])
            for _ in 0..<10 { group.addTask { await Self.code(service, [.useInstalledFonts], app) } }
            group.addTask { await Self.code(service, [.installFonts, .useInstalledFonts], app) }
            await user.answer(.allow)
            #expect(await user.nextQuestion().rights == [.useInstalledFonts], "the other one is given already")
            await user.answer(.allow)
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.compactMap { $0 } == [])
        #expect(await user.questionCount == 2)
    }

    @Test func `keeps nobody else waiting while a question is open`() async throws {
        let user = User()
        let service = service(user)
        let (slow, quick) = (try caller("org.unheard.Slow"), try caller("org.unheard.Quick"))
        async let waiting = Self.code(service, [.installFonts], slow)
        let question = await user.nextQuestion()
        async let other = Self.code(service, [.installFonts], quick)
        let second = await user.nextQuestion()
        #expect(second.caller == quick)
        await user.answer(.allow, to: second)
        #expect(await other == nil)
        #expect(rights.standing(.installFonts, of: slow) == .ask)
        #expect(work.kinds == [.consent])
        await user.answer(.deny, to: question)
        #expect(await waiting?.code == .cancelledByUser)
    }

    @Test func `ends after its time, names what is missing and how to give it`() async throws {
        let user = User()
        let service = service(deadline: .milliseconds(20), user)
        let error = await Self.code(service, [.installFonts], try caller("org.unheard.App"))
        #expect(error?.code == .missingEntitlement)
        #expect(error?.message.contains("did not answer within") == true)
        #expect(error?.message.contains("typecase grants set org.unheard.App install-fonts allow gives it") == true)
        #expect(await user.takenBack == 1, "whoever asks is told")
        #expect(await service.questionCount == 0)
    }

    @Test func `takes a question back once nobody waits for the answer`() async throws {
        let user = User()
        let service = service(user)
        let app = try caller("org.unheard.App")
        let tasks = (0..<3).map { _ in Task { await Self.code(service, [.installFonts], app) } }
        _ = await user.nextQuestion()
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.code == .cancelledByUser) }
        await user.waitUntilTakenBack(1)
        // And is there for the next one.
        async let result = Self.code(service, [.installFonts], app)
        _ = await user.nextQuestion()
        await user.answer(.allow)
        #expect(await result == nil)
    }

    @Test func `gives way to what is decided by other means meanwhile`() async throws {
        let user = User()
        let service = service(deadline: .seconds(600), user)
        let app = try caller("org.unheard.App")
        async let result = Self.code(service, [.installFonts], app)
        let question = await user.nextQuestion()
        try await rights.decisions.set(.installFonts, of: app.provider, isAllowed: true)
        await user.answer(.unanswered(reason: "Nobody is there."), to: question)
        #expect(await result == nil)
    }

    @Test func `breaks off what is open when the service ends, and asks no more`() async throws {
        let user = User()
        let service = service(user)
        let app = try caller("org.unheard.App")
        async let result = Self.code(service, [.installFonts], app)
        _ = await user.nextQuestion()
        await service.close()
        #expect(await result?.code == .busy)
        #expect(await Self.code(service, [.installFonts], app)?.code == .busy)
        #expect(rights.standing(.installFonts, of: app) == .ask)
        #expect(await user.questionCount == 1)
    }

    @Test func `shows no font that has changed since it was examined`() async throws {
        let (examined, changed) = (try SealedMemory(bytes: [1]), try SealedMemory(bytes: [2]))
        let same = await OfferedFontSample(of: examined.digest) { examined }.copy()
        #expect(same?.digest == examined.digest)
        let other = await OfferedFontSample(of: examined.digest) { changed }.copy()
        #expect(other == nil)
    }

    @Test func `asks about no more programs at a time than somebody answers`() async throws {
        let user = User()
        let service = service(user)
        let apps = try (0...ConsentService.maximumQuestions).map { try caller("org.unheard.App\($0)") }
        await withTaskGroup(of: FontError?.self) { group in
            for app in apps.dropLast() {
                group.addTask { await Self.code(service, [.installFonts], app) }
                _ = await user.nextQuestion()
            }
            #expect(await Self.code(service, [.installFonts], apps[ConsentService.maximumQuestions])?.code == .busy)
            await service.close()
        }
    }
}

/// Somebody who is asked, and answers when the test says so.
private actor User {
    private var open: [(question: ConsentQuestion, continuation: CheckedContinuation<ConsentAnswer, Never>)] = []
    private let questions: AsyncStream<ConsentQuestion>
    private let note: AsyncStream<ConsentQuestion>.Continuation
    private(set) var questionCount = 0
    private(set) var takenBack = 0

    private let withdrawals: AsyncStream<Int>
    private let noteWithdrawal: AsyncStream<Int>.Continuation

    init() {
        (questions, note) = AsyncStream.makeStream(of: ConsentQuestion.self)
        (withdrawals, noteWithdrawal) = AsyncStream.makeStream(of: Int.self)
    }

    func ask(_ question: ConsentQuestion) async -> ConsentAnswer {
        questionCount += 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                open.append((question, continuation))
                note.yield(question)
            }
        } onCancel: {
            Task { await self.takeBack(question) }
        }
    }

    func nextQuestion() async -> ConsentQuestion {
        for await question in questions { return question }
        fatalError("nobody asks any more")
    }

    /// Answers a question, or the one that has been open longest.
    func answer(_ answer: ConsentAnswer, to question: ConsentQuestion? = nil) {
        guard let index = open.firstIndex(where: { question == nil || $0.question == question }) else { return }
        open.remove(at: index).continuation.resume(returning: answer)
    }

    /// Waits until so many questions were taken back.
    func waitUntilTakenBack(_ count: Int) async {
        for await number in withdrawals where number >= count { return }
    }

    private func takeBack(_ question: ConsentQuestion) {
        guard let index = open.firstIndex(where: { $0.question == question }) else { return }
        takenBack += 1
        noteWithdrawal.yield(takenBack)
        open.remove(at: index).continuation.resume(returning: .unanswered(reason: ""))
    }
}
