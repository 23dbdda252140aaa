public import DynamicType
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The fonts that come with an application, each registered on its first use.
///
/// However many tasks ask for a font at once, it is registered once, and the same bytes are one font whatever their
/// file is called. What failed is tried again the next time.
public final class FontCache: Sendable {
    /// How an application has its fonts.
    public struct Configuration: Sendable, Hashable {
        /// Where the files of the fonts are, the first that has one counts: absolute paths.
        ///
        /// A symbolic link stands for what it leads to, such as the same font of another package.
        public var resourceDirectories: [String] = Self.usualResourceDirectories
        /// How far the fonts reach and how long they last.
        ///
        /// In process scope the fonts are the application's alone and need no service; a file is read with the rights
        /// of the application, without the checks of the service.
        public var scope = FontScope.process
        /// The application's id, such as `org.example.Writer`.
        ///
        /// With it, the fonts that its manifest lists as `launch-fonts` are registered for the process before its first
        /// font; see typecase-provider(5).
        public var applicationID: String?
        /// What stands in for a font that is not there any more.
        public var fallback = FontFallback.error
        /// Whether fonts follow how large the user wants text, from the first one on.
        ///
        /// The first font takes it from what a service that runs has noted for programs that start, and where there is
        /// no such note asks the service, which then stays for as long as the process. Without a service text is as
        /// large as the settings portal says of the desktop, and where nobody can tell it is large, which is the
        /// default; a service that comes later is heard.
        public var followsTextSize = true

        /// Fonts of the process, beside the executable or below its `share`.
        public init() {}

        /// `fonts` beside the executable, and `../share/NAME/fonts` where NAME is what the executable is called.
        public static var usualResourceDirectories: [String] {
            guard let executable = try? FileSystem.resolved("/proc/self/exe"),
                let slash = executable.lastIndex(of: "/")
            else { return [] }
            let directory = executable[..<slash]
            let name = executable[executable.index(after: slash)...]
            return ["\(directory)/fonts", "\(directory)/../share/\(name)/fonts"]
        }
    }

    /// The fonts of the application in its usual places, for its process.
    public static let shared = FontCache()

    /// How the application has its fonts.
    public let configuration: Configuration
    /// The font manager that registers them.
    public let manager: FontManager

    private let state = Mutex(State())

    private struct State {
        var traits = TextTraits()
        /// What is registered, or being registered, by what describes it.
        var fonts: [NamedAppFont: Registration] = [:]
        var launching: Task<[Result<RegisteredFont, FontManagerError>], any Error>?
        /// Hears of changes of the fonts outside of the process, from the first one of the cache there on.
        var listening: Task<Void, Never>?
        /// How often there may have been any.
        var changes = 0
    }

    /// A font that is registered or about to be.
    struct Registration: Sendable {
        var task: Task<Found, any Error>
        /// Whether programs find it, which is asked once after each change.
        var check: (task: Task<Bool, any Error>, changes: Int)?
    }

    /// A registered font, and the file that it came from.
    struct Found: Sendable {
        var font: RegisteredFont
        var face: FontFace
        var path: String
        var stamp: FileStamp
    }

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - configuration: How the application has its fonts.
    ///   - manager: The font manager to register them with.
    public init(_ configuration: Configuration = Configuration(), manager: FontManager = .shared) {
        self.configuration = configuration
        self.manager = manager
    }

    deinit { state.withLock { $0.listening }?.cancel() }

    /// What the application says of its text: the screen, limits, or a category that holds instead of the user's.
    ///
    /// All of it is open at first.
    public var traits: TextTraits {
        get { state.withLock { $0.traits } }
        set { state.withLock { $0.traits = newValue } }
    }

    /// What the fonts of this cache are scaled by at this moment: ``traits``, with the user's category where they leave
    /// it open.
    ///
    /// The user's category is known from the first font on; who asks before that is the one who has it asked for, and
    /// gets the default meanwhile. When ``FontManager/contentSizeCategories()`` tells of another one, this has changed
    /// already: ask the fonts for their ``Font/pointSize`` again.
    public var effectiveTraits: TextTraits {
        let traits = traits
        guard configuration.followsTextSize, traits.category == nil else { return TextTraits().merging(traits) }
        manager.textSizes.listen()
        return TextTraits(category: manager.textSizes.category).merging(traits)
    }

    // MARK: Registering

    /// Registers the font of a descriptor, unless that has been done.
    ///
    /// Where the task is cancelled, it is answered at once. A font that comes from the web is given up then, unless
    /// somebody else in the process waits for it; one that is being registered goes on.
    ///
    /// - Parameters:
    ///   - descriptor: The font.
    ///   - onProgress: Takes how far a font on the web has come, some times a second; one that is here tells nothing.
    /// - Returns: The face that the descriptor names.
    /// - Throws: ``FontCacheError``; ``FontManagerError`` where the service cannot be reached; `CancellationError`.
    @discardableResult
    public func register(
        _ descriptor: some AppFontDescriptor,
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void = { _ in }
    ) async throws -> FontFace {
        try await found(NamedAppFont(descriptor), onProgress: onProgress).face
    }

    /// Finds what a descriptor stands for, registering it where that has not been done.
    func found(
        _ descriptor: NamedAppFont, onProgress: @escaping @Sendable (FontDownloadProgress) -> Void
    ) async throws -> Found {
        if configuration.scope == .process {
            // What takes longest, on a thread of its own.
            manager.prepareProcessScope()
        } else if configuration.followsTextSize {
            manager.textSizes.begin()
            // The service is needed in any case: it gets to know the application meanwhile.
            manager.textSizes.follow()
        }
        defer { listenSoon() }
        if let id = configuration.applicationID { _ = try? await launch(id) }
        let (registration, isNew) = try await registration(of: descriptor, onProgress)
        do {
            let found = try await registration.task.sharedValue(of: executor)
            // One that has just been made has seen the file as it is.
            if isNew { return found }
            if await isUnchanged(found, as: descriptor) { return found }
        } catch {
            // Who gives it up leaves it to the others.
            if !(error is CancellationError) { forget(descriptor, registration) }
            throw error
        }
        // Another file lies there by now, or it has gone, or the user has had a say.
        forget(descriptor, registration)
        return try await self.found(descriptor, onProgress: onProgress)
    }

    /// Where fonts are registered.
    ///
    /// In the process all of it is work that blocks. Outside of it there is a service to wait for, which a file that
    /// cannot be read must not be in the way of.
    private var executor: (any TaskExecutor)? { configuration.scope == .process ? manager.files : nil }

    /// Hears of what happens to a font from now on, which begins on other threads: whoever has just got it is to draw.
    private func listenSoon() {
        if configuration.followsTextSize { manager.textSizes.listenSoon() }
        guard configuration.scope != .process else { return }
        state.withLock { state in
            guard state.listening == nil else { return }
            state.listening = Task.detached { [service = manager.service, weak self] in
                // Tells once that it listens, as well.
                await ServiceListener.ofFonts(service).run { self?.state.withLock { $0.changes += 1 } }
            }
        }
    }

    private func registration(
        of descriptor: NamedAppFont, _ onProgress: @escaping @Sendable (FontDownloadProgress) -> Void
    ) async throws -> (registration: Registration, isNew: Bool) {
        if let registration = state.withLock({ $0.fonts[descriptor] }) { return (registration, false) }
        // Whoever waits for the web does so in a task of its own, which can be cancelled.
        var fetched: String?
        if case .remote(let url, let digest) = descriptor.source {
            fetched = try await download(url, digest, onProgress)
        }
        return state.withLock { [fetched] state in
            if let registration = state.fonts[descriptor] { return (registration, false) }
            let registration = Registration(
                task: Task.detached(executorPreference: executor) {
                    try await self.register(descriptor, fetched: fetched)
                })
            state.fonts[descriptor] = registration
            return (registration, true)
        }
    }

    private func forget(_ descriptor: NamedAppFont, _ registration: Registration) {
        state.withLock { state in
            if state.fonts[descriptor]?.task == registration.task { state.fonts[descriptor] = nil }
        }
    }

    /// Whether the file that a font came from is what it was, which outside of the process the font does not need, and
    /// the font is what it was: of the process' configuration whoever loads that anew takes it away, and elsewhere the
    /// user does as they like.
    private func isUnchanged(_ found: Found, as descriptor: NamedAppFont) async -> Bool {
        let isOfProcess = found.font.scope == .process
        if !isOfProcess, await isFound(found, as: descriptor) != found.font.isEnabled { return false }
        let isUnchanged = try? await manager.files.run { [fonts = manager.processScope] in
            guard let now = try? FileStatus(path: found.path).stamp else { return !isOfProcess }
            return now == found.stamp && (!isOfProcess || fonts.isAvailable(found.font.id))
        }
        return isUnchanged ?? !isOfProcess
    }

    /// Whether programs find a font outside of the process; taken for what it was where nobody can tell.
    private func isFound(_ found: Found, as descriptor: NamedAppFont) async -> Bool {
        let check = state.withLock { state -> Task<Bool, any Error>? in
            guard let registration = state.fonts[descriptor] else { return nil }
            if let check = registration.check, check.changes == state.changes { return check.task }
            let task = Task.detached { [manager] in try await manager.isAvailable(found.font.id) }
            state.fonts[descriptor]?.check = (task, state.changes)
            return task
        }
        return (try? await check?.sharedValue()) ?? found.font.isEnabled
    }

    /// Registers a font.
    ///
    /// - Parameters:
    ///   - descriptor: The font.
    ///   - fetched: The path of what came from the web; `nil` for a font among the resources.
    /// - Returns: The font, and what its file was like.
    /// - Throws: Why it cannot be had.
    private func register(_ descriptor: NamedAppFont, fetched: String?) async throws -> Found {
        // Here rather than on the caller's thread, which is wanted for what it shows.
        if configuration.followsTextSize { manager.textSizes.begin() }
        let (path, file) = try await locate(descriptor, fetched: fetched)
        let work = SharedRegistrations.Work(executor: executor) { [manager, configuration] in
            try await manager.registerFont(file, scope: configuration.scope)
        } takeBack: { [manager] font in
            _ = try? await manager.unregisterFonts(ids: [font.id])
        }
        var faces: [FontFace] = []
        let found: Found?
        do {
            let bytes = SharedRegistrations.Bytes(
                digest: file.digest, scope: configuration.scope,
                address: configuration.scope == .process ? nil : manager.service.address)
            found = try await SharedRegistrations.shared.use(bytes, work) { font in
                faces = font.faces
                guard let face = try await face(named: descriptor.fontName, of: font, at: file.path) else { return nil }
                return Found(font: font, face: face, path: file.path, stamp: file.stamp)
            }
        } catch let error as FontManagerError where error.item != nil {
            throw FontCacheError(.refused, "\(path) was not registered: \(error.message)", error)
        }
        if let found { return found }
        // Nobody was to have it under another name than the application knows.
        let names = faces.map { "'\($0.postscriptName)'" }.joined(separator: ", ")
        throw FontCacheError(
            .nameMismatch,
            """
            \(path) holds \(names), and the descriptor says '\(descriptor.fontName)'. Give it the name inside the file.
            """)
    }

    /// Finds a face or a named instance of a font by its PostScript name.
    private func face(named name: String, of font: RegisteredFont, at path: String) async throws -> FontFace? {
        if let face = font.faces.lazy.compactMap({ $0.named(name) }).first { return face }
        guard font.faces.contains(where: \.isVariable), font.scope != .process else { return nil }
        // The service knows named instances as the font names them.
        let match = try await manager.matchingFace(for: FontDescriptor(postscriptName: name))
        if var match, match.id == font.id {
            // It is told as the face, with where in the design space it is.
            match.postscriptName = name
            return match
        }
        // One that nobody finds, as the user has disabled it, is known by its file alone.
        let described = (try? await manager.faces(inFileAt: path)) ?? []
        guard let face = described.lazy.compactMap({ $0.named(name) }).first else { return nil }
        var named = face
        (named.id, named.source, named.provider) = (font.id, .typecase, font.provider)
        (named.isEnabled, named.path) = (font.isEnabled, nil)
        return named
    }

    /// Finds the file of a descriptor.
    private func locate(
        _ descriptor: NamedAppFont, fetched: String?
    ) async throws -> (path: String, file: ProcessScope.KnownFile) {
        let isOfProcess = configuration.scope == .process
        if let fetched {
            return try await manager.files.run {
                do {
                    return (fetched, try ProcessScope.look(atFile: fetched, isToBeAdded: isOfProcess))
                } catch {
                    throw FontCacheError(.notDownloaded, "\(fetched) was fetched, and cannot be read: \(error).")
                }
            }
        }
        let name =
            descriptor.fileExtension.isEmpty
            ? descriptor.fileName : "\(descriptor.fileName).\(descriptor.fileExtension)"
        guard !descriptor.fontName.isEmpty, !["", ".", ".."].contains(name),
            !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
        else {
            throw FontCacheError(.invalidDescriptor, "'\(name)' is not the name of a file.")
        }
        let directories = configuration.resourceDirectories
        let found = try await manager.files.run { () -> (path: String, file: ProcessScope.KnownFile)? in
            for directory in directories {
                let path = "\(directory)/\(name)"
                guard access(path.fileSystemRepresentation, F_OK) == 0 else { continue }
                do {
                    return (path, try ProcessScope.look(atFile: path, isToBeAdded: isOfProcess))
                } catch let error as FontError {
                    let reason = FontManagerError(error, about: .file(path))
                    throw FontCacheError(.refused, "\(path) cannot be used: \(error.message)", reason)
                } catch {
                    throw FontCacheError(.refused, "\(path) cannot be read: \(error).")
                }
            }
            return nil
        }
        guard let found else {
            throw FontCacheError(
                .fileNotFound,
                "There is no file '\(name)' in \(directories.map { "'\($0)'" }.joined(separator: ", ")).")
        }
        return found
    }

    /// Has a font fetched, unless it is here.
    private func download(
        _ url: String, _ sha256: String?, _ onProgress: @escaping @Sendable (FontDownloadProgress) -> Void
    ) async throws -> String {
        do {
            return try await manager.downloads.path(of: .init(url: url, sha256: sha256), onProgress: onProgress)
        } catch let error as FontManagerError where error.code != .serviceUnavailable {
            throw FontCacheError(.notDownloaded, "\(url) was not fetched: \(error.message)", error)
        }
    }

    // MARK: Launch fonts

    /// Registers the fonts that the application's manifest lists as `launch-fonts`, for its process.
    ///
    /// The first ``Font`` does so by itself. An application whose UI files or CSS name these fonts calls this before
    /// it loads them. What fontconfig reads in them is kept in its cache, so that later starts do not scan them again. A
    /// second call adds nothing; it registers again what failed, or was unregistered since. A font that the application has
    /// disabled stays disabled.
    ///
    /// - Returns: What came of each, in the order of the manifest. None where the configuration has no
    ///   ``Configuration/applicationID`` or no manifest is installed.
    /// - Throws: ``FontManagerError`` where the manifest cannot be read.
    @discardableResult
    public func registerLaunchFonts() async throws -> [Result<RegisteredFont, FontManagerError>] {
        guard let id = configuration.applicationID else { return [] }
        let launch = try await launch(id)
        if launch.isNew { return launch.results }
        let known = try await manager.files.run { [fonts = manager.processScope] in
            launch.results.compactMap { result -> RegisteredFont? in
                if case .success(let font) = result { fonts.intactFont(font.id) } else { nil }
            }
        }
        if known.count == launch.results.count { return known.map { .success($0) } }
        return try await self.launch(id, after: launch.task).results
    }

    private typealias LaunchTask = Task<[Result<RegisteredFont, FontManagerError>], any Error>

    /// Registers the launch fonts once.
    ///
    /// - Parameters:
    ///   - id: The application.
    ///   - former: The earlier launch, whose results do not count any more.
    /// - Returns: What came of each, the task that all wait for, and whether this call has begun it.
    /// - Throws: ``FontManagerError`` where the manifest cannot be read; `CancellationError`.
    private func launch(
        _ id: String, after former: LaunchTask? = nil
    ) async throws -> (results: [Result<RegisteredFont, FontManagerError>], task: LaunchTask, isNew: Bool) {
        let (task, isNew) = state.withLock { state in
            if let launching = state.launching, launching != former { return (launching, false) }
            let task = Task.detached { [manager] in try await manager.registerLaunchFonts(of: id) }
            state.launching = task
            return (task, true)
        }
        do {
            return (try await task.sharedValue(), task, isNew)
        } catch {
            // Who gives it up leaves it to the others, and what failed is tried again.
            if !(error is CancellationError) {
                state.withLock { if $0.launching == task { $0.launching = nil } }
            }
            throw error
        }
    }
}

extension NamedAppFont {
    /// What a descriptor says.
    init(_ descriptor: some AppFontDescriptor) {
        self.init(
            descriptor.fontName, fileName: descriptor.fileName, fileExtension: descriptor.fileExtension,
            source: descriptor.source)
    }
}
