internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

/// What all pages know of the service.
@MainLoop
final class SettingsModel {
    let session: ServiceSession
    let samples: SampleLoader
    private(set) var catalog = FontCatalog()
    private(set) var providers: [Record] = []
    private(set) var collections: [CollectionEntry] = []
    /// Why the fonts cannot be listed; `nil` where they can.
    private(set) var failure: BusError?
    private(set) var isLoaded = false
    private var isLoading = false
    private var isStale = false
    /// How many things are under way that the user asked for.
    private var works = 0
    /// Called whenever the last thing under way has ended.
    var onRest: @MainLoop () -> Void = {}
    private var observers: [Observer] = []
    private var watches: [Task<Void, Never>] = []

    init(_ session: ServiceSession) {
        self.session = session
        samples = SampleLoader(session.rendering)
    }

    /// A closure that waits for what is read, for as long as somebody has its owner.
    private struct Observer {
        weak var owner: AnyObject?
        let body: @MainLoop () -> Void
    }

    /// Calls a closure whenever something has been read again.
    ///
    /// - Parameters:
    ///   - owner: Whose closure it is: it is forgotten with its owner, as windows come and go.
    ///   - body: The closure.
    func observe(_ owner: AnyObject, _ body: @escaping @MainLoop () -> Void) {
        observers.append(Observer(owner: owner, body: body))
    }

    private func tellObservers() {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.body() }
    }

    /// Whether something is under way that the user asked for, so that the process has to stay.
    var isWorking: Bool { works > 0 }

    /// Notes that something is under way, until ``endWork()``.
    func beginWork() { works += 1 }

    func endWork() {
        works -= 1
        if works == 0 { onRest() }
    }

    /// Reads everything, and again whenever fonts change or the service starts.
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
                // The first call brings back what has ended.
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
            // Where it cannot be read, nothing else can, which the pages tell.
            guard let collections = try? await session.collections() else { return reload() }
            self.collections = collections
            tellObservers()
        }
    }

    /// What to call a provider.
    func name(of provider: String) -> String {
        if provider == "user" { return localized("Installed by you") }
        if let application = Application(id: provider) { return ShownText.line(application.name) }
        let name = providers.first { $0.id("id") == provider }?.text("display_name") ?? ""
        return name.isEmpty ? ShownText.line(provider) : name
    }
}
