internal import Adwaita
internal import BusInterface
internal import DBus
internal import LinuxSystem

/// Asks the user for the font service, in dialogs, about the rights and fonts of programs.
@MainLoop
final class ConsentAgent: ConsentAgent1Service {
    /// The object path of the agent.
    static let path: ObjectPath = "/org/typecase/Settings"

    private struct Question {
        let key: Key
        let dialog: any QuestionDialog
        /// Reports that the user closed the dialog.
        let dismiss: @MainLoop () -> Void
        /// Waits until the asking service ends.
        let watch: Task<Void, Never>
    }

    /// Identifies a question, because a restarted service may use an id again.
    private struct Key: Sendable, Equatable {
        let id: String
        /// The connection of the asking service.
        let caller: String
    }

    private nonisolated let session: ServiceSession
    private let model: SettingsModel
    private var questions: [Question] = []
    /// Called when a question is added or ended.
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
        return await show(Key(id: question, caller: call.sender), ConsentRequest(Record(request)))
    }

    nonisolated func pickFont(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, choice: [String: BusVariant]) {
        try await check(call)
        let key = Key(id: question, caller: call.sender)
        guard let face = await pick(key, PickRequest(Record(request))) else { return (question, [:]) }
        return (question, ["id": BusVariant(face.id), "face_index": BusVariant(UInt32(clamping: face.index))])
    }

    nonisolated func withdraw(_ call: BusMethodCall, question: String) async throws {
        try await check(call)
        await end(Key(id: question, caller: call.sender))
    }

    private nonisolated func check(_ call: BusMethodCall) async throws(BusError) {
        let connection = session.connection
        guard call.sender == (try await connection.owner(of: Management1Names.busName)) else {
            throw .accessDenied("Only the font service asks here.")
        }
    }

    private func show(_ key: Key, _ request: ConsentRequest) async -> (answered: String, decision: String) {
        await withCheckedContinuation { continuation in
            let dialog = ConsentDialog(request, model)
            add(key, dialog) { continuation.resume(returning: (key.id, "dismiss")) }
            dialog.present { [weak self] decision in
                self?.end(key) { continuation.resume(returning: (key.id, decision)) }
            }
        }
    }

    /// Lets the user pick a font.
    ///
    /// - Returns: The font; `nil` if the user closed the dialog.
    private func pick(_ key: Key, _ request: PickRequest) async -> FaceEntry? {
        await withCheckedContinuation { continuation in
            let dialog = PickDialog(request, model)
            add(key, dialog) { continuation.resume(returning: nil) }
            dialog.present { [weak self] face in
                self?.end(key) { continuation.resume(returning: face) }
            }
        }
    }

    private func add(_ key: Key, _ dialog: any QuestionDialog, dismiss: @escaping @MainLoop () -> Void) {
        let watch = Task { [weak self, connection = session.connection] in
            do throws(BusError) {
                try await connection.waitUntilNameVanishes(key.caller)
            } catch {
                // If the end cannot be detected, the question stays; without the bus, the process exits.
                return
            }
            // No caller waits for the answer any more.
            if !Task.isCancelled { self?.end(key) }
        }
        questions.append(Question(key: key, dialog: dialog, dismiss: dismiss, watch: watch))
        onChange()
    }

    /// Ends an open question.
    ///
    /// - Parameters:
    ///   - key: The question.
    ///   - reply: Sends the reply; `nil` if the user gave no answer.
    private func end(_ key: Key, _ reply: (@MainLoop () -> Void)? = nil) {
        guard let index = questions.firstIndex(where: { $0.key == key }) else { return }
        let question = questions.remove(at: index)
        question.watch.cancel()
        question.dialog.close()
        (reply ?? question.dismiss)()
        onChange()
    }
}

/// The request of a program.
struct ConsentRequest: Sendable {
    let provider: String
    let kind: String
    let rights: [String]
    /// The exact names of the fonts.
    let fonts: [String]
    let fontProviders: [String]
    /// The sizes of the fonts; 0 for a font whose size is not known.
    let fontSizes: [UInt64]
    /// The bytes of fonts to install, by the positions of the fonts.
    let fontFiles: [UInt32: OwnedFileDescriptor]
    let moreFonts: Int
    let bytes: UInt64
    let unsizedFonts: Int
    let packages: [String]
    let place: QuestionPlace

    init(_ request: Record) {
        provider = request.id("provider")
        kind = request.id("kind")
        rights = request.ids("rights")
        fonts = request.ids("fonts")
        fontProviders = request.ids("font_providers")
        fontSizes = request.value("font_sizes") ?? []
        fontFiles = request.value("font_files") ?? [:]
        moreFonts = request.number("more_fonts")
        bytes = request.size("bytes")
        unsizedFonts = request.number("unsized_fonts")
        packages = request.texts("packages")
        place = QuestionPlace(request)
    }
}
