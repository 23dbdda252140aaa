internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import FontService
internal import Logging

/// The programs that can ask the user, and the desktop's own dialog after them.
///
/// It lives on the loop of the bus.
actor ConsentAgents {
    /// The most agents that are registered at one time.
    static let maximumAgents = 16

    /// How long an agent that is told something has to take note.
    private static let noticeTime = Duration.seconds(5)

    /// Longer than any question is open: who asks breaks the call off.
    private static let callTime = Duration.seconds(24 * 60 * 60)

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let dialog: PortalDialog
    private let work: WorkInProgress
    private let log: Logger
    private let onCount: @Sendable () -> Void
    /// The agents, the one that was registered last at the end.
    private var agents: [Agent] = []

    private struct Agent: Equatable {
        let owner: String
        let path: ObjectPath

        /// The settings window, which the bus starts for its name.
        static let settings = Agent(owner: "org.typecase.Settings", path: "/org/typecase/Settings")
    }

    /// Starts without an agent.
    ///
    /// - Parameters:
    ///   - connection: Where agents are called from.
    ///   - dialog: The desktop's own dialog.
    ///   - work: Where it is noted that somebody is there to ask.
    ///   - log: Where failures of agents are reported.
    ///   - onCount: Called whenever there are more agents, or fewer.
    init(
        on connection: BusConnection, dialog: PortalDialog, work: WorkInProgress, log: Logger,
        onCount: @escaping @Sendable () -> Void
    ) {
        loop = connection.loop
        self.connection = connection
        self.dialog = dialog
        self.work = work
        self.log = log
        self.onCount = onCount
    }

    /// How many agents there are.
    var count: Int { agents.count }

    /// Takes an agent, which is asked before all others from now on.
    ///
    /// - Parameters:
    ///   - path: Its object.
    ///   - owner: The unique name of its connection.
    ///   - callers: Who knows when it leaves the bus.
    /// - Throws: `ExceededResourceLimit` where there are too many.
    func register(_ path: ObjectPath, of owner: String, knownTo callers: CallerDirectory) async throws(BusError) {
        remove { $0 == Agent(owner: owner, path: path) }
        guard agents.count < Self.maximumAgents else {
            throw BusError(
                FontError(.exceededResourceLimit, "\(Self.maximumAgents) agents ask the user already. End one first."))
        }
        let isFirstOfOwner = !agents.contains { $0.owner == owner }
        agents.append(Agent(owner: owner, path: path))
        work.begin(.consent)
        onCount()
        // Not once more for each object: what is to be done when a caller leaves is never forgotten before.
        guard isFirstOfOwner else { return }
        if await !callers.whenGone(owner, { await self.removeAll(of: owner) }) { removeAll(of: owner) }
    }

    /// Forgets an agent.
    func unregister(_ path: ObjectPath, of owner: String) { remove { $0 == Agent(owner: owner, path: path) } }

    private func removeAll(of owner: String) { remove { $0.owner == owner } }

    private func remove(where isMeant: (Agent) -> Bool) {
        let count = agents.count
        agents.removeAll(where: isMeant)
        for _ in agents.count..<count { work.end(.consent) }
        if agents.count < count { onCount() }
    }

    /// Forgets all agents, as when the service ends.
    func removeAll() { remove { _ in true } }

    // MARK: Asking

    /// Asks the user by the agent that was registered last, by those before it where it fails, then by the settings
    /// window, and at last by the desktop's dialog.
    func ask(_ question: ConsentQuestion) async -> ConsentAnswer {
        let (answer, hasAsked) = await firstAnswer { await self.ask(question, $0) }
        if let answer { return answer }
        if !Task.isCancelled, let answer = await dialog.ask(question) { return answer }
        return .unanswered(
            reason: hasAsked
                ? "Whoever should have asked the user gave no answer that counts."
                : "Nobody is there who could ask the user, as typecase consent does.")
    }

    /// Has the user pick a font by the agent that was registered last, by those before it where it fails, then by the
    /// settings window.
    func pick(_ question: PickQuestion) async -> PickAnswer {
        await firstAnswer { await self.pick(question, $0) }.answer ?? .unanswered
    }

    /// The first answer that one of the agents or the settings window gives.
    ///
    /// - Parameter ask: Asks one of them; `nil` where it is of no use.
    /// - Returns: The answer, and whether anybody was asked.
    private func firstAnswer<Answer: Sendable>(
        _ ask: (Agent) async -> Answer?
    ) async -> (answer: Answer?, hasAsked: Bool) {
        var asked: [Agent] = []
        // Each of them once, those that come meanwhile included.
        while !Task.isCancelled, let agent = agents.last(where: { !asked.contains($0) }) {
            asked.append(agent)
            if let answer = await ask(agent) { return (answer, true) }
        }
        if !Task.isCancelled, await isSettingsWindowInstalled {
            asked.append(.settings)
            if let answer = await ask(.settings) { return (answer, true) }
        }
        return (nil, !asked.isEmpty)
    }

    /// Whether the bus would start the settings window, or has it.
    private var isSettingsWindowInstalled: Bool {
        get async {
            (try? await connection.isAvailable(Agent.settings.owner)) ?? false
        }
    }

    /// Asks by one agent; `nil` where it is of no use.
    private func ask(_ question: ConsentQuestion, _ agent: Agent) async -> ConsentAnswer? {
        let client = ConsentAgent1Client(connection, busName: agent.owner, path: agent.path)
        do throws(BusError) {
            let reply = try await client.ask(
                question: question.id, request: Self.request(question), timeout: Self.callTime)
            guard reply.answered == question.id else {
                return reject(agent, "It answered another question than it was asked.")
            }
            switch reply.decision {
            case "allow": return .allow
            case "deny": return .deny
            case "dismiss": return .dismiss
            default: return reject(agent, "Its answer is none of those there are.")
            }
        } catch {
            guard error.code == .cancelled else { return reject(agent, error.message) }
            withdraw(question.id, from: client)
            return .unanswered(reason: "")
        }
    }

    /// Has the user pick by one agent; `nil` where it is of no use.
    private func pick(_ question: PickQuestion, _ agent: Agent) async -> PickAnswer? {
        let client = ConsentAgent1Client(connection, busName: agent.owner, path: agent.path)
        do throws(BusError) {
            let reply = try await client.pickFont(
                question: question.id, request: Self.request(question.caller, question.place), timeout: Self.callTime)
            guard reply.answered == question.id else {
                return reject(agent, "It answered another question than it was asked.")
            }
            guard let value = reply.choice["id"] else { return .dismiss }
            guard let id = try? value.converted(to: String.self) else { return reject(agent, "The id is no text.") }
            let index = try? reply.choice["face_index"]?.converted(to: UInt32.self)
            return .font(PickedFont(FontIdentifier(rawValue: id), index: index.map { Int($0) }))
        } catch {
            guard error.code == .cancelled else {
                // An agent that cannot show fonts says so in this way.
                return error.code == .unknownMethod ? nil : reject(agent, error.message)
            }
            withdraw(question.id, from: client)
            return .unanswered
        }
    }

    /// Tells an agent that nobody waits for an answer any more; whoever asked does not wait for this.
    private func withdraw(_ question: String, from client: ConsentAgent1Client) {
        Task {
            do throws(BusError) {
                try await client.withdraw(question: question, timeout: Self.noticeTime)
            } catch {
                self.log.debug("A question was not withdrawn", metadata: ["error": "\(error)"])
            }
        }
    }

    private func reject<Answer>(_ agent: Agent, _ reason: String) -> Answer? {
        log.warning(
            "An agent that asks the user was passed over",
            metadata: ["bus-name": "\(agent.owner)", "error": "\(reason)"])
        return nil
    }

    /// The question as the dictionary that `org.typecase.ConsentAgent1` documents.
    private static func request(_ question: ConsentQuestion) -> [String: BusVariant] {
        var request = request(question.caller, question.place)
        request["rights"] = BusVariant(question.rights.map(\.rawValue))
        if !question.fonts.isEmpty { request["fonts"] = BusVariant(question.fonts) }
        if question.unnamedFonts > 0 { request["more_fonts"] = BusVariant(UInt32(clamping: question.unnamedFonts)) }
        if !question.providers.isEmpty {
            request["font_providers"] = BusVariant(question.providers)
            request["bytes"] = BusVariant(UInt64(clamping: question.byteCount))
            if question.unsizedFonts > 0 {
                request["unsized_fonts"] = BusVariant(UInt32(clamping: question.unsizedFonts))
            }
            if !question.packages.isEmpty { request["packages"] = BusVariant(question.packages) }
        }
        return request
    }

    /// Who asks and where, which is part of every question.
    private static func request(_ caller: CallerIdentity, _ place: ConsentPlace) -> [String: BusVariant] {
        var request: [String: BusVariant] = [
            "provider": BusVariant(caller.provider.rawValue), "kind": BusVariant(caller.kind.rawValue),
            "display_name": BusVariant(caller.displayName),
        ]
        if !place.parentWindow.isEmpty { request["parent_window"] = BusVariant(place.parentWindow) }
        if !place.activationToken.isEmpty { request["activation_token"] = BusVariant(place.activationToken) }
        return request
    }
}
