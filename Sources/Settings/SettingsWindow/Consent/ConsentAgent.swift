internal import Adwaita
internal import BusInterface
internal import DBus

/// Asks the user in dialogs what programs may do, for the font service.
@MainLoop
final class ConsentAgent: ConsentAgent1Service {
    /// Where the agent is on its connection.
    static let path: ObjectPath = "/org/typecase/Settings"

    private struct Question {
        let id: String
        let dialog: ConsentDialog
        let continuation: CheckedContinuation<(answered: String, decision: String), Never>
    }

    private nonisolated let session: ServiceSession
    private let model: SettingsModel
    private var questions: [Question] = []
    /// Called whenever there is a question more, or one less.
    var onChange: @MainLoop () -> Void = {}

    init(_ model: SettingsModel) {
        self.model = model
        session = model.session
    }

    var hasQuestions: Bool { !questions.isEmpty }

    nonisolated var version: UInt32 { 1 }

    nonisolated func ask(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, decision: String) {
        try await check(call)
        return await show(question, ConsentRequest(Record(request)))
    }

    nonisolated func withdraw(_ call: BusMethodCall, question: String) async throws {
        try await check(call)
        await end(question, "dismiss")
    }

    private nonisolated func check(_ call: BusMethodCall) async throws(BusError) {
        let connection = session.connection
        guard call.sender == (try await connection.owner(of: Management1Names.busName)) else {
            throw .accessDenied("Only the font service asks here.")
        }
    }

    private func show(_ id: String, _ request: ConsentRequest) async -> (answered: String, decision: String) {
        await withCheckedContinuation { continuation in
            let dialog = ConsentDialog(request, model)
            questions.append(Question(id: id, dialog: dialog, continuation: continuation))
            onChange()
            dialog.present { [weak self] decision in self?.end(id, decision) }
        }
    }

    private func end(_ id: String, _ decision: String) {
        guard let index = questions.firstIndex(where: { $0.id == id }) else { return }
        let question = questions.remove(at: index)
        question.dialog.close()
        question.continuation.resume(returning: (id, decision))
        onChange()
    }
}

/// What a program asks for.
struct ConsentRequest: Sendable {
    let provider: String
    let kind: String
    let rights: [String]
    let fonts: [String]
    let fontProviders: [String]
    let moreFonts: Int
    let bytes: UInt64
    let parentWindow: String
    let activationToken: String

    init(_ request: Record) {
        provider = request.id("provider")
        kind = request.id("kind")
        rights = request.texts("rights")
        fonts = request.texts("fonts")
        fontProviders = request.texts("font_providers")
        moreFonts = request.number("more_fonts")
        bytes = request.size("bytes")
        parentWindow = request.id("parent_window")
        activationToken = request.id("activation_token")
    }
}
