package import FontModel
package import InspectionClient
package import InspectionProtocol
package import LinuxSystem
internal import Registry
internal import SystemPackage

/// Turns descriptors that callers handed over into candidates: copied, sealed, hashed and examined.
///
/// A descriptor is read on a thread that may block and with a deadline, as it may belong to a file system that never
/// answers. The bytes in memory at one time are bounded over all callers.
package struct FontIntake: Sendable {
    /// The longest that reading one font may take: 64 MiB from a slow disk, not from a file system that hangs.
    package static let readingDeadline = Duration.seconds(20)

    /// The longest that reading a font of a size may take.
    package static func readingDeadline(for size: Int) -> Duration {
        readingDeadline * max(1, size / FontLimits.memorySize)
    }

    /// The bytes of fonts in memory at one time, over all callers.
    ///
    /// One font of the greatest size that is kept in memory always fits.
    package static let memoryBudget = 256 << 20

    /// The descriptors that are read at one time, over all callers.
    package static let readers = 6

    /// The rule that fonts break, in verdicts, which are on a list of those that nobody is to have.
    private static let denial = "Denied fonts"

    private let threads: BlockingThreads
    private let inspector: FontInspector
    private let denials: FontDenials
    private let directory: String
    private let allowance: @Sendable (ProviderIdentifier) -> FontAllowance
    private let memory = AsyncBudget(limit: Self.memoryBudget)
    private let turns = AsyncBudget(limit: Self.readers)
    private let stuckReads = StuckReads()

    /// Creates the intake.
    ///
    /// - Parameters:
    ///   - threads: Where descriptors are read: threads of its own, at least ``readers`` of them, as some may not come
    ///     back for long.
    ///   - inspector: Who examines the bytes.
    ///   - directory: Where there is room for fonts that are too large for memory.
    ///   - denials: Which fonts nobody is to have.
    ///   - allowance: How large fonts of a provider may be.
    package init(
        threads: BlockingThreads, inspector: FontInspector, directory: String,
        denials: FontDenials = FontDenials(),
        allowance: @escaping @Sendable (ProviderIdentifier) -> FontAllowance = { FontAllowance(of: $0) }
    ) {
        self.directory = directory
        self.allowance = allowance
        self.denials = denials
        self.threads = threads
        self.inspector = inspector
    }

    /// One font of a call, examined.
    struct Examined: Sendable {
        /// Its position in the call.
        var position: Int
        /// The font, or why it cannot be registered.
        var candidate: Result<FontCandidate, FontError>
    }

    /// Examines fonts and hands them on in groups that fit into the memory budget.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - provider: Whose fonts they are, for fairness between providers.
    ///   - staging: Who writes the fonts to the disk meanwhile, where they are to be published; whoever takes them has to
    ///     discard what is left there.
    ///   - body: Takes one group.
    func withCandidates(
        of fonts: [OwnedFileDescriptor], for provider: ProviderIdentifier, staging: FontStaging? = nil,
        _ body: ([Examined]) async -> Void
    ) async {
        var waiting = fonts.indices[...]
        while !waiting.isEmpty {
            var group: [Item] = []
            var bytes = 0
            while let position = waiting.first {
                let size = Self.size(within: limits(of: provider)) { () throws(Errno) in
                    try FileStatus(knownOf: fonts[position])
                }
                let next = Self.memory(for: (try? size.get()) ?? 0)
                // Half of the budget is what a provider gets; the size is asked for again with the next group.
                if !group.isEmpty, bytes + next > Self.memoryBudget / 2 { break }
                bytes += next
                group.append((position, fonts[position], size))
                waiting.removeFirst()
            }
            await memory.withShare(bytes, of: provider) {
                await body(await examine(group, for: provider, staging))
            }
        }
    }

    /// Examines one stored file of ours again.
    ///
    /// It takes no share of the memory budget: whoever holds one may be waiting for this to end.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - provider: Whose turn it counts as.
    /// - Returns: The bytes and what is in them.
    /// - Throws: Why the file cannot be used.
    package func candidate(
        of file: OwnedFileDescriptor, for provider: ProviderIdentifier
    ) async throws(FontError) -> FontCandidate {
        let size = Self.size(within: limits(of: provider)) { () throws(Errno) in try FileStatus(of: file) }
        return try await candidate(file, size, provider, nil).get()
    }

    /// A font of a call, with its size or why it cannot be read.
    private typealias Item = (position: Int, font: OwnedFileDescriptor, size: Result<Int, FontError>)

    private func examine(
        _ items: [Item], for provider: ProviderIdentifier, _ staging: FontStaging?
    ) async -> [Examined] {
        // One alone stays on its thread.
        if items.count == 1, let item = items.first {
            return [
                Examined(position: item.position, candidate: await candidate(item.font, item.size, provider, staging))
            ]
        }
        let examined = await withTaskGroup(of: Examined.self) { tasks in
            for item in items {
                tasks.addTask {
                    Examined(
                        position: item.position, candidate: await candidate(item.font, item.size, provider, staging))
                }
            }
            var examined: [Examined] = []
            while let next = await tasks.next() { examined.append(next) }
            return examined
        }
        return examined.sorted { $0.position < $1.position }
    }

    /// Examines a font without making a candidate of it.
    ///
    /// - Parameters:
    ///   - font: A readable regular file.
    ///   - provider: Whose turn it counts as.
    /// - Returns: The verdict, which may be a refusal; that of a font that is denied, without a look at it.
    /// - Throws: Why the file cannot be examined.
    package func inspection(
        of font: OwnedFileDescriptor, for provider: ProviderIdentifier
    ) async throws(FontError) -> FontInspection {
        let size = Self.size(within: limits(of: provider)) { () throws(Errno) in try FileStatus(knownOf: font) }
        return try await memory.withShare(Self.memory(for: try size.get()), of: provider) {
            () -> Result<FontInspection, FontError> in
            do throws(FontError) {
                let memory = try await seal(font, size: size.get(), for: provider)
                if let refusal = denials.refusal(of: memory.digest) {
                    let finding = FontInspection.Finding(
                        kind: .invalid, rule: Self.denial, message: refusal.reason)
                    return .success(FontInspection(format: nil, faces: [], findings: [finding], scanCost: 0))
                }
                return .success(try await inspector.inspect(memory, for: provider))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Copies a font that is drawn with and not registered, or a picture.
    ///
    /// - Parameters:
    ///   - font: A readable regular file.
    ///   - provider: Whose turn it counts as.
    /// - Returns: The bytes, of which nothing else is known.
    /// - Throws: Why the file cannot be read, or that the font is denied.
    package func copy(
        of font: OwnedFileDescriptor, for provider: ProviderIdentifier
    ) async throws(FontError) -> SealedMemory {
        let size = try Self.size(within: limits(of: provider)) { () throws(Errno) in try FileStatus(knownOf: font) }
            .get()
        let memory = try await memory.withShare(Self.memory(for: size), of: provider) {
            await Result { () async throws(FontError) in try await seal(font, size: size, for: provider) }
        }.get()
        if let refusal = denials.refusal(of: memory.digest) { throw FontError(.denied, refusal.reason) }
        return memory
    }

    private func candidate(
        _ font: OwnedFileDescriptor, _ size: Result<Int, FontError>, _ provider: ProviderIdentifier,
        _ staging: FontStaging?
    ) async -> Result<FontCandidate, FontError> {
        guard let staging else { return await candidate(font, size, provider, writing: nil) }
        return await staging.withArrival { await candidate(font, size, provider, writing: staging) }
    }

    private func candidate(
        _ font: OwnedFileDescriptor, _ size: Result<Int, FontError>, _ provider: ProviderIdentifier,
        writing staging: FontStaging?
    ) async -> Result<FontCandidate, FontError> {
        do throws(FontError) {
            let memory = try await seal(font, size: size.get(), for: provider)
            if let refusal = denials.refusal(of: memory.digest) { throw FontError(refusal) }
            guard let staging else { return await examine(memory, for: provider) }
            // Not before: whoever wrote would keep the worker waiting for its job.
            let early = EarlyStaging { await staging.stageEarly(memory, for: provider) }
            let examined = await examine(memory, for: provider) { early.begin() }
            guard let font = await early.font else { return examined }
            guard case .success(let candidate) = examined else {
                await staging.discard([font], of: provider)
                return examined
            }
            return .success(candidate.staged(as: font))
        } catch {
            return .failure(error)
        }
    }

    private func examine(
        _ memory: SealedMemory, for provider: ProviderIdentifier, onceUnderWay: @escaping @Sendable () -> Void = {}
    ) async -> Result<FontCandidate, FontError> {
        do throws(FontError) {
            let inspection = try await inspector.inspect(memory, for: provider, onceUnderWay: onceUnderWay)
            try limits(of: provider).checkFaces(inspection.faces.count)
            return .success(try FontCandidate(memory: memory, inspection: inspection))
        } catch {
            return .failure(error)
        }
    }

    /// Gives up what is being read: the service ends.
    package func endReading() { stuckReads.end() }

    /// Runs work on a caller's descriptor on a thread that may get stuck in it, in the provider's turn.
    private func read<Value: Sendable>(
        for provider: ProviderIdentifier, deadline: Duration, _ work: @escaping @Sendable () -> Value
    ) async -> Result<Value, FontError> {
        await turns.withShare(1, of: provider) {
            do throws(StuckReads.Failure) {
                return .success(try await stuckReads.run(on: threads, for: provider, deadline: deadline, work))
            } catch {
                return .failure(FontError(error, deadline: deadline))
            }
        }
    }

    private func seal(
        _ font: OwnedFileDescriptor, size: Int, for provider: ProviderIdentifier
    ) async throws(FontError) -> SealedMemory {
        try await read(for: provider, deadline: Self.readingDeadline(for: size)) {
            Result { () throws(FontError) in
                try Self.seal(font, size: size, within: limits(of: provider), in: directory)
            }
        }.get().get()
    }

    /// Copies a font of which the kernel knew a size; whoever serves its file system may know another by now.
    private static func seal(
        _ font: OwnedFileDescriptor, size: Int, within limits: SizeLimits, in directory: String
    ) throws(FontError) -> SealedMemory {
        _ = try Self.size(within: limits) { () throws(Errno) in try FileStatus(of: font) }.get()
        let memory: SealedMemory
        do throws(SealedMemory.Failure) {
            memory = try SealedMemory(
                copying: font, limit: size, inMemoryUpTo: FontLimits.memorySize, otherwiseIn: directory)
        } catch {
            switch error {
            case .tooLarge: throw FontError(.registrationFailed, "The file grew while it was read. Try again.")
            case .system(.badFileDescriptor):
                throw FontError(.insufficientPermissions, "The descriptor is not open for reading.")
            case .system(let errno): throw FontError(errno, while: "read the font")
            }
        }
        guard memory.size == size else {
            throw FontError(.registrationFailed, "The file became shorter while it was read. Try again.")
        }
        return memory
    }

    /// The bytes of memory that a font of a size needs.
    private static func memory(for size: Int) -> Int { size > FontLimits.memorySize ? 0 : size }

    private func limits(of provider: ProviderIdentifier) -> SizeLimits { SizeLimits(of: provider, allowance) }

    private static func size(
        within limits: SizeLimits, _ status: () throws(Errno) -> FileStatus
    ) -> Result<Int, FontError> {
        do throws(Errno) {
            let status = try status()
            guard status.kind == .regular else {
                return .failure(
                    FontError(.insufficientPermissions, "A font must be a regular file, not a \(status.kind)."))
            }
            guard status.stamp.size > 0 else {
                return .failure(FontError(.unrecognizedFormat, "The file is empty."))
            }
            let size = Int(status.stamp.size)
            return Result { () throws(FontError) in
                try limits.checkFileSize(size)
                return size
            }
        } catch {
            return .failure(FontError(error, while: "examine the descriptor"))
        }
    }
}

extension FontError {
    /// What a read that gave nothing means to whoever wanted the font.
    init(_ failure: StuckReads.Failure, deadline: Duration) {
        switch failure {
        case .overdue: self.init(.registrationFailed, "Reading the font took longer than \(deadline).")
        case .stuck:
            self.init(
                .busy,
                "Earlier reads for this program hang in a file system that does not answer. Copy the fonts to a disk, or "
                    + "try again once it answers.")
        case .unwanted:
            self.init(.busy, "The font service ended before the font was read. Try again.")
        case .overloaded:
            self.init(.busy, "Too many fonts are being read from file systems that do not answer. Try again later.")
        }
    }
}
