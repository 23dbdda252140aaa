package import FontModel
package import InspectionClient
internal import InspectionProtocol
package import LinuxSystem
package import Registry
internal import SystemPackage

/// Answers queries of programs: the faces that exist, the best match, and the bytes of a font.
///
/// Everything except the bytes comes from the registry, both for the system's fonts and for registered ones. No font is
/// parsed, with one exception: a file of the system that a sandboxed program opens and that users other than root may
/// have written.
package struct FontQueries: Sendable {
    /// The maximum number of changes in one reply.
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
    /// The error that prevents reading the registrations; `nil` if they are readable.
    package let unreadable: FontError?

    /// The maximum number of files read at one time; one provider can use half of them.
    package static let readers = 4

    /// Creates the queries.
    ///
    /// - Parameters:
    ///   - registry: The registry of all faces.
    ///   - systemFaces: Keeps the system's faces up to date.
    ///   - publisher: Locates the bytes of registered fonts.
    ///   - inspector: Inspects files that must not be lent unchecked.
    ///   - threads: The threads that read files. They are used for nothing else, and there are at least ``readers`` of
    ///     them, because a hanging file system blocks them.
    ///   - directory: The directory with room for fonts that are too large for memory.
    ///   - unreadable: The error that prevents reading the registrations, if the registry is only a substitute for an
    ///     unreadable one. An empty list would then wrongly mean that nothing is registered.
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
    ///   - descriptors: The properties that the faces should have.
    ///   - mandatory: The attributes in which a face must not differ.
    ///   - details: Whether to include languages, and names in all languages.
    ///   - audience: The caller's audience.
    /// - Returns: One face per descriptor, `nil` if nothing matches.
    /// - Throws: The error that prevented reading the registry.
    package func match(
        _ descriptors: [FontDescriptor], mandatory: Set<DescriptorAttribute>, details: Bool,
        audience: FaceAudience
    ) async throws(FontError) -> [FaceRecord?] {
        await systemFaces.ready()
        return try await FontError.mapping { () throws(RegistryError) in
            try await registry.faces.match(descriptors, mandatory: mandatory, details: details, for: audience)
        }
    }

    /// The best face for a descriptor, if it is known without waiting; see ``Registry/Registry/matchAtOnce(_:for:)``.
    package func matchAtOnce(_ descriptor: FontDescriptor, audience: FaceAudience) -> FaceRecord? {
        systemFaces.isAtHand ? registry.faces.matchAtOnce(descriptor, for: audience) : nil
    }

    /// The families that have a visible face, sorted, in pages.
    ///
    /// - Parameters:
    ///   - filter: Selects the faces and the page.
    ///   - caller: Identifies the caller; callers are served in turn.
    /// - Returns: The page, and the cursor of the next if there is more.
    /// - Throws: `InvalidCursor`, or the error that prevented reading the registry.
    package func families(
        _ filter: FaceFilter, for caller: String
    ) async throws(FontError) -> (families: [String], cursor: String?) {
        await systemFaces.ready()
        return try await inTurn(of: caller) { () throws(RegistryError) in try await registry.faces.families(filter) }
    }

    /// The visible faces, in pages.
    ///
    /// - Parameters:
    ///   - filter: Selects the faces and the page.
    ///   - details: Whether to include languages, and names in all languages.
    ///   - caller: Identifies the caller; callers are served in turn.
    /// - Returns: The page.
    /// - Throws: `InvalidCursor`, or the error that prevented reading the registry.
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
    ///   - filter: Selects the registrations and the page.
    ///   - caller: Identifies the caller; callers are served in turn.
    /// - Returns: The page.
    /// - Throws: `InvalidCursor`, or the error that prevented reading the registry.
    package func registrations(
        _ filter: RegistrationFilter, for caller: String
    ) async throws(FontError) -> RegistrationPage {
        if let unreadable { throw unreadable }
        return try await inTurn(of: filter.isAboutOne ? nil : caller) { () throws(RegistryError) in
            try await registry.registrations.page(matching: filter)
        }
    }

    /// Writes complete lists to files.
    package var listFiles: FontListFiles { FontListFiles(queries: self) }

    /// Reads a list when it is the caller's turn.
    ///
    /// - Parameters:
    ///   - caller: Identifies the caller; `nil` for a query that is not a list and need not wait.
    ///   - body: Reads the list.
    /// - Returns: The result of the body.
    /// - Throws: The error that the body throws.
    func inTurn<Result: Sendable>(
        of caller: String?, _ body: () async throws(RegistryError) -> Result
    ) async throws(FontError) -> Result {
        guard let caller else { return try await FontError.mapping(body) }
        return try await lists.inTurn(of: caller) { () async throws(FontError) in try await FontError.mapping(body) }
    }

    /// The registrations of a provider that each descriptor names, enabled or not.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors.
    ///   - provider: The provider.
    ///   - limit: The maximum number of registrations for all descriptors together.
    /// - Returns: One array of registrations per descriptor.
    /// - Throws: `ExceededResourceLimit` if there are more than `limit`, or the error that prevented reading the
    ///   registry.
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
    ///   - filter: Selects the providers and the page.
    ///   - caller: Identifies the caller; callers are served in turn.
    /// - Returns: The page, and the cursor of the next if there is more.
    /// - Throws: `InvalidCursor`, or the error that prevented reading the providers.
    package func providers(
        matching filter: ProviderFilter, for caller: String
    ) async throws(FontError) -> (providers: [ProviderUsage], cursor: String?) {
        if let unreadable { throw unreadable }
        return try await inTurn(of: caller) { () throws(RegistryError) in
            try await registry.providers.page(matching: filter)
        }
    }

    /// A summary of the registered fonts in numbers.
    package func summary() async throws(FontError) -> LibrarySummary {
        try await FontError.mapping { () throws(RegistryError) in try await registry.summary() }
    }

    /// The changes after a generation.
    ///
    /// - Parameters:
    ///   - generation: The generation that the caller knows.
    ///   - provider: The provider whose changes to return; `nil` for those of all providers.
    /// - Returns: The newest changes, at most ``changesPerReply``, and whether they are complete.
    /// - Throws: The error that prevented reading the registry.
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

    /// Opens a font as sealed memory.
    ///
    /// It never returns a descriptor of a published file, because the descriptor's owner could write to the file.
    ///
    /// - Parameters:
    ///   - id: A registration or a face of the system.
    ///   - index: The face within its file; by default the first.
    ///   - caller: A name that identifies the caller; never reused.
    ///   - provider: The caller's provider.
    ///   - isSandboxed: Whether the caller may be unable to read the user's files. It is then given only files that are
    ///     fonts.
    ///   - audience: Determines which unpublished fonts may be opened.
    ///   - mayOpenHidden: Whether a font that programs do not find may be opened, given its owner.
    /// - Returns: The face with the id, and a sealed file with the bytes of its file.
    /// - Throws: `NotRegistered` for an id that is unknown or hidden from the caller, `ExceededResourceLimit` for a
    ///   caller who has too much open, `InvalidFontData` for a file that is not given to sandboxed programs, or the
    ///   error that prevented reading the file.
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
        // A file on disk could be changed by the program that has it open. Therefore each borrower gets its own copy.
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

    /// Finds a face by its id, if the caller may see it.
    ///
    /// - Parameters:
    ///   - id: A registration or a face of the system.
    ///   - audience: Determines which unpublished fonts may be seen.
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

    /// Whether an audience may see a registered face, or has its own registration of the same bytes.
    private func isAllowed(_ face: FaceRecord, to audience: FaceAudience) async throws(FontError) -> Bool {
        if face.isVisible(to: audience) { return true }
        guard case .owner(let provider, _) = audience, let digest = face.digest, face.isVisible(to: .everybody) else {
            return false
        }
        return try await registrations(of: digest).contains { $0.provider == provider }
    }

    /// Opens the file of a face for a worker.
    ///
    /// This is not a copy, because a worker can neither change a file nor pass it on.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - provider: The provider whose share of the readers is used.
    /// - Returns: The file, for reading only.
    /// - Throws: The error that prevented opening the file.
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

    /// Lends a font that is not registered; it counts as an opened font.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - caller: A name that identifies the caller; never reused.
    ///   - provider: The caller's provider.
    /// - Returns: A read-only descriptor for the caller alone.
    /// - Throws: `ExceededResourceLimit` for a caller who has too much open, `Busy` if all callers together have too
    ///   much open.
    package func lend(
        _ font: SealedMemory, to caller: String, of provider: ProviderIdentifier
    ) async throws(FontError) -> OwnedFileDescriptor {
        let borrower = LentMemory.Borrower(name: caller, provider: provider)
        return try await lentMemory.lend(.content(font.digest), size: font.size, to: borrower) {
            LentMemory.File(descriptor: font.descriptor, size: font.size)
        }.descriptor
    }

    /// Lends sealed memory that no other caller can request, such as a picture.
    ///
    /// - Parameters:
    ///   - memory: The memory, which is sealed.
    ///   - size: The number of bytes.
    ///   - caller: A name that identifies the caller; never reused.
    ///   - provider: The caller's provider.
    /// - Returns: A read-only descriptor for the caller alone.
    /// - Throws: `ExceededResourceLimit` for a caller who has too much open, `Busy` if all callers together have too
    ///   much open.
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

    /// Checks that bytes are those of the font that they are lent as.
    ///
    /// If they are not, nothing about their content is reported: they may be any file that the user can read.
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

    /// Abandons all running reads because the service is ending.
    package func endReading() { stuckReads.end() }

    /// Reads from a file on a thread that may block indefinitely.
    private func read<Value: Sendable>(
        for provider: ProviderIdentifier, _ work: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        // The deadline starts when a thread is available: a caller that waits behind hanging files is not at fault.
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
    /// Whether the audience may see the face.
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
