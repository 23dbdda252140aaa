internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

/// The state of the service that all pages share.
@MainLoop
final class SettingsModel {
    let session: ServiceSession
    let samples: SampleLoader
    private(set) var catalog = FontCatalog()
    private(set) var providers: [Record] = []
    private(set) var collections: [CollectionEntry] = []
    /// The reason why fonts cannot be listed; `nil` if they can.
    private(set) var failure: BusError?
    private(set) var isLoaded = false
    private var isLoading = false
    private var isStale = false
    /// The number of running operations that the user started.
    private var works = 0
    /// Called when the last running operation has ended.
    var onRest: @MainLoop () -> Void = {}
    private var observers: [Observer] = []
    private var watches: [Task<Void, Never>] = []

    init(_ session: ServiceSession) {
        self.session = session
        samples = SampleLoader(session.rendering)
    }

    /// A closure that is called after each reading, as long as its owner exists.
    private struct Observer {
        weak var owner: AnyObject?
        let body: @MainLoop () -> Void
    }

    /// Calls a closure whenever the state has been read again.
    ///
    /// - Parameters:
    ///   - owner: The owner of the closure; when the owner is released, the closure is removed.
    ///   - body: The closure.
    func observe(_ owner: AnyObject, _ body: @escaping @MainLoop () -> Void) {
        observers.append(Observer(owner: owner, body: body))
    }

    private func tellObservers() {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.body() }
    }

    /// Whether an operation of the user is running, so that the process must not exit.
    var isWorking: Bool { works > 0 }

    /// Records that an operation is running, until ``endWork()``.
    func beginWork() { works += 1 }

    func endWork() {
        works -= 1
        if works == 0 { onRest() }
    }

    /// Reads everything, now and whenever fonts change or the service starts.
    func start() {
        reload()
        guard watches.isEmpty else { return }
        watches.append(
            Task { [session] in
                guard let changes = try? await session.fonts.fontsChanged() else { return }
                for await _ in changes { self.reload() }
            })
        watches.append(
            Task { [session] in
                guard let changes = try? await session.management.collectionsChanged() else { return }
                for await _ in changes { self.reloadCollections() }
            })
        watches.append(
            Task { [session] in
                guard let owners = try? await session.connection.ownerChanges(of: Management1Names.busName) else {
                    return
                }
                // The first call starts the service again if it has exited.
                for await change in owners where change.newOwner != nil { self.reload() }
            })
    }

    /// Reads everything again.
    func reload() {
        guard !isLoading else {
            isStale = true
            return
        }
        isLoading = true
        Task {
            repeat {
                isStale = false
                do throws(BusError) {
                    let catalog = try await FontCatalog.load(session)
                    providers = try await session.providers()
                    collections = try await session.collections()
                    self.catalog = catalog
                    failure = nil
                } catch {
                    failure = error
                }
            } while isStale
            isLoading = false
            isLoaded = true
            samples.forget()
            tellObservers()
        }
    }

    /// Reads the collections again.
    func reloadCollections() {
        Task {
            // If this cannot be read, nothing can, and the pages show that.
            guard let collections = try? await session.collections() else { return reload() }
            self.collections = collections
            tellObservers()
        }
    }

    /// The name of a provider for people.
    func name(of provider: String) -> String {
        if provider == "user" { return localized("Installed by you") }
        if let application = Application(id: provider) { return ShownText.line(application.name) }
        let name = providers.first { $0.id("id") == provider }?.text("display_name") ?? ""
        return name.isEmpty ? ShownText.line(provider) : name
    }
}
