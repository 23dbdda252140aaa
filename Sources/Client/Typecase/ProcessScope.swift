internal import ApplicationFonts
internal import FontModel
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The fonts that are registered for this process only.
///
/// All methods block while files are read.
final class ProcessScope: Sendable {
    /// The only instance: fontconfig has one configuration per process.
    static let shared = ProcessScope()

    private struct Entry {
        var font: RegisteredFont
        var content: Content
    }

    private struct State {
        var entries: [Entry] = []
        /// The events of the running change.
        var news: [(id: String, kind: FontChange.Kind)] = []
        /// The memory of fonts that were registered from memory, by SHA-256.
        ///
        /// The memory is never freed: text libraries identify it by the number of its descriptor, and may read it after
        /// the font was removed. Nothing else may get that number then.
        var memories: [String: SealedMemory] = [:]
    }

    private let state = Mutex(State())
    /// The number of changes of the fonts.
    ///
    /// Listeners are notified shortly after it increases.
    let endedChanges = Atomic(0)
    let preparation = Mutex(Preparation.ahead)
    private let listeners = Mutex<(last: Int, all: [Int: @Sendable (FontChange) -> Void])>((0, [:]))

    private static let prefix = "process-"

    /// Whether an id belongs to process scope.
    static func isIdentifier(_ id: String) -> Bool { id.hasPrefix(prefix) }

    // MARK: Listening

    /// Notifies a listener of each change of the fonts from now on.
    ///
    /// - Parameter body: The listener. It is called on any thread, while a lock prevents other changes of the fonts; it
    ///   must not call methods of this object.
    /// - Returns: The number that ``stopListening(_:)`` needs.
    func listen(_ body: @escaping @Sendable (FontChange) -> Void) -> Int {
        listeners.withLock { listeners in
            listeners.last += 1
            listeners.all[listeners.last] = body
            return listeners.last
        }
    }

    /// Removes a listener.
    func stopListening(_ number: Int) { listeners.withLock { $0.all[number] = nil } }

    /// Changes the fonts, and notifies listeners of the changes.
    private func change<Result, Failure>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { state throws(Failure) in
            // A change that failed may have changed something too: the font that was at the path before is removed.
            defer {
                let news = state.news
                state.news = []
                if !news.isEmpty { tell(news) }
            }
            return try body(&state)
        }
    }

    private func tell(_ news: [(id: String, kind: FontChange.Kind)]) {
        endedChanges.add(1, ordering: .releasing)
        let all = listeners.withLock { Array($0.all.values) }
        for (id, kind) in news {
            let change = FontChange(generation: 0, kind: kind, id: id, provider: nil, cause: .provider, reason: nil)
            for body in all { body(change) }
        }
    }

    // MARK: Registering

    /// Registers a font.
    ///
    /// - Parameters:
    ///   - source: The location of the font. A known file is not hashed again unless it has changed.
    ///   - isEnabled: Whether the process finds the font immediately.
    ///   - userInfo: The application's own mark.
    /// - Returns: The font, or the reason why it was not registered.
    func register(
        _ source: Source, isEnabled: Bool, userInfo: String?
    ) -> Result<RegisteredFont, FontManagerError> {
        do throws(FontError) {
            let content = scanned(try content(of: source))
            return .success(
                try change { state throws(FontError) in
                    guard case .memory(let memory) = source else {
                        return try Self.register(content, isEnabled, userInfo, &state)
                    }
                    // Another thread may have registered the same bytes meanwhile.
                    let current = Self.content(of: memory, content.digest, state)
                    let font = try Self.register(
                        current.path == content.path ? content : current, isEnabled, userInfo, &state)
                    if font.path == nil, state.memories[content.digest] == nil {
                        state.memories[content.digest] = memory
                    }
                    return font
                })
        } catch {
            if case .file(let path, _) = source { return .failure(FontManagerError(error, about: .file(path))) }
            return .failure(FontManagerError(error))
        }
    }

    private static func register(
        _ content: Content, _ isEnabled: Bool, _ userInfo: String?, _ state: inout State
    ) throws(FontError) -> RegisteredFont {
        let (path, digest) = (content.path, content.digest)
        if let index = state.entries.firstIndex(where: { $0.font.sha256 == digest }) {
            return try register(again: index, content, isEnabled, userInfo, &state)
        }
        // Another font was at this path before.
        if let index = state.entries.firstIndex(where: { $0.content.path == path }) { remove(index, &state) }
        let described = isEnabled ? try add(content) : try describe(content)
        do throws(FontError) {
            try checkNames(described, isEnabled, among: state.entries)
            try checkBytes(of: content)
        } catch {
            if isEnabled { ApplicationFonts.remove(path) }
            throw error
        }
        let id = prefix + digest.prefix(32)
        let font = RegisteredFont(
            id: id, scope: .process, isEnabled: isEnabled, sha256: digest, userInfo: userInfo,
            faces: described.map { FontFace($0, id: id, path: content.file, isEnabled: isEnabled) },
            path: content.file, wasAlreadyRegistered: false, replaced: [], warnings: [])
        state.entries.append(Entry(font: font, content: content.used))
        state.news.append((id, isEnabled ? .added : .disabled))
        return font
    }

    /// Updates a font that is registered already: enables it and sets its mark, as requested.
    private static func register(
        again index: Int, _ content: Content, _ isEnabled: Bool, _ userInfo: String?, _ state: inout State
    ) throws(FontError) -> RegisteredFont {
        var entry = state.entries[index]
        // If other code has made fontconfig reload its configuration, the faces are lost.
        if isEnabled,
            !entry.font.isEnabled || !entry.content.isIntact || !ApplicationFonts.hasFaces(of: entry.content.path)
        {
            let described = try add(content)
            do throws(FontError) {
                try checkNames(
                    described, true, among: state.entries.enumerated().filter { $0.offset != index }.map(\.element))
                try checkBytes(of: content)
            } catch {
                ApplicationFonts.remove(content.path)
                throw error
            }
            if entry.content.path != content.path { ApplicationFonts.remove(entry.content.path) }
            entry.content = content.used
        }
        if let userInfo { entry.font.userInfo = userInfo }
        if isEnabled, !entry.font.isEnabled { state.news.append((entry.font.id, .enabled)) }
        entry.font = entry.font.changed(isEnabled: isEnabled || entry.font.isEnabled, path: entry.content.file)
        state.entries[index] = entry
        entry.font.wasAlreadyRegistered = true
        return entry.font
    }

    /// Resolves the path of a font and hashes its bytes.
    ///
    /// No lock is held while a file is hashed, so that other threads can look up fonts meanwhile.
    private func content(of source: Source) throws(FontError) -> Content {
        switch source {
        case .file(let path, let known):
            if let known, let scanned = known.scanned, (try? FileStatus(path: path).stamp) == known.stamp {
                return Content(path: scanned.path, digest: known.digest, stamp: known.stamp, scanned: scanned)
            }
            // A scan of another file that was at this path is not used.
            let (resolved, digest, stamp) = try Self.examine(path, known)
            return Content(path: resolved, digest: digest, stamp: stamp)
        case .memory(let memory):
            let digest = memory.digest.hexadecimal
            return state.withLock { Self.content(of: memory, digest, $0) }
        }
    }

    private static func content(of memory: SealedMemory, _ digest: String, _ state: State) -> Content {
        Content(path: path(of: (state.memories[digest] ?? memory).descriptor), digest: digest, stamp: nil)
    }

    /// Has fontconfig read a font that it does not have yet, without holding the lock.
    private func scanned(_ content: Content) -> Content {
        let known = state.withLock { state in
            state.entries.first { $0.content.digest == content.digest && $0.font.isEnabled }?.content
        }
        if content.scanned != nil || known.map({ $0.isIntact && ApplicationFonts.hasFaces(of: $0.path) }) == true {
            return content
        }
        var content = content
        // A file that is not a font is refused when it is registered.
        content.scanned = try? ScannedFont(path: content.path)
        content.scanned?.describe()
        return content
    }

    /// Throws an error if a file has changed since it was hashed: fontconfig may have read other bytes.
    private static func checkBytes(of content: Content) throws(FontError) {
        guard content.isIntact else {
            throw FontError(.registrationFailed, "The file was changed while it was registered. Try again.")
        }
    }

    /// Throws an error if an enabled font of the process has the same name.
    ///
    /// Another style of the same family may have the same name.
    private static func checkNames(
        _ faces: [ApplicationFace], _ isEnabled: Bool, among entries: [Entry]
    ) throws(FontError) {
        guard isEnabled else { return }
        let faces = Dictionary(grouping: faces.filter { !$0.postscriptName.isEmpty }, by: \.postscriptName.fontNameKey)
        for known in entries.filter(\.font.isEnabled).flatMap(\.font.faces) {
            let namesakes = faces[known.postscriptName.fontNameKey] ?? []
            guard namesakes.contains(where: { !Self.isOtherStyle($0, than: known) }) else { continue }
            throw FontError(
                .duplicatedName, "Another font of this process has the PostScript name \(known.postscriptName).")
        }
    }

    /// Whether two faces are different styles of one family, which programs distinguish by their attributes.
    private static func isOtherStyle(_ face: ApplicationFace, than known: FontFace) -> Bool {
        let family = face.typographicFamily ?? face.family
        guard family.fontNameKey == (known.typographicFamilyName ?? known.familyName).fontNameKey else { return false }
        return face.slant.rawValue != known.slant.rawValue || face.isVariable != known.isVariable
            || abs(face.weight - known.weight) > 0.5 || abs(face.width - known.width) > 0.5
    }

    // MARK: Changing

    /// Removes a registration.
    @discardableResult
    func unregister(_ id: String) -> FontManagerError? {
        change { state in
            guard let index = state.entries.firstIndex(where: { $0.font.id == id }) else {
                return Self.notRegistered(id)
            }
            Self.remove(index, &state)
            return nil
        }
    }

    private static func remove(_ index: Int, _ state: inout State) {
        let entry = state.entries.remove(at: index)
        state.news.append((entry.font.id, .removed))
        if entry.font.isEnabled { ApplicationFonts.remove(entry.content.path) }
    }

    /// Enables or disables a registration.
    func setEnabled(_ isEnabled: Bool, _ id: String) -> FontManagerError? {
        let known = state.withLock { $0.entries.first { $0.font.id == id }?.content }
        let read = isEnabled ? known.map(scanned) : nil
        return change { state in
            guard let index = state.entries.firstIndex(where: { $0.font.id == id }) else {
                return Self.notRegistered(id)
            }
            let content = state.entries[index].content
            if state.entries[index].font.isEnabled == isEnabled { return nil }
            if isEnabled {
                // The path may now have another font, which was not registered.
                guard content.isIntact else {
                    return FontManagerError(
                        .fileNotFound, "The file is not there any more, or holds something else.",
                        item: .registration(id))
                }
                do throws(FontError) {
                    let isRead = read?.path == content.path && read?.stamp == content.stamp
                    _ = try Self.register(isRead ? read ?? content : content, true, nil, &state)
                } catch {
                    return FontManagerError(error, about: .registration(id))
                }
            } else {
                ApplicationFonts.remove(content.path)
                state.entries[index].font = state.entries[index].font.changed(isEnabled: false, path: content.file)
                state.news.append((id, .disabled))
            }
            return nil
        }
    }

    private static func notRegistered(_ id: String) -> FontManagerError {
        FontManagerError(.notRegistered, "There is no such registration.", item: .registration(id))
    }

    // MARK: Looking

    /// Returns the registrations, oldest first.
    func fonts() -> [RegisteredFont] { state.withLock { $0.entries.map(\.font) } }

    /// Returns the paths of the fonts in fontconfig.
    func paths() -> [String] { state.withLock { $0.entries.map(\.content.path) } }

    /// Whether a registration is enabled and its file unchanged.
    ///
    /// Fonts that fontconfig lost when it reloaded its configuration are added again.
    func isAvailable(_ id: String) -> Bool {
        state.withLock { state in
            Self.restore(state.entries)
            return state.entries.contains { $0.font.id == id && $0.font.isEnabled && $0.content.isIntact }
        }
    }

    /// Returns a registration, enabled or not, if its file is unchanged.
    ///
    /// Fonts that fontconfig lost when it reloaded its configuration are added again.
    func intactFont(_ id: String) -> RegisteredFont? {
        state.withLock { state in
            Self.restore(state.entries)
            var font = state.entries.first { $0.font.id == id && $0.content.isIntact }?.font
            font?.wasAlreadyRegistered = true
            return font
        }
    }

    /// Opens the bytes of a registration.
    ///
    /// - Throws: `notRegistered`, or the reason why the file cannot be opened.
    func open(_ id: String) throws(FontManagerError) -> OwnedFileDescriptor {
        let (content, memory) = state.withLock { state -> (Content?, SealedMemory?) in
            let content = state.entries.first { $0.font.id == id }?.content
            return (content, content.flatMap { $0.stamp == nil ? state.memories[$0.digest] : nil })
        }
        if let memory { return memory.descriptor }
        guard let content else { throw Self.notRegistered(id) }
        do throws(FontError) {
            return try .openingFont(content.path)
        } catch {
            throw FontManagerError(error, about: .file(content.path))
        }
    }

    private static func restore(_ entries: [Entry]) {
        let enabled = entries.filter(\.font.isEnabled)
        let missing = Set(ApplicationFonts.missing(of: enabled.map(\.content.path)))
        for entry in enabled where missing.contains(entry.content.path) && entry.content.isIntact {
            _ = try? ApplicationFonts.add(entry.content.path)
        }
    }

    /// Returns the ids of the registrations that a descriptor stands for.
    func find(_ descriptor: FontDescriptor) -> Result<[String], FontManagerError> {
        guard descriptor.isNamed else {
            return .failure(
                FontManagerError(
                    .insufficientInfo, "The descriptor does not say what the font is called.",
                    item: .descriptor(descriptor)))
        }
        let ids = fonts().filter(descriptor.stands).map(\.id)
        if ids.isEmpty {
            return .failure(
                FontManagerError(
                    .assetNotFound, "No such font is registered in this process.", item: .descriptor(descriptor)))
        }
        return .success(ids)
    }

    /// Returns the enabled fonts whose files are unchanged, and where their bytes are.
    func enabledFonts() -> [(font: RegisteredFont, content: Content)] {
        state.withLock { state in
            Self.restore(state.entries)
            return state.entries.filter { $0.font.isEnabled && $0.content.isIntact }.map { ($0.font, $0.content) }
        }
    }

    /// Returns the enabled faces that pass a filter.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - withDetails: Whether to return the details of each face.
    /// - Returns: The faces whose files are unchanged.
    func faces(_ filter: FontFaceFilter, withDetails: Bool) -> [FontFace] {
        let fonts = enabledFonts()
        guard withDetails || !filter.languages.isEmpty else { return fonts.flatMap(\.font.faces).filter(filter.lets) }
        var files = FontFileContents()
        return fonts.flatMap { font, content -> [FontFace] in
            let faces = font.faces.filter(filter.lets)
            guard !faces.isEmpty, let details = files.details(of: content) else { return [] }
            return faces.compactMap { face in
                let known = details[face.index]
                guard (known ?? FontFaceDetails()).countMissing(of: filter.languages) == 0 else { return nil }
                var face = face
                if withDetails { face.details = known }
                return face
            }
        }
    }

    /// Returns the enabled faces, and each named instance of a variable face as a separate face.
    func faces() -> [FontFace] {
        enabledFonts().flatMap(\.font.faces).flatMap { [$0] + $0.namedInstances.map($0.instance) }
    }
}

extension RegisteredFont {
    /// Returns the same font with another state or path.
    fileprivate func changed(isEnabled: Bool, path: String?) -> RegisteredFont {
        var font = self
        font.isEnabled = isEnabled
        font.path = path
        for index in font.faces.indices {
            font.faces[index].isEnabled = isEnabled
            font.faces[index].path = path
        }
        return font
    }
}
