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
        private let continuation: CheckedContinuation<(answered: String, decision: String), any Error>

        init(
            _ id: String, _ request: [String: BusVariant],
            _ continuation: CheckedContinuation<(answered: String, decision: String), any Error>
        ) {
            (self.id, self.request, self.continuation) = (id, request, continuation)
        }

        func answer(_ decision: String, to id: String? = nil) {
            continuation.resume(returning: (id ?? self.id, decision))
        }

        func fail() { continuation.resume(throwing: BusError.failed("The agent is broken.")) }

        func texts(_ key: String) throws -> [String]? { try request[key]?.converted(to: [String].self) }
    }

    let questions: AsyncStream<Question>
    let withdrawals: AsyncStream<String>
    private let noteQuestion: AsyncStream<Question>.Continuation
    private let noteWithdrawal: AsyncStream<String>.Continuation
    private let count = Mutex(0)

    init() {
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
    static func register(on connection: BusConnection, at path: ObjectPath = "/agent") async throws -> TestAgent {
        let agent = TestAgent()
        await connection.export(
            ExportedObject(interfaces: [consentAgent1Interface(agent)], handlesConcurrently: true), at: path)
        try await Management1Client(connection).registerConsentAgent(agent: path, options: [:])
        return agent
    }

    var version: UInt32 { 1 }

    func ask(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, decision: String) {
        count.withLock { $0 += 1 }
        return try await withCheckedThrowingContinuation {
            noteQuestion.yield(Question(question, request, $0))
        }
    }

    func withdraw(_ call: BusMethodCall, question: String) async throws { noteWithdrawal.yield(question) }
}
