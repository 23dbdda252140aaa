package import FontModel
package import InspectionClient
package import InspectionProtocol
package import LinuxSystem
internal import Registry
internal import SystemPackage

/// Turns descriptors from callers into candidates: copied, sealed, hashed and examined fonts.
///
/// A descriptor is read with a deadline, on a thread that may block, because it may belong to a file system that never
/// answers. The total number of bytes in memory at one time is limited over all callers.
package struct FontIntake: Sendable {
    /// The longest time that reading one font may take: enough for 64 MiB from a slow disk, not for a file system that
    /// hangs.
    package static let readingDeadline = Duration.seconds(20)

    /// The longest time that reading a font of a given size may take.
    package static func readingDeadline(for size: Int) -> Duration {
        readingDeadline * max(1, size / FontLimits.memorySize)
    }

    /// The limit on the bytes of fonts in memory at one time, over all callers.
    ///
    /// One font of the largest size that is kept in memory always fits.
    package static let memoryBudget = 256 << 20

    /// The number of descriptors that are read at one time, over all callers.
    package static let readers = 6

    /// The name of the rule in verdicts on denied fonts, which are on a list of fonts that must not be used.
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
    ///   - threads: The threads that read descriptors. The intake needs its own, at least ``readers`` of them, because
    ///     some may be blocked for a long time.
    ///   - inspector: The inspector that examines the bytes.
    ///   - directory: The directory for fonts that are too large for memory.
    ///   - denials: The fonts that must not be used.
    ///   - allowance: Returns the limits on the size of a provider's fonts.
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

    /// One examined font of a call.
    struct Examined: Sendable {
        /// Its position in the call.
        var position: Int
        /// The font, or the error if it cannot be registered.
        var candidate: Result<FontCandidate, FontError>
    }

    /// Examines fonts and passes them on in groups that fit into the memory budget.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - provider: The provider of the fonts, for fairness between providers.
    ///   - staging: The staging area that writes the fonts to the disk meanwhile, if they are to be published. The
    ///     caller has to discard what remains there.
    ///   - body: Receives one group.
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
                // A provider gets half of the budget; the size is requested again with the next group.
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

    /// Examines one of the service's own stored files again.
    ///
    /// It takes no share of the memory budget, because a task that holds a share may be waiting for this call to end.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - provider: The provider whose turn is used.
    /// - Returns: The bytes and a description of their content.
    /// - Throws: An error if the file cannot be used.
    package func candidate(
        of file: OwnedFileDescriptor, for provider: ProviderIdentifier
    ) async throws(FontError) -> FontCandidate {
        let size = Self.size(within: limits(of: provider)) { () throws(Errno) in try FileStatus(of: file) }
        return try await candidate(file, size, provider, nil).get()
    }

    /// A font of a call, with its size or the error if it cannot be read.
    private typealias Item = (position: Int, font: OwnedFileDescriptor, size: Result<Int, FontError>)

    private func examine(
        _ items: [Item], for provider: ProviderIdentifier, _ staging: FontStaging?
    ) async -> [Examined] {
        // A single font stays on its thread.
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

    /// Examines a font without creating a candidate.
    ///
    /// - Parameters:
    ///   - font: A readable regular file.
    ///   - provider: The provider whose turn is used.
    /// - Returns: The verdict, which may be a refusal. A denied font is refused without being examined.
    /// - Throws: An error if the file cannot be examined.
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

    /// Copies a picture, or a font that is used for drawing but not registered.
    ///
    /// - Parameters:
    ///   - font: A readable regular file.
    ///   - provider: The provider whose turn is used.
    /// - Returns: The bytes, without any examination of their content.
    /// - Throws: An error if the file cannot be read or the font is denied.
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
            // Staging does not begin earlier, because writing would keep the worker waiting for its job.
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

    /// Abandons all reads under way because the service is about to exit.
    package func endReading() { stuckReads.end() }

    /// Runs work on a caller's descriptor, in the provider's turn, on a thread that may block.
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

    /// Copies a font whose size the kernel reported.
    ///
    /// By this time, the server of its file system may report another size.
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
            case .tooLarge: throw FontError(.registrationFailed, "The file grew while it was being read. Try again.")
            case .system(.badFileDescriptor):
                throw FontError(.insufficientPermissions, "The descriptor is not open for reading.")
            case .system(let errno): throw FontError(errno, while: "read the font")
            }
        }
        guard memory.size == size else {
            throw FontError(.registrationFailed, "The file became shorter while it was being read. Try again.")
        }
        return memory
    }

    /// Returns the bytes of memory that a font of a given size needs.
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
    /// Creates the error for a caller whose font could not be read.
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
