internal import ApplicationFonts
internal import FontModel
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// What is registered for this process alone.
///
/// All that is done here blocks while files are read.
final class ProcessScope: Sendable {
    /// fontconfig has one configuration for a process.
    static let shared = ProcessScope()

    private struct Entry {
        var font: RegisteredFont
        /// What tells the file from another in its place.
        var stamp: FileStamp
        var path: String
    }

    private struct State {
        var entries: [Entry] = []
        /// What has happened in the change that is under way.
        var news: [(id: String, kind: FontChange.Kind)] = []
    }

    private let state = Mutex(State())
    private let isPrepared = Atomic(false)
    private let listeners = Mutex<(last: Int, all: [Int: @Sendable (FontChange) -> Void])>((0, [:]))

    private static let prefix = "process-"

    /// Whether an id is one of process scope.
    static func isIdentifier(_ id: String) -> Bool { id.hasPrefix(prefix) }

    // MARK: Listening

    /// Tells of each change of the fonts from now on.
    ///
    /// - Parameter body: Called on any thread, while nobody else can change the fonts; it must not come back here.
    /// - Returns: What to stop it with.
    func listen(_ body: @escaping @Sendable (FontChange) -> Void) -> Int {
        listeners.withLock { listeners in
            listeners.last += 1
            listeners.all[listeners.last] = body
            return listeners.last
        }
    }

    /// Tells somebody no more.
    func stopListening(_ number: Int) { listeners.withLock { $0.all[number] = nil } }

    /// Changes the fonts, and tells what has become of them.
    private func change<Result, Failure>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { state throws(Failure) in
            // What failed may have changed something too: the font that lay at the path before has gone.
            defer {
                let news = state.news
                state.news = []
                if !news.isEmpty { tell(news) }
            }
            return try body(&state)
        }
    }

    private func tell(_ news: [(id: String, kind: FontChange.Kind)]) {
        let all = listeners.withLock { Array($0.all.values) }
        for (id, kind) in news {
            let change = FontChange(generation: 0, kind: kind, id: id, provider: nil, cause: .provider, reason: nil)
            for body in all { body(change) }
        }
    }

    // MARK: Registering

    /// A file that somebody has just looked at.
    struct KnownFile: Sendable {
        var stamp: FileStamp
        /// The SHA-256 as 64 hexadecimal digits.
        var digest: String
    }

    /// Whether nobody has begun to have fontconfig load its configuration, which ``prepare()`` does, and who asks is to.
    func isToBePrepared() -> Bool { !isPrepared.exchange(true, ordering: .relaxed) }

    /// Has fontconfig load its configuration, while others find out what to register.
    func prepare() { ApplicationFonts.prepare() }

    /// Registers a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - isEnabled: Whether the process finds it at once.
    ///   - userInfo: The application's own mark.
    ///   - known: What is known of the file, which is not hashed once more unless it has changed since.
    /// - Returns: The font, or why it was not registered.
    func register(
        _ path: String, isEnabled: Bool, userInfo: String?, known: KnownFile? = nil
    ) -> Result<RegisteredFont, FontManagerError> {
        do throws(FontError) {
            return .success(
                try change { state throws(FontError) in
                    try Self.register(path, isEnabled, userInfo, known, &state)
                })
        } catch {
            return .failure(FontManagerError(error, about: .file(path)))
        }
    }

    private static func register(
        _ path: String, _ isEnabled: Bool, _ userInfo: String?, _ known: KnownFile?, _ state: inout State
    ) throws(FontError) -> RegisteredFont {
        let (resolved, digest, stamp) = try examine(path, known)
        if let index = state.entries.firstIndex(where: { $0.font.sha256 == digest }) {
            return try register(again: index, at: resolved, stamp, isEnabled, userInfo, &state)
        }
        // Another font lay at this path before.
        if let index = state.entries.firstIndex(where: { $0.path == resolved }) { remove(index, &state) }
        let described = isEnabled ? try add(resolved) : try describe(resolved)
        do throws(FontError) {
            try checkNames(described, isEnabled, among: state.entries)
            // What was hashed is what fontconfig read.
            guard let now = try? FileStatus(path: resolved).stamp, now == stamp else {
                throw FontError(.registrationFailed, "The file was changed while it was registered. Try again.")
            }
        } catch {
            if isEnabled { ApplicationFonts.remove(resolved) }
            throw error
        }
        let id = prefix + digest.prefix(32)
        let font = RegisteredFont(
            id: id, scope: .process, isEnabled: isEnabled, sha256: digest, userInfo: userInfo,
            faces: described.map { FontFace($0, id: id, path: resolved, isEnabled: isEnabled) }, path: resolved,
            wasRegistered: false, replaced: [], warnings: [])
        state.entries.append(Entry(font: font, stamp: stamp, path: resolved))
        state.news.append((id, isEnabled ? .added : .disabled))
        return font
    }

    /// Brings what is registered already to what is asked for now.
    private static func register(
        again index: Int, at path: String, _ stamp: FileStamp, _ isEnabled: Bool, _ userInfo: String?,
        _ state: inout State
    ) throws(FontError) -> RegisteredFont {
        var entry = state.entries[index]
        let isThere = (try? FileStatus(path: entry.path).stamp) == entry.stamp
        if isEnabled, !entry.font.isEnabled || !isThere {
            let described = try add(path)
            do throws(FontError) {
                try checkNames(
                    described, true, among: state.entries.enumerated().filter { $0.offset != index }.map(\.element))
            } catch {
                ApplicationFonts.remove(path)
                throw error
            }
            if entry.path != path { ApplicationFonts.remove(entry.path) }
            (entry.path, entry.stamp) = (path, stamp)
        }
        if let userInfo { entry.font.userInfo = userInfo }
        if isEnabled, !entry.font.isEnabled { state.news.append((entry.font.id, .enabled)) }
        entry.font = entry.font.changed(isEnabled: isEnabled || entry.font.isEnabled, path: entry.path)
        state.entries[index] = entry
        entry.font.wasRegistered = true
        return entry.font
    }

    /// Looks whether a file may be a font, and what it holds.
    private static func examine(
        _ path: String, _ known: KnownFile? = nil
    ) throws(FontError) -> (path: String, digest: String, stamp: FileStamp) {
        let file = try OwnedFileDescriptor.openingFont(path)
        do throws(Errno) {
            let stamp = try FileStatus(of: file).stamp
            if let known, known.stamp == stamp, stamp.size <= FontLimits.fileSize {
                return (try FileSystem.resolved(path), known.digest, stamp)
            }
            // What is too large is not read.
            let digest = stamp.size > FontLimits.fileSize ? "" : try FileDigest.of(file).hexadecimal
            if !digest.isEmpty { return (try FileSystem.resolved(path), digest, stamp) }
        } catch {
            throw FontError(.insufficientPermissions, "Cannot be read: \(error).")
        }
        throw FontError(.exceededResourceLimit, "The file has more than \(FontLimits.fileSize >> 20) MiB.")
    }

    private static func add(_ path: String) throws(FontError) -> [ApplicationFace] {
        do throws(ApplicationFonts.Failure) {
            return try ApplicationFonts.add(path)
        } catch {
            throw fontError(error)
        }
    }

    /// Describes the faces of a file that is looked at alone.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isOwn: Whether it is the descriptor of one of this process' own files, which no symbolic link of somebody
    ///     else's stands for.
    /// - Returns: The faces.
    /// - Throws: Why there are none.
    static func described(_ path: String, isOwn: Bool = false) throws(FontError) -> [FontFace] {
        let resolved = isOwn ? path : try examine(path).path
        return try describe(resolved).map { FontFace($0, id: "", path: isOwn ? nil : resolved, isEnabled: false) }
    }

    private static func describe(_ path: String) throws(FontError) -> [ApplicationFace] {
        do throws(ApplicationFonts.Failure) {
            return try ApplicationFonts.faces(ofFileAt: path)
        } catch {
            throw fontError(error)
        }
    }

    private static func fontError(_ failure: ApplicationFonts.Failure) -> FontError {
        switch failure {
        case .noConfiguration:
            FontError(.registrationFailed, "fontconfig found no configuration; FONTCONFIG_FILE may name one.")
        case .noFace: FontError(.unrecognizedFormat, "fontconfig finds no font in the file.")
        }
    }

    /// Refuses a name that an enabled font of the process has.
    private static func checkNames(
        _ faces: [ApplicationFace], _ isEnabled: Bool, among entries: [Entry]
    ) throws(FontError) {
        guard isEnabled else { return }
        let names = Set(faces.map(\.postscriptName.fontNameKey)).subtracting([""])
        for entry in entries where entry.font.isEnabled {
            guard let face = entry.font.faces.first(where: { names.contains($0.postscriptName.fontNameKey) }) else {
                continue
            }
            throw FontError(
                .duplicatedName, "Another font of this process has the PostScript name \(face.postscriptName).")
        }
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
        if entry.font.isEnabled { ApplicationFonts.remove(entry.path) }
    }

    /// Enables or disables a registration.
    func setEnabled(_ isEnabled: Bool, _ id: String) -> FontManagerError? {
        change { state in
            guard let index = state.entries.firstIndex(where: { $0.font.id == id }) else {
                return Self.notRegistered(id)
            }
            if state.entries[index].font.isEnabled == isEnabled { return nil }
            if isEnabled {
                // Another font may lie there by now, which is none of what was registered.
                guard Self.isIntact(state.entries[index]) else {
                    return FontManagerError(
                        .fileNotFound, "The file is not there any more, or holds something else.",
                        item: .registration(id))
                }
                do throws(FontError) {
                    _ = try Self.register(state.entries[index].path, true, nil, nil, &state)
                } catch {
                    return FontManagerError(error, about: .registration(id))
                }
            } else {
                ApplicationFonts.remove(state.entries[index].path)
                state.entries[index].font = state.entries[index].font.changed(
                    isEnabled: false, path: state.entries[index].path)
                state.news.append((id, .disabled))
            }
            return nil
        }
    }

    private static func notRegistered(_ id: String) -> FontManagerError {
        FontManagerError(.notRegistered, "There is no such registration.", item: .registration(id))
    }

    // MARK: Looking

    /// The registrations, those first that came first.
    func fonts() -> [RegisteredFont] { state.withLock { $0.entries.map(\.font) } }

    /// Whether the file of a registration is what it was, and its faces are found.
    ///
    /// What fontconfig has lost as it loaded its configuration anew is added again.
    func isAvailable(_ id: String) -> Bool {
        state.withLock { state in
            Self.restore(state.entries)
            return state.entries.contains { $0.font.id == id && $0.font.isEnabled && Self.isIntact($0) }
        }
    }

    private static func isIntact(_ entry: Entry) -> Bool {
        (try? FileStatus(path: entry.path).stamp) == entry.stamp
    }

    private static func restore(_ entries: [Entry]) {
        let enabled = entries.filter(\.font.isEnabled)
        let missing = Set(ApplicationFonts.missing(of: enabled.map(\.path)))
        for entry in enabled where missing.contains(entry.path) && isIntact(entry) {
            _ = try? ApplicationFonts.add(entry.path)
        }
    }

    /// The registrations that a descriptor stands for.
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

    /// The enabled faces, the files of which are what they were.
    func faces() -> [FontFace] {
        state.withLock { state in
            Self.restore(state.entries)
            return state.entries.filter { $0.font.isEnabled && Self.isIntact($0) }.flatMap(\.font.faces)
                .flatMap { [$0] + $0.namedInstances.map($0.instance) }
        }
    }

    /// The best face for a descriptor; `nil` where none has its names.
    func face(
        for descriptor: FontDescriptor, among faces: [FontFace], mandatory: Set<FontDescriptor.Attribute>
    )
        -> FontFace?
    {
        // What these ask for only the service knows.
        guard descriptor.languages.isEmpty, descriptor.characters.isEmpty, descriptor.variation.isEmpty,
            descriptor.source == nil || descriptor.source == .process,
            descriptor.isNamed || descriptor.source == .process
        else { return nil }
        let marks = Dictionary(fonts().map { ($0.id, $0.userInfo) }) { first, _ in first }
        return faces.compactMap { face -> (rank: [Double], face: FontFace)? in
            guard let rank = descriptor.nameRank(of: face) else { return nil }
            if let userInfo = descriptor.userInfo, marks[face.id] != userInfo { return nil }
            let distance = descriptor.distance(to: face)
            guard mandatory.isEmpty || distance.allSatisfy({ $0 < 1 }) else { return nil }
            return ([Double(rank)] + distance, face)
        }.min { $0.rank.isNearer(than: $1.rank) }?.face
    }
}

extension RegisteredFont {
    /// The same font in another state or place.
    fileprivate func changed(isEnabled: Bool, path: String) -> RegisteredFont {
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

extension FontFace {
    /// What fontconfig says of a face of this process.
    init(_ face: ApplicationFace, id: String, path: String?, isEnabled: Bool) {
        self.init(
            id: id, source: .process, isEnabled: isEnabled, index: face.index, postscriptName: face.postscriptName,
            familyName: face.family, typographicFamilyName: face.typographicFamily, fullName: face.fullName,
            displayName: face.fullName, styleName: face.style, weight: face.weight, width: face.width,
            slant: FontSlant(rawValue: face.slant.rawValue) ?? .upright, isMonospace: face.isMonospace,
            isVariable: face.isVariable, variation: [:],
            namedInstances: face.instances.map {
                NamedFontInstance(
                    name: $0.style, postscriptName: $0.postscriptName, weight: $0.weight, width: $0.width,
                    variation: $0.variation)
            }, path: path)
    }
}
