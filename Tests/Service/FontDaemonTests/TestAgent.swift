internal import BusInterface
internal import DBus
internal import FontDaemon
internal import Synchronization

/// A program that is asked in the user's place, and answers when the test says so.
final class TestAgent: ConsentAgent1Service {
    /// What it is asked.
    struct Question: Sendable {
        let id: String
        let request: [String: BusVariant]
        private let reply: Reply

        init(_ id: String, _ request: [String: BusVariant], _ continuation: Reply.Continuation) {
            (self.id, self.request, reply) = (id, request, Reply(continuation))
        }

        func answer(_ decision: String, to id: String? = nil) { reply.give(.success((id ?? self.id, decision))) }

        func fail() { reply.give(.failure(BusError.failed("The agent is broken."))) }

        func texts(_ key: String) throws -> [String]? { try request[key]?.converted(to: [String].self) }
    }

    /// What is owed to whoever asked.
    ///
    /// A question that nobody keeps any more will not be answered, and says so.
    final class Reply: Sendable {
        typealias Continuation = CheckedContinuation<(answered: String, decision: String), any Error>

        private let continuation: Mutex<Continuation?>

        init(_ continuation: Continuation) { self.continuation = Mutex(continuation) }

        deinit {
            continuation.withLock { $0 }?.resume(throwing: BusError.failed("The agent has forgotten the question."))
        }

        func give(_ result: Result<(answered: String, decision: String), any Error>) {
            guard let continuation = continuation.withLock({ $0.take() }) else {
                preconditionFailure("A question is answered once.")
            }
            continuation.resume(with: result)
        }
    }

    /// Picks a font.
    typealias Picking =
        @Sendable (_ question: String, _ request: [String: BusVariant]) async throws -> (
            answered: String, choice: [String: BusVariant]
        )

    let questions: AsyncStream<Question>
    let withdrawals: AsyncStream<String>
    private let noteQuestion: AsyncStream<Question>.Continuation
    private let noteWithdrawal: AsyncStream<String>.Continuation
    private let count = Mutex(0)

    private let picking: Picking

    init(
        picking: @escaping Picking = { _, _ in throw BusError.unknownMethod("This agent shows no fonts.") }
    ) {
        self.picking = picking
        (questions, noteQuestion) = AsyncStream.makeStream(of: Question.self)
        (withdrawals, noteWithdrawal) = AsyncStream.makeStream(of: String.self)
    }

    /// How often it was asked.
    var questionCount: Int { count.withLock { $0 } }

    /// Waits for a question.
    func nextQuestion() async throws -> Question {
        for await question in questions { return question }
        throw BusError.disconnected
    }

    /// Waits until a question is withdrawn.
    func nextWithdrawal() async throws -> String {
        for await question in withdrawals { return question }
        throw BusError.disconnected
    }

    /// Offers itself on a connection and registers with the daemon.
    @discardableResult
    static func register(
        _ agent: TestAgent = TestAgent(), on connection: BusConnection, at path: ObjectPath = "/agent"
    ) async throws -> TestAgent {
        await connection.export(
            ExportedObject(interfaces: [consentAgent1Interface(agent)], handlesConcurrently: true), at: path)
        try await Management1Client(connection).registerConsentAgent(agent: path, options: [:])
        return agent
    }

    func ask(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, decision: String) {
        count.withLock { $0 += 1 }
        return try await withCheckedThrowingContinuation {
            noteQuestion.yield(Question(question, request, $0))
        }
    }

    func pickFont(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, choice: [String: BusVariant]) {
        try await picking(question, request)
    }

    func withdraw(_ call: BusMethodCall, question: String) async throws { noteWithdrawal.yield(question) }
}
