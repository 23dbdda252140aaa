internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// Asks the user at the terminal, one question after the other.
actor TerminalAgent: ConsentAgent1Service {
    /// The object path of the agent on its connection.
    static let path: ObjectPath = "/org/typecase/consent"

    private struct Question {
        let id: String
        let request: [String: BusVariant]
        let continuation: CheckedContinuation<(answered: String, decision: String), Never>

        func answer(_ decision: String) { continuation.resume(returning: (id, decision)) }
    }

    private let output: CommandOutput
    private let asJSON: Bool
    /// The open questions; the first one is on the screen.
    private var questions: [Question] = []
    private let session: CommandSession
    private var hasEnded = false

    /// Creates an agent without questions.
    ///
    /// - Parameters:
    ///   - output: Where to ask.
    ///   - asJSON: Whether answers are written as JSON.
    ///   - session: The connection that the agent uses.
    init(output: CommandOutput, asJSON: Bool, over session: CommandSession) {
        self.session = session
        self.output = output
        self.asJSON = asJSON
    }

    /// Registers the agent with the service.
    nonisolated func register() async throws(BusError) {
        try await session.management.registerConsentAgent(agent: Self.path, options: [:])
    }

    nonisolated func pickFont(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, choice: [String: BusVariant]) {
        throw BusError.unknownMethod("A terminal shows no fonts to pick from.")
    }

    /// Handles a line that the user typed.
    ///
    /// - Returns: Whether it answered a question.
    func take(_ line: String) -> Bool {
        guard let question = questions.first else { return false }
        let decision =
            if TerminalAnswer.isYes(line.lowercased()) {
                "allow"
            } else if TerminalAnswer.isNo(line.lowercased()) {
                "deny"
            } else {
                "dismiss"
            }
        questions.removeFirst()
        question.answer(decision)
        if asJSON {
            let record = FontRecord(question.request)
            let rights: [String] = record.value("rights") ?? []
            output.line(
                JSONText.object([
                    ("provider", .string(record.text("provider"))), ("rights", .array(rights.map { .string($0) })),
                    ("decision", .string(decision)),
                ]).line)
        }
        show()
        return true
    }

    /// Dismisses all open and later questions.
    func end() {
        hasEnded = true
        for question in questions { question.answer("dismiss") }
        questions = []
    }

    // MARK: What the service calls

    func ask(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, decision: String) {
        try await check(call)
        return await withCheckedContinuation { continuation in
            let question = Question(id: question, request: request, continuation: continuation)
            guard !hasEnded else { return question.answer("dismiss") }
            questions.append(question)
            if questions.count == 1 { show() }
        }
    }

    func withdraw(_ call: BusMethodCall, question: String) async throws {
        try await check(call)
        guard let index = questions.firstIndex(where: { $0.id == question }) else { return }
        questions.remove(at: index).answer("dismiss")
        guard index == 0 else { return }
        output.writeError("\n" + localized("The question was withdrawn.") + "\n")
        show()
    }

    private nonisolated func check(_ call: BusMethodCall) async throws(BusError) {
        guard call.sender == (try await session.connection.owner(of: Management1Names.busName)) else {
            throw .accessDenied("Only the font service asks here.")
        }
    }

    // MARK: The screen

    private func show() {
        guard let question = questions.first else { return }
        output.writeError(Self.text(question.request))
    }

    /// The text of a request for the user; nothing in the request is trusted.
    static func text(_ request: [String: BusVariant]) -> String {
        let request = FontRecord(request)
        let provider = TerminalText.escaped(request.text("provider"))
        let name = TerminalText.escaped(request.text("display_name"))
        let rights = (request.value("rights") ?? [String]()).map { name in
            switch Right(rawValue: name) {
            case .installFonts: localized("install fonts, which all programs can then use")
            case .installUndeclaredFonts: localized("install fonts that its manifest does not declare")
            case .useInstalledFonts: localized("learn which fonts other programs have installed")
            case .requestFonts: localized("activate fonts of other providers for as long as it runs")
            case .setAlternateIcons: localized("change its icon")
            case .setUndeclaredIcons: localized("use an icon that did not come with it")
            case nil: localized("have the right %1", TerminalText.escaped(name))
            }
        }
        let who = name.isEmpty || name == provider ? provider : localized("%1, which calls itself %2,", provider, name)
        var text = localized("%1 asks to %2.", who, rights.joined(separator: localized(", and to "))) + "\n"
        let fonts = (request.value("fonts") ?? [String]()).map(TerminalText.escaped)
        if !fonts.isEmpty {
            let owners = (request.value("font_providers") ?? [String]()).map(TerminalText.escaped)
            text += localized("The fonts:") + "\n"
            for (index, font) in fonts.enumerated() {
                text += "  \(owners.indices.contains(index) ? localized("%1 of %2", font, owners[index]) : font)\n"
            }
            let more: UInt32 = request.value("more_fonts") ?? 0
            if more > 0 { text += "  and \(more) more\n" }
            let bytes: UInt64? = request.value("bytes")
            let unsized: UInt32 = request.value("unsized_fonts") ?? 0
            switch (bytes, unsized) {
            case (nil, _): break
            case (0?, 1...):
                text += localized("Their size is not known until they are downloaded.") + "\n"
            case (let bytes?, 0): text += localized("Their total size is %1 bytes.", bytes) + "\n"
            case (let bytes?, _):
                text +=
                    localized("Their total size is at least %1 bytes, not counting %2 of unknown size.", bytes, unsized)
                    + "\n"
            }
            let packages = (request.value("packages") ?? [String]()).map(TerminalText.escaped)
            if !packages.isEmpty {
                text +=
                    localized(
                        "These packages will be installed for all users and stay installed: %1.",
                        CountedText.list(packages)) + "\n"
            }
        }
        return text + localized("Allow it? [y/n, or Enter to decide later]") + " "
    }
}
