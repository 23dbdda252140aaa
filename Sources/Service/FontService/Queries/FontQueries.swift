package import FontModel
package import InspectionClient
internal import InspectionProtocol
package import LinuxSystem
package import Registry
internal import SystemPackage

/// Answers what consumers ask: which faces there are, which fits best, and the bytes of one.
///
/// Everything but the bytes comes from the registry, for the system's fonts as well as ours; no font is parsed but for
/// a file of the system's that a sandbox wants and that others than root may have put there.
package struct FontQueries: Sendable {
    /// The most changes that one reply tells.
    package static let changesPerReply = 1000

    let registry: Registry
    let systemFaces: SystemFacesService
    private let publisher: LibraryPublisher
    private let inspector: FontInspector
    private let threads: BlockingThreads
    private let directory: String
    private let reading = AsyncBudget(limit: Self.readers)
    let lists = FairTurns()
    private let stuckReads = StuckReads()
    let lentMemory = LentMemory()
    /// Why it is not known what is registered; `nil` where it is.
    package let unreadable: FontError?

    /// How many files are read at one time, half of them for one provider.
    package static let readers = 4

    /// Creates the queries.
    ///
    /// - Parameters:
    ///   - registry: What is known of all faces.
    ///   - systemFaces: Who keeps the system's faces up to date.
    ///   - publisher: Who knows where the bytes of our fonts are.
    ///   - inspector: Who examines files that are not to be lent unseen.
    ///   - threads: Where files are read: threads of its own, at least ``readers`` of them, as a file system that hangs
    ///     keeps them.
    ///   - directory: Where there is room for fonts that are too large for memory.
    ///   - unreadable: Why it is not known what is registered, where the registry only stands for one that cannot be
    ///     read: to list nothing then would say that there is nothing.
    package init(
        registry: Registry, systemFaces: SystemFacesService, publisher: LibraryPublisher,
        inspector: FontInspector, threads: BlockingThreads, directory: String,
        unreadable: FontError? = nil
    ) {
        self.directory = directory
        self.inspector = inspector
        self.unreadable = unreadable
        self.registry = registry
        self.systemFaces = systemFaces
        self.publisher = publisher
        self.threads = threads
    }

    /// The current generation.
    package func generation() async throws(FontError) -> UInt64 {
        try await FontError.mapping { () throws(RegistryError) in try await registry.generation() }
    }

    /// The best face for each descriptor.
    ///
    /// - Parameters:
    ///   - descriptors: What the faces should be like.
    ///   - mandatory: The attributes in which a face must not differ.
    ///   - details: Whether to tell languages, and names in all languages.
    ///   - audience: Who is told.
    /// - Returns: One face per descriptor, `nil` where nothing matches.
    /// - Throws: What kept the registry from being read.
    package func match(
        _ descriptors: [FontDescriptor], mandatory: Set<DescriptorAttribute>, details: Bool,
        audience: FaceAudience
    ) async throws(FontError) -> [FaceRecord?] {
        await systemFaces.ready()
        return try await FontError.mapping { () throws(RegistryError) in
            try await registry.faces.match(descriptors, mandatory: mandatory, details: details, for: audience)
        }
    }

    /// The best face for a descriptor, where that is known without waiting; see ``Registry/Registry/matchAtOnce(_:for:)``.
    package func matchAtOnce(_ descriptor: FontDescriptor, audience: FaceAudience) -> FaceRecord? {
        systemFaces.isAtHand ? registry.faces.matchAtOnce(descriptor, for: audience) : nil
    }

    /// The families that have a visible face, sorted, in pages.
    ///
    /// - Parameters:
    ///   - filter: Which faces, and where to go on.
    ///   - caller: Tells callers apart, who are served in turn.
    /// - Returns: The page, and the cursor of the next if there is more.
    /// - Throws: `InvalidCursor`, or what kept the registry from being read.
    package func families(
        _ filter: FaceFilter, for caller: String
    ) async throws(FontError) -> (families: [String], cursor: String?) {
        await systemFaces.ready()
        return try await inTurn(of: caller) { () throws(RegistryError) in try await registry.faces.families(filter) }
    }

    /// The visible faces, in pages.
    ///
    /// - Parameters:
    ///   - filter: Which faces, and where to go on.
    ///   - details: Whether to tell languages, and names in all languages.
    ///   - caller: Tells callers apart, who are served in turn.
    /// - Returns: The page.
    /// - Throws: `InvalidCursor`, or what kept the registry from being read.
    package func faces(
        _ filter: FaceFilter, details: Bool, for caller: String
    ) async throws(FontError) -> FacePage {
        await systemFaces.ready()
        return try await inTurn(of: filter.isAboutOne ? nil : caller) { () throws(RegistryError) in
            try await registry.faces.page(filter, details: details)
        }
    }

    /// Registrations with their faces, in pages.
    ///
    /// - Parameters:
    ///   - filter: Which registrations, and where to go on.
    ///   - caller: Tells callers apart, who are served in turn.
    /// - Returns: The page.
    /// - Throws: `InvalidCursor`, or what kept the registry from being read.
    package func registrations(
        _ filter: RegistrationFilter, for caller: String
    ) async throws(FontError) -> RegistrationPage {
        if let unreadable { throw unreadable }
        return try await inTurn(of: filter.isAboutOne ? nil : caller) { () throws(RegistryError) in
            try await registry.registrations.page(matching: filter)
        }
    }

    /// Whole lists, in files.
    package var listFiles: FontListFiles { FontListFiles(queries: self) }

    /// Reads a list when it is the caller's turn.
    ///
    /// - Parameters:
    ///   - caller: Tells callers apart; `nil` for what is no list and need not wait.
    ///   - body: Reads it.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    func inTurn<Result: Sendable>(
        of caller: String?, _ body: () async throws(RegistryError) -> Result
    ) async throws(FontError) -> Result {
        guard let caller else { return try await FontError.mapping(body) }
        return try await lists.inTurn(of: caller) { () async throws(FontError) in try await FontError.mapping(body) }
    }

    /// The registrations of a provider that each descriptor names, enabled or not.
    ///
    /// - Parameters:
    ///   - descriptors: What is asked for.
    ///   - provider: Whose registrations.
    ///   - limit: The most registrations of all descriptors together.
    /// - Returns: As many as descriptors.
    /// - Throws: `ExceededResourceLimit` where there are more than `limit`, or what kept the registry from being read.
    func registrations(
        named descriptors: [FontDescriptor], of provider: ProviderIdentifier, limit: Int
    ) async throws(FontError) -> [[NamedRegistration]] {
        let named = try await FontError.mapping { () throws(RegistryError) in
            try await registry.registrations.named(descriptors, of: provider, limit: limit)
        }
        guard let named else {
            throw FontError(
                .exceededResourceLimit, "The descriptors name more than \(limit) fonts. Give fewer at a time.")
        }
        return named
    }

    /// One page of the providers that have fonts.
    ///
    /// - Parameters:
    ///   - filter: Which to list.
    ///   - caller: Tells callers apart, who are served in turn.
    /// - Returns: The page, and the cursor of the next if there is more.
    /// - Throws: `InvalidCursor`, or what kept them from being read.
    package func providers(
        matching filter: ProviderFilter, for caller: String
    ) async throws(FontError) -> (providers: [ProviderUsage], cursor: String?) {
        if let unreadable { throw unreadable }
        return try await inTurn(of: caller) { () throws(RegistryError) in
            try await registry.providers.page(matching: filter)
        }
    }

    /// The registered fonts in numbers.
    package func summary() async throws(FontError) -> LibrarySummary {
        try await FontError.mapping { () throws(RegistryError) in try await registry.summary() }
    }

    /// What has changed after a generation.
    ///
    /// - Parameters:
    ///   - generation: What the caller knows.
    ///   - provider: Whose changes to tell; `nil` for everybody's.
    /// - Returns: The newest changes, at most ``changesPerReply``, and whether they tell everything.
    /// - Throws: What kept the registry from being read.
    package func changes(
        since generation: UInt64, of provider: ProviderIdentifier? = nil
    ) async throws(FontError) -> RegistryChanges {
        if let unreadable { throw unreadable }
        var changes = try await FontError.mapping { () throws(RegistryError) in
            try await registry.changes(since: generation, of: provider)
        }
        if changes.changes.count > Self.changesPerReply {
            changes.changes = Array(changes.changes.suffix(Self.changesPerReply))
            changes.isComplete = false
        }
        return changes
    }

    /// The bytes of a font, as sealed memory: never a descriptor of a published file, whose owner could write to it.
    ///
    /// - Parameters:
    ///   - id: A registration or a face of the system.
    ///   - index: The face within its file; the first where it is left out.
    ///   - caller: Tells callers apart; never given twice.
    ///   - provider: Who the caller is.
    ///   - isSandboxed: Whether the caller may be unable to read the user's files, so that it is given none that is
    ///     not a font.
    ///   - audience: Which fonts that are not published may be opened.
    ///   - mayOpenHidden: Whether a font that programs do not find may be opened, given its owner.
    /// - Returns: The face that the id stands for, and a sealed file with the bytes of its file.
    /// - Throws: `NotRegistered` for an id that is unknown or hidden from the caller, `ExceededResourceLimit` for a
    ///   caller who has too much open, `InvalidFontData` for a file that a sandbox is not given, and whatever keeps the
    ///   file from being read.
    package func open(
        _ id: FontIdentifier, index: Int? = nil, for caller: String, of provider: ProviderIdentifier, isSandboxed: Bool,
        audience: FaceAudience, mayOpenHidden: (ProviderIdentifier) -> Bool
    ) async throws(FontError) -> OpenedFont {
        let face = try await FontError.mapping { () throws(RegistryError) in
            try await registry.faces.face(id, index: index)
        }
        guard let face else { throw unreadable ?? Self.unknown }
        let key: LentMemory.Key
        let file: OwnedFileDescriptor
        let size: Int
        var isToBeExamined = false
        switch face.source {
        case .system:
            guard let path = face.path else { throw Self.unknown }
            let opened = try await read(for: provider) { () throws(FontError) in try SystemFontFile(opening: path) }
            isToBeExamined = isSandboxed && !opened.isOfRoot
            key = .file(path: path, stamp: opened.stamp, examinedAs: isToBeExamined ? id : nil)
            (file, size) = (opened.descriptor, Int(opened.stamp.size))
        case .typecase:
            guard let owner = face.provider, let digest = face.digest else { throw Self.unknown }
            guard try await isAllowed(face, to: audience) || mayOpenHidden(owner) else { throw Self.unknown }
            let opened = try await publisher.context.openFile(of: digest) { work async throws(FontError) in
                try await read(for: provider, work)
            }
            (key, file, size) = (.content(digest), opened, face.size ?? 0)
        }
        // The holder of a file on a disk could change it, and therefore has a copy of its own.
        let sharedKey = size > FontLimits.memorySize ? nil : key
        let borrower = LentMemory.Borrower(name: caller, provider: provider)
        let isExamined = isToBeExamined
        let memory = try await lentMemory.lend(sharedKey, size: size, to: borrower) { () async throws(FontError) in
            let memory = try await read(for: provider) { () throws(FontError) in
                try Self.copy(file, expecting: face.digest, orTo: directory)
            }
            if isExamined { try await examine(memory, as: face, for: provider) }
            return LentMemory.File(descriptor: memory.descriptor, size: memory.size)
        }
        return OpenedFont(face: face, memory: memory.descriptor, size: memory.size)
    }

    /// Finds a face by its id, for somebody who may see it.
    ///
    /// - Parameters:
    ///   - id: A registration or a face of the system.
    ///   - audience: Which fonts that are not published may be seen.
    ///   - mayOpenHidden: Whether a font that programs do not find may be seen, given its owner.
    /// - Returns: The face.
    /// - Throws: `NotRegistered` for an id that is unknown or hidden from the caller.
    func face(
        _ id: FontIdentifier, for audience: FaceAudience, mayOpenHidden: (ProviderIdentifier) -> Bool
    ) async throws(FontError) -> FaceRecord {
        let face = try await FontError.mapping { () throws(RegistryError) in try await registry.faces.face(id) }
        guard let face else { throw unreadable ?? Self.unknown }
        if face.source == .system || face.provider.map(mayOpenHidden) == true { return face }
        guard try await isAllowed(face, to: audience) else { throw Self.unknown }
        return face
    }

    /// Whether somebody may see a registered face, also one of whose bytes it has a registration of its own.
    private func isAllowed(_ face: FaceRecord, to audience: FaceAudience) async throws(FontError) -> Bool {
        if face.isVisible(to: audience) { return true }
        guard case .owner(let provider, _) = audience, let digest = face.digest, face.isVisible(to: .everybody) else {
            return false
        }
        return try await registrations(of: digest).contains { $0.provider == provider }
    }

    /// Opens the file of a face for a worker: not a copy, as no worker can change a file or hand it on.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - provider: Whose turn it uses up.
    /// - Returns: The file, for reading only.
    /// - Throws: What keeps it from being opened.
    func fileForWorker(
        of face: FaceRecord, for provider: ProviderIdentifier
    ) async throws(FontError) -> OwnedFileDescriptor {
        if let path = face.path {
            return try await read(for: provider) { () throws(FontError) in
                try SystemFontFile(opening: path).descriptor
            }
        }
        guard let digest = face.digest else { throw Self.unknown }
        return try await publisher.context.openFile(of: digest) { work async throws(FontError) in
            try await read(for: provider, work)
        }
    }

    /// Lends a font that is registered nowhere, which counts as one that was opened.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - caller: Tells callers apart; never given twice.
    ///   - provider: Who the caller is.
    /// - Returns: A read-only opening for the caller alone.
    /// - Throws: `ExceededResourceLimit` for a caller who has too much open, `Busy` where all together have too much.
    package func lend(
        _ font: SealedMemory, to caller: String, of provider: ProviderIdentifier
    ) async throws(FontError) -> OwnedFileDescriptor {
        let borrower = LentMemory.Borrower(name: caller, provider: provider)
        return try await lentMemory.lend(.content(font.digest), size: font.size, to: borrower) {
            LentMemory.File(descriptor: font.descriptor, size: font.size)
        }.descriptor
    }

    /// Lends sealed memory that nobody else can want, such as a picture.
    ///
    /// - Parameters:
    ///   - memory: The memory, which is sealed.
    ///   - size: Its bytes.
    ///   - caller: Tells callers apart; never given twice.
    ///   - provider: Who the caller is.
    /// - Returns: A read-only opening for the caller alone.
    /// - Throws: `ExceededResourceLimit` for a caller who has too much open, `Busy` where all together have too much.
    func lend(
        sealed memory: OwnedFileDescriptor, size: Int, to caller: String, of provider: ProviderIdentifier
    ) async throws(FontError) -> OwnedFileDescriptor {
        let borrower = LentMemory.Borrower(name: caller, provider: provider)
        return try await lentMemory.lend(nil, size: size, to: borrower) {
            LentMemory.File(descriptor: memory, size: size)
        }.descriptor
    }

    private func registrations(of digest: FontDigest) async throws(FontError) -> [RegistrationRecord] {
        try await FontError.mapping { () throws(RegistryError) in try await registry.registrations.records(of: digest) }
    }

    private static let unknown = FontError(.notRegistered, "No font has this id.")

    /// Makes sure that bytes are those of the font that they are to be lent as.
    ///
    /// Nothing of what is in them is told where they are not: they may be anything that the user can read.
    private func examine(
        _ memory: SealedMemory, as face: FaceRecord, for provider: ProviderIdentifier
    ) async throws(FontError) {
        let inspection = try await inspector.inspect(memory, for: provider)
        guard inspection.refusal == nil, face.isAmong(inspection.faces) else {
            throw FontError(
                .invalidFontData,
                "The file in the place of the font is not the font that was found there, or not of a kind that "
                    + "sandboxed programs are given from the user's own directories.")
        }
    }

    /// Gives up what is being read: the service ends.
    package func endReading() { stuckReads.end() }

    /// Reads from a file on a thread that may get stuck in it.
    private func read<Value: Sendable>(
        for provider: ProviderIdentifier, _ work: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        // The deadline counts from when there is a thread: whoever waits behind files that hang is not at fault.
        let result = await reading.withShare(1, of: provider) { () async -> Result<Value, FontError> in
            let deadline = FontIntake.readingDeadline
            do throws(StuckReads.Failure) {
                return try await stuckReads.run(on: threads, for: provider, deadline: deadline) {
                    Result { () throws(FontError) in try work() }
                }
            } catch {
                if error == .overdue {
                    return .failure(FontError(.busy, "The font's file could not be read in time. Try again later."))
                }
                return .failure(FontError(error, deadline: deadline))
            }
        }
        return try result.get()
    }

    private static func copy(
        _ file: OwnedFileDescriptor, expecting digest: FontDigest?, orTo directory: String
    ) throws(FontError) -> SealedMemory {
        let memory: SealedMemory
        do throws(SealedMemory.Failure) {
            memory = try SealedMemory(
                copying: file, limit: FontLimits.fileSize, inMemoryUpTo: FontLimits.memorySize,
                otherwiseIn: directory)
        } catch {
            switch error {
            case .tooLarge(let limit):
                throw FontError(.exceededResourceLimit, "The font has more than \(limit) bytes.")
            case .system(let errno): throw FontError(errno, while: "read the font")
            }
        }
        if let digest, memory.digest != digest {
            throw FontError(.corrupt, "The font's file was altered after it was registered.")
        }
        return memory
    }
}

extension FaceRecord {
    /// Whether somebody may see it.
    fileprivate func isVisible(to audience: FaceAudience) -> Bool {
        guard isEnabled else { return false }
        switch audience {
        case .everybody: return visibility == .session
        case .grantees: return true
        case .owner(let owner, let fonts):
            return provider == owner && visibility == .session || digest.map(fonts.contains) ?? false
        }
    }
}
