internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging

/// The programs that can ask the user, and the desktop's own dialog as the last resort.
///
/// The actor runs on the event loop of the bus.
actor ConsentAgents {
    /// The most agents that can be registered at one time.
    static let maximumAgents = 16

    /// How long an agent may take to acknowledge a notice.
    private static let noticeTime = Duration.seconds(5)

    /// Longer than any question is open; the asking task cancels the call.
    private static let callTime = Duration.seconds(24 * 60 * 60)

    /// The most fonts that an agent gets the bytes of, which is as many descriptors as a message may have.
    private static let maximumPreviews = BusLimits.standard.messageDescriptors

    /// The most bytes of fonts with one question: enough for a font of Chinese, Japanese and Korean.
    private static let previewSize = 32 << 20

    /// The most bytes of fonts with all open questions together.
    private static let previewSizeInAll = 64 << 20

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let dialog: PortalDialog
    private let work: WorkInProgress
    private let log: Logger
    private let onCount: @Sendable () -> Void
    /// The agents, with the most recently registered one at the end.
    private var agents: [Agent] = []
    /// The bytes of fonts that are kept for open questions.
    private var keptSize = 0

    private struct Agent: Equatable {
        let owner: String
        let path: ObjectPath

        /// The settings window, which the bus starts by its name.
        static let settings = Agent(owner: "org.typecase.Settings", path: "/org/typecase/Settings")
    }

    /// Creates the object without any agent.
    ///
    /// - Parameters:
    ///   - connection: The connection that calls agents.
    ///   - dialog: The desktop's own dialog.
    ///   - work: The record of activity, which includes registered agents.
    ///   - log: The log of agents' failures.
    ///   - onCount: Called whenever the number of agents changes.
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

    /// The number of agents.
    var count: Int { agents.count }

    /// Registers an agent, which is asked before all others from now on.
    ///
    /// - Parameters:
    ///   - path: The agent's object.
    ///   - owner: The unique name of its connection.
    ///   - callers: The directory that reports when the owner leaves the bus.
    /// - Throws: `ExceededResourceLimit` if there are too many agents.
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
        // This is done once per owner rather than once per object, because actions for a caller's departure are kept
        // until the caller leaves.
        guard isFirstOfOwner else { return }
        if await !callers.whenGone(owner, { await self.removeAll(of: owner) }) { removeAll(of: owner) }
    }

    /// Removes an agent.
    func unregister(_ path: ObjectPath, of owner: String) { remove { $0 == Agent(owner: owner, path: path) } }

    private func removeAll(of owner: String) { remove { $0.owner == owner } }

    private func remove(where isMeant: (Agent) -> Bool) {
        let count = agents.count
        agents.removeAll(where: isMeant)
        for _ in agents.count..<count { work.end(.consent) }
        if agents.count < count { onCount() }
    }

    /// Removes all agents, for example when the service ends.
    func removeAll() { remove { _ in true } }

    // MARK: Asking

    /// Asks the user through the agents, then the settings window, and at last the desktop's dialog.
    ///
    /// The most recently registered agent is asked first. If it fails, the earlier ones are asked.
    func ask(_ question: ConsentQuestion) async -> ConsentAnswer {
        let (files, size) = await copies(of: question)
        defer { keptSize -= size }
        let (answer, hasAsked) = await firstAnswer { await self.ask(question, files, $0) }
        if let answer { return answer }
        if !Task.isCancelled, let answer = await dialog.ask(question) { return answer }
        return .unanswered(
            reason: hasAsked
                ? "Whoever should have asked the user gave no answer that counts."
                : "Nobody is there who could ask the user, as typecase consent does.")
    }

    /// Lets the user pick a font through the agents, then through the settings window.
    ///
    /// The most recently registered agent is asked first. If it fails, the earlier ones are asked.
    func pick(_ question: PickQuestion) async -> PickAnswer {
        await firstAnswer { await self.pick(question, $0) }.answer ?? .unanswered
    }

    /// Returns the first answer from one of the agents or the settings window.
    ///
    /// - Parameter ask: Asks one of them; `nil` if it gives no usable answer.
    /// - Returns: The answer, and whether any of them was asked.
    private func firstAnswer<Answer: Sendable>(
        _ ask: (Agent) async -> Answer?
    ) async -> (answer: Answer?, hasAsked: Bool) {
        var asked: [Agent] = []
        // Each agent is asked once, including agents that register in the meantime.
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

    /// Whether the settings window is running or can be started by the bus.
    private var isSettingsWindowInstalled: Bool {
        get async {
            (try? await connection.isAvailable(Agent.settings.owner)) ?? false
        }
    }

    /// Copies the fonts of a question, as far as a message and the memory have room for them.
    ///
    /// - Parameter question: The question.
    /// - Returns: The copies by the positions of the fonts' names, and the bytes that are counted for them.
    private func copies(of question: ConsentQuestion) async -> (files: [UInt32: OwnedFileDescriptor], size: Int) {
        var files: [UInt32: OwnedFileDescriptor] = [:]
        var taken = 0
        for index in question.fonts.indices {
            guard let preview = question.previews[index] else { continue }
            guard files.count < Self.maximumPreviews, !Task.isCancelled else { break }
            let size = question.sizes[index]
            guard taken + size <= Self.previewSize, keptSize + size <= Self.previewSizeInAll else { continue }
            taken += size
            keptSize += size
            // A file that does not answer must not delay the question again.
            guard let memory = await preview.copy() else { break }
            files[UInt32(clamping: index)] = try? memory.descriptor.openedAgain()
        }
        return (files, taken)
    }

    /// Asks through one agent; `nil` if it gives no usable answer.
    private func ask(
        _ question: ConsentQuestion, _ files: [UInt32: OwnedFileDescriptor], _ agent: Agent
    ) async -> ConsentAnswer? {
        let client = ConsentAgent1Client(connection, busName: agent.owner, path: agent.path)
        do throws(BusError) {
            let reply = try await Self.reply(to: question, files, from: client)
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

    /// Calls an agent, without the files if it does not accept descriptors.
    private static func reply(
        to question: ConsentQuestion, _ files: [UInt32: OwnedFileDescriptor], from client: ConsentAgent1Client
    ) async throws(BusError) -> (answered: String, decision: String) {
        let request = request(question)
        if !files.isEmpty {
            var whole = request
            whole["font_files"] = BusVariant(files)
            do throws(BusError) {
                return try await client.ask(question: question.id, request: whole, timeout: callTime)
            } catch {
                // This is the bus's reply to descriptors for a connection that has not negotiated them.
                guard error.code == .notSupported else { throw error }
            }
        }
        return try await client.ask(question: question.id, request: request, timeout: callTime)
    }

    /// Lets the user pick through one agent; `nil` if it gives no usable answer.
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
                // An agent that cannot show fonts reports it with this error.
                return error.code == .unknownMethod ? nil : reject(agent, error.message)
            }
            withdraw(question.id, from: client)
            return .unanswered
        }
    }

    /// Notifies an agent that its answer is no longer needed, without waiting for the agent.
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

    /// Returns the question as the dictionary that `org.typecase.ConsentAgent1` documents.
    private static func request(_ question: ConsentQuestion) -> [String: BusVariant] {
        var request = request(question.caller, question.place)
        request["rights"] = BusVariant(question.rights.map(\.rawValue))
        if !question.fonts.isEmpty { request["fonts"] = BusVariant(question.fonts) }
        if question.sizes.contains(where: { $0 > 0 }) {
            request["font_sizes"] = BusVariant(question.sizes.map { UInt64(clamping: $0) })
        }
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

    /// Returns the caller and the place of a question, which are part of every question.
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
