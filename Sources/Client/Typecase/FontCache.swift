public import DynamicType
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The fonts that come with an application, each registered on its first use.
///
/// If several tasks ask for a font at the same time, the font is registered once. Files with the same bytes are one
/// font, whatever their names are. A failed registration is tried again on the next use.
public final class FontCache: Sendable {
    /// The settings for an application's fonts.
    public struct Configuration: Sendable, Hashable {
        /// The absolute paths of the directories that contain the font files.
        ///
        /// The first directory that contains the requested file is used.
        ///
        /// A symbolic link is followed, for example to the same font in another package.
        public var resourceDirectories: [String] = Self.usualResourceDirectories
        /// The scope of the fonts: which programs find them, and for how long.
        ///
        /// In process scope, only the application finds the fonts, and no service is needed. A file is read with the
        /// permissions of the application, without the checks of the service.
        public var scope = FontScope.process
        /// The application's id, such as `org.example.Writer`.
        ///
        /// If it is set, the fonts that the application's manifest lists as `launch-fonts` are registered for the
        /// process before its first font; see typecase-provider(5).
        public var applicationID: String?
        /// The fallback for a font that is no longer available.
        public var fallback = FontFallback.error
        /// Whether fonts follow the user's text size, beginning with the first font.
        ///
        /// For the first font, the size is read from the note that a running service keeps for programs that start. If
        /// there is no such note, the service is asked, and then runs for as long as the process. Without a service,
        /// text has the size that the settings portal reports for the desktop. If no source reports a size, the
        /// category is large, which is the default. If a service starts later, its size is used.
        public var followsTextSize = true

        /// Creates a configuration for process scope, with the fonts beside the executable or below its `share`.
        public init() {}

        /// The default resource directories: `fonts` beside the executable, and `../share/NAME/fonts`.
        ///
        /// Both are relative to the directory of the executable, and NAME is the name of the executable.
        public static var usualResourceDirectories: [String] {
            guard let executable = try? FileSystem.resolved("/proc/self/exe"),
                let slash = executable.lastIndex(of: "/")
            else { return [] }
            let directory = executable[..<slash]
            let name = executable[executable.index(after: slash)...]
            return ["\(directory)/fonts", "\(directory)/../share/\(name)/fonts"]
        }
    }

    /// The shared cache for fonts in the default resource directories, in process scope.
    public static let shared = FontCache()

    /// The settings for the application's fonts.
    public let configuration: Configuration
    /// The font manager that registers the fonts.
    public let manager: FontManager

    private let state = Mutex(State())

    private struct State {
        var traits = TextTraits()
        /// The fonts that are registered or being registered, by their descriptors.
        var fonts: [NamedAppFont: Registration] = [:]
        var launching: Task<[Result<RegisteredFont, FontManagerError>], any Error>?
        /// The task that listens for changes of fonts outside of the process.
        ///
        /// It starts when the cache has its first font there.
        var listening: Task<Void, Never>?
        /// The number of times that fonts may have changed.
        var changes = 0
    }

    /// A font that is registered or about to be.
    struct Registration: Sendable {
        var task: Task<Found, any Error>
        /// The check whether programs find the font, which is made once after each change.
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
    ///   - configuration: The settings for the application's fonts.
    ///   - manager: The font manager that registers the fonts.
    public init(_ configuration: Configuration = Configuration(), manager: FontManager = .shared) {
        self.configuration = configuration
        self.manager = manager
    }

    deinit { state.withLock { $0.listening }?.cancel() }

    /// The text traits that the application sets: the screen, limits, or a category that replaces the user's.
    ///
    /// No trait is set at first.
    public var traits: TextTraits {
        get { state.withLock { $0.traits } }
        set { state.withLock { $0.traits = newValue } }
    }

    /// The current text traits that scale the fonts of this cache.
    ///
    /// They are ``traits``, with the user's category if ``traits`` does not set one.
    ///
    /// The user's category is known once the first font has been created. If this property is read earlier, the read
    /// starts the request for the category, and the default category is used until the reply arrives. When
    /// ``FontManager/contentSizeCategories()`` reports another category, this property has already changed: read the
    /// ``Font/pointSize`` of the fonts again.
    public var effectiveTraits: TextTraits {
        let traits = traits
        guard configuration.followsTextSize, traits.category == nil else { return TextTraits().merging(traits) }
        manager.textSizes.listen()
        return TextTraits(category: manager.textSizes.category).merging(traits)
    }

    // MARK: Registering

    /// Registers the font of a descriptor, unless it is already registered.
    ///
    /// If the task is cancelled, the method throws immediately. A download is then abandoned, unless another caller in
    /// the process waits for it. A registration that has begun continues.
    ///
    /// - Parameters:
    ///   - descriptor: The font.
    ///   - onProgress: Receives the progress of a download several times a second. It is not called for a font that is
    ///     already on this machine.
    /// - Returns: The face that the descriptor names.
    /// - Throws: ``FontCacheError``; ``FontManagerError`` if the service cannot be reached; `CancellationError`.
    @discardableResult
    public func register(
        _ descriptor: some AppFontDescriptor,
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void = { _ in }
    ) async throws -> FontFace {
        try await found(NamedAppFont(descriptor), onProgress: onProgress).face
    }

    /// Finds the font of a descriptor, and registers the font if it is not registered yet.
    func found(
        _ descriptor: NamedAppFont, onProgress: @escaping @Sendable (FontDownloadProgress) -> Void
    ) async throws -> Found {
        if configuration.scope == .process {
            // The slowest step runs on its own thread.
            manager.prepareProcessScope()
        } else if configuration.followsTextSize {
            manager.textSizes.begin()
            // The service is needed in any case: it identifies the application in the meantime.
            manager.textSizes.follow()
        }
        defer { listenSoon() }
        if let id = configuration.applicationID { _ = try? await launch(id) }
        let (registration, isNew) = try await registration(of: descriptor, onProgress)
        do {
            let found = try await registration.task.sharedValue(of: executor)
            // A new registration has just read the file.
            if isNew { return found }
            if await isUnchanged(found, as: descriptor) { return found }
        } catch {
            // If this caller is cancelled, the registration stays for other callers.
            if !(error is CancellationError) { forget(descriptor, registration) }
            throw error
        }
        // The file was replaced or removed, or the user changed the state of the font.
        forget(descriptor, registration)
        return try await self.found(descriptor, onProgress: onProgress)
    }

    /// The executor of the tasks that register fonts.
    ///
    /// In process scope, all of the work blocks. In the other scopes, tasks wait for a service, and a file that cannot
    /// be read must not delay that.
    private var executor: (any TaskExecutor)? { configuration.scope == .process ? manager.files : nil }

    /// Starts to listen for changes of fonts.
    ///
    /// This begins on other threads, so that the caller can first draw with the font that it has just got.
    private func listenSoon() {
        if configuration.followsTextSize { manager.textSizes.listenSoon() }
        guard configuration.scope != .process else { return }
        state.withLock { state in
            guard state.listening == nil else { return }
            state.listening = Task.detached { [service = manager.service, weak self] in
                // The closure is also called once when listening begins.
                await ServiceListener.ofFonts(service).run { self?.state.withLock { $0.changes += 1 } }
            }
        }
    }

    private func registration(
        of descriptor: NamedAppFont, _ onProgress: @escaping @Sendable (FontDownloadProgress) -> Void
    ) async throws -> (registration: Registration, isNew: Bool) {
        if let registration = state.withLock({ $0.fonts[descriptor] }) { return (registration, false) }
        // Each caller waits for the download in its own task, which can be cancelled.
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

    /// Whether a registered font and its file are unchanged.
    ///
    /// Outside of process scope, the font does not need its file. In process scope, the font is lost if any code in the
    /// process loads the fontconfig configuration again. In the other scopes, the user can change the font at any time.
    private func isUnchanged(_ found: Found, as descriptor: NamedAppFont) async -> Bool {
        let isOfProcess = found.font.scope == .process
        if !isOfProcess, await isFound(found, as: descriptor) != found.font.isEnabled { return false }
        let isUnchanged = try? await manager.files.run { [fonts = manager.processScope] in
            guard let now = try? FileStatus(path: found.path).stamp else { return !isOfProcess }
            return now == found.stamp && (!isOfProcess || fonts.isAvailable(found.font.id))
        }
        return isUnchanged ?? !isOfProcess
    }

    /// Whether programs find a font outside of the process; if that cannot be determined, its earlier state.
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
    ///   - fetched: The path of the font downloaded from the web; `nil` for a font among the resources.
    /// - Returns: The font, with the path and the stamp of its file.
    /// - Throws: The reason why the font is not available.
    private func register(_ descriptor: NamedAppFont, fetched: String?) async throws -> Found {
        // This runs here and not on the caller's thread, which is needed for the user interface.
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
        // The font must not be available under any name except the one that the application knows.
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
        // The service knows named instances by their names in the font.
        let match = try await manager.matchingFace(for: FontDescriptor(postscriptName: name))
        if var match, match.id == font.id {
            // The service returns the face, with the position of the instance in the design space.
            match.postscriptName = name
            return match
        }
        // If the user has disabled the font, the service does not find it, and only its file describes it.
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

    /// Returns the path of a font from the web, and downloads the font if it is not on this machine.
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

    /// Registers the fonts that the application's manifest lists as `launch-fonts`, for the process of the application.
    ///
    /// Creating the first ``Font`` does this automatically. An application whose UI files or CSS name these fonts calls
    /// this method before it loads them. fontconfig keeps what it reads from the fonts in its cache, so that later
    /// starts do not scan them again. A second call does not register a font twice; it repeats only registrations that
    /// failed or that were removed since. A font that the application has disabled stays disabled.
    ///
    /// - Returns: The result for each font, in the order of the manifest; empty if the configuration has no
    ///   ``Configuration/applicationID`` or no manifest is installed.
    /// - Throws: ``FontManagerError`` if the manifest cannot be read.
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
    ///   - id: The id of the application.
    ///   - former: The task of an earlier registration, whose results are no longer valid.
    /// - Returns: The result for each font, the task that all callers wait for, and whether this call has started the
    ///   task.
    /// - Throws: ``FontManagerError`` if the manifest cannot be read; `CancellationError`.
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
            // If this caller is cancelled, the task stays for other callers. A task that failed is tried again.
            if !(error is CancellationError) {
                state.withLock { if $0.launching == task { $0.launching = nil } }
            }
            throw error
        }
    }
}

extension NamedAppFont {
    /// Creates a descriptor with the values of any other descriptor.
    init(_ descriptor: some AppFontDescriptor) {
        self.init(
            descriptor.fontName, fileName: descriptor.fileName, fileExtension: descriptor.fileExtension,
            source: descriptor.source)
    }
}
