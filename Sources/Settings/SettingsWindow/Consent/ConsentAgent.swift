internal import Adwaita
internal import BusInterface
internal import DBus

/// Asks the user in dialogs what programs may do and which fonts they get, for the font service.
@MainLoop
final class ConsentAgent: ConsentAgent1Service {
    /// Where the agent is on its connection.
    static let path: ObjectPath = "/org/typecase/Settings"

    private struct Question {
        let id: String
        let dialog: any QuestionDialog
        /// Replies that the user closed the dialog.
        let dismiss: @MainLoop () -> Void
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

    nonisolated func pickFont(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, choice: [String: BusVariant]) {
        try await check(call)
        guard let face = await pick(question, PickRequest(Record(request))) else { return (question, [:]) }
        return (question, ["id": BusVariant(face.id), "face_index": BusVariant(UInt32(clamping: face.index))])
    }

    nonisolated func withdraw(_ call: BusMethodCall, question: String) async throws {
        try await check(call)
        await end(question)
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
            add(Question(id: id, dialog: dialog) { continuation.resume(returning: (id, "dismiss")) })
            dialog.present { [weak self] decision in
                self?.end(id) { continuation.resume(returning: (id, decision)) }
            }
        }
    }

    /// Has the user pick a font.
    ///
    /// - Returns: The font; `nil` where the user closed the dialog.
    private func pick(_ id: String, _ request: PickRequest) async -> FaceEntry? {
        await withCheckedContinuation { continuation in
            let dialog = PickDialog(request, model)
            add(Question(id: id, dialog: dialog) { continuation.resume(returning: nil) })
            dialog.present { [weak self] face in
                self?.end(id) { continuation.resume(returning: face) }
            }
        }
    }

    private func add(_ question: Question) {
        questions.append(question)
        onChange()
    }

    /// Ends a question that is open.
    ///
    /// - Parameters:
    ///   - id: The question.
    ///   - reply: Replies to it; `nil` where the user gave no answer.
    private func end(_ id: String, _ reply: (@MainLoop () -> Void)? = nil) {
        guard let index = questions.firstIndex(where: { $0.id == id }) else { return }
        let question = questions.remove(at: index)
        question.dialog.close()
        (reply ?? question.dismiss)()
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
    let unsizedFonts: Int
    let packages: [String]
    let place: QuestionPlace

    init(_ request: Record) {
        provider = request.id("provider")
        kind = request.id("kind")
        rights = request.texts("rights")
        fonts = request.texts("fonts")
        fontProviders = request.texts("font_providers")
        moreFonts = request.number("more_fonts")
        bytes = request.size("bytes")
        unsizedFonts = request.number("unsized_fonts")
        packages = request.texts("packages")
        place = QuestionPlace(request)
    }
}
