package import FontModel
package import InspectionPool
package import LinuxSystem
internal import SystemPackage

/// Turns descriptors that callers handed over into candidates: copied, sealed, hashed and examined.
///
/// A descriptor is read on a thread that may block and with a deadline, as it may belong to a file system that never
/// answers. The bytes in memory at one time are bounded over all callers.
package struct FontIntake: Sendable {
    /// The longest that reading one font may take: 64 MiB from a slow disk, not from a file system that hangs.
    package static let readingDeadline = Duration.seconds(20)

    /// The bytes of fonts in memory at one time, over all callers.
    ///
    /// One font of the greatest size always fits.
    package static let memoryBudget = 256 << 20

    private let threads: BlockingThreads
    private let inspectionPool: InspectionPool
    private let budget: AsyncBudget

    /// Creates the intake.
    ///
    /// - Parameters:
    ///   - threads: Where descriptors are read.
    ///   - inspectionPool: Who examines the bytes.
    package init(threads: BlockingThreads, inspectionPool: InspectionPool) {
        self.threads = threads
        self.inspectionPool = inspectionPool
        budget = AsyncBudget(limit: Self.memoryBudget)
    }

    /// Examines fonts and hands them on in groups that fit into the memory budget.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - provider: Whose fonts they are, for fairness between providers.
    ///   - body: Takes one group: the positions in `fonts` and the candidates, or why there is none.
    func withCandidates(
        of fonts: [OwnedFileDescriptor], for provider: ProviderIdentifier,
        _ body: ([(position: Int, candidate: Result<FontCandidate, FontError>)]) async -> Void
    ) async {
        var position = 0
        while position < fonts.count {
            var group: [(position: Int, font: OwnedFileDescriptor, size: Result<Int, FontError>)] = []
            var bytes = 0
            while position < fonts.count {
                let size = Self.size(of: fonts[position])
                let next = (try? size.get()) ?? 0
                if !group.isEmpty, bytes + next > Self.memoryBudget / 2 { break }
                bytes += next
                group.append((position, fonts[position], size))
                position += 1
            }
            await budget.withShare(bytes) {
                let candidates = await withTaskGroup(of: (Int, Result<FontCandidate, FontError>).self) { tasks in
                    for item in group {
                        tasks.addTask { (item.position, await candidate(item.font, item.size, provider)) }
                    }
                    return await tasks.reduce(into: []) { $0.append((position: $1.0, candidate: $1.1)) }
                }
                await body(candidates.sorted { $0.position < $1.position })
            }
        }
    }

    /// Examines one stored file of ours again.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - provider: Whose turn it counts as.
    /// - Returns: The bytes and what is in them.
    /// - Throws: Why the file cannot be used.
    package func candidate(
        of file: OwnedFileDescriptor, for provider: ProviderIdentifier
    ) async throws(FontError) -> FontCandidate {
        let size = Self.size(of: file)
        return try await budget.withShare((try? size.get()) ?? 0) { await candidate(file, size, provider) }.get()
    }

    private func candidate(
        _ font: OwnedFileDescriptor, _ size: Result<Int, FontError>, _ provider: ProviderIdentifier
    ) async -> Result<FontCandidate, FontError> {
        do throws(FontError) {
            let memory = try await seal(font, size: size.get())
            let inspection = try await inspectionPool.inspect(memory, for: provider)
            return .success(try FontCandidate(memory: memory, inspection: inspection))
        } catch {
            return .failure(error)
        }
    }

    private func seal(_ font: OwnedFileDescriptor, size: Int) async throws(FontError) -> SealedMemory {
        let result: Result<SealedMemory, SealedMemory.Failure>
        do {
            result = try await threads.run(deadline: Self.readingDeadline) {
                Result { () throws(SealedMemory.Failure) in try SealedMemory(copying: font, limit: size) }
            }
        } catch is BlockingThreads.DeadlineExceeded {
            throw FontError(.registrationFailed, "Reading the font took longer than \(Self.readingDeadline).")
        } catch {
            throw FontError(.busy, "Too many fonts are being read from file systems that do not answer.")
        }
        switch result {
        case .success(let memory):
            if memory.size == size { return memory }
            throw FontError(.registrationFailed, "The file became shorter while it was read. Try again.")
        case .failure(.tooLarge):
            throw FontError(.registrationFailed, "The file grew while it was read. Try again.")
        case .failure(.system(.badFileDescriptor)):
            throw FontError(.insufficientPermissions, "The descriptor is not open for reading.")
        case .failure(.system(let errno)):
            throw FontError(errno, while: "read the font")
        }
    }

    private static func size(of font: OwnedFileDescriptor) -> Result<Int, FontError> {
        do throws(Errno) {
            let status = try FileStatus(of: font)
            guard status.kind == .regular else {
                return .failure(
                    FontError(.insufficientPermissions, "A font must be a regular file, not a \(status.kind)."))
            }
            guard status.stamp.size > 0 else {
                return .failure(FontError(.unrecognizedFormat, "The file is empty."))
            }
            guard status.stamp.size <= FontLimits.fileSize else {
                return .failure(
                    FontError(
                        .exceededResourceLimit,
                        "The file has \(status.stamp.size) bytes; the limit is \(FontLimits.fileSize)."))
            }
            return .success(Int(status.stamp.size))
        } catch {
            return .failure(FontError(error, while: "examine the descriptor"))
        }
    }
}
