internal import FontModel
internal import LinuxSystem
internal import Registry
internal import SystemPackage

/// Memory lent to callers: each font exists once, however many callers have it open, and each caller has a limit.
///
/// The kernel attributes the pages of a file in memory to the process that created it for as long as any process has
/// the file open or mapped. Files that callers keep therefore count as this service's memory, and are limited here. The
/// service keeps one descriptor of each file while any other process has one; the kernel reports when no other process
/// does.
actor LentMemory {
    /// The maximum number of bytes of one caller, and of all callers of one provider together.
    static let bytesPerBorrower = 512 << 20
    /// The maximum number of bytes of all callers together.
    static let bytesInAll = 1 << 30
    /// The maximum number of files of one caller: each costs the service a descriptor.
    static let filesPerBorrower = 2048
    /// The maximum number of files of all callers of one provider together.
    static let filesPerProvider = 4096
    /// The maximum number of files of all callers together.
    static let filesInAll = 8192
    /// The maximum number of files created at one time; one provider can use half of them.
    ///
    /// In the worst case, each is a font of 64 MiB.
    static let makers = 4
    /// The delay after the last loan before the service checks which files have been returned.
    static let sweepDelay = Duration.seconds(10)

    /// Identifies the bytes of a file; the same bytes are lent from the same file.
    enum Key: Hashable {
        /// A registered font.
        case content(FontDigest)
        /// A font of the system in the state in which it was opened.
        ///
        /// If the file was inspected, `examinedAs` is the id of the face.
        case file(path: String, stamp: FileStamp, examinedAs: FontIdentifier?)
        /// A list of faces for one state of the registry, with only the details that the viewer may learn.
        case list(FaceFilter, viewer: ProviderIdentifier?, state: UInt64)
        /// A list of registered fonts with their paths and collisions, for one state of the registry.
        case fonts(RegistrationFilter, directory: String?, collisions: [FontDigest: String], state: UInt64)
        /// A file that no other caller can request.
        case single(UInt64)
    }

    /// The caller that borrows memory.
    struct Borrower: Sendable {
        /// A name that identifies the caller; never reused.
        var name: String
        /// The provider whose share of work and memory the caller uses, whatever its number of connections.
        var provider: ProviderIdentifier
    }

    /// A sealed file in memory.
    struct File: Sendable {
        /// A descriptor of the file.
        var descriptor: OwnedFileDescriptor
        /// The size of the file in bytes.
        var size: Int
    }

    /// The kind of file to create.
    enum Kind {
        /// Bytes read from the disk.
        case font
        /// Content of the registry; lists have their own turns for it.
        case list
    }

    private struct Loan {
        var size: Int
        /// The borrowers' providers, by the names of the callers.
        var borrowers: [String: ProviderIdentifier]
        /// Completes when the file has been created.
        var making: Task<Result<File, FontError>, Never>
        /// The service's own descriptor, after the file has been created.
        var file: File?
        /// The number of callers that have been promised the file and have not received it yet.
        var promises = 1
    }

    private let turns = AsyncBudget(limit: makers)
    /// Separate, so that no font waits for lists.
    private let turnsOfLists = AsyncBudget(limit: makers)
    private var loans: [Key: Loan] = [:]
    private var lastNumber: UInt64 = 0
    private var sweeping: Task<Void, Never>?
    private var lastLoan = ContinuousClock.now

    /// The number of files lent to callers, as of the last check.
    var count: Int { loans.count }

    /// Lends a file: an existing one that is already lent, or a new one.
    ///
    /// - Parameters:
    ///   - key: Identifies the bytes; `nil` if no other caller can request them.
    ///   - size: The number of bytes, if it is known in advance.
    ///   - kind: The kind of file to create.
    ///   - borrower: The caller.
    ///   - make: Creates the file.
    /// - Returns: A read-only descriptor of the file for the caller alone.
    /// - Throws: `ExceededResourceLimit` for a caller who has too much, `Busy` if all callers together have too much,
    ///   or the error that prevented creating the file.
    func lend(
        _ key: Key?, size: Int, as kind: Kind = .font, to borrower: Borrower,
        _ make: @escaping @Sendable () async throws(FontError) -> File
    ) async throws(FontError) -> File {
        let key = key ?? nextSingle()
        if loans[key]?.borrowers[borrower.name] == nil { try admit(size, of: key, borrower) }
        let making: Task<Result<File, FontError>, Never>
        if let loan = loans[key] {
            making = loan.making
            loans[key]?.borrowers[borrower.name] = borrower.provider
            loans[key]?.promises += 1
        } else {
            making = Task { await self.make(key, as: kind, for: borrower.provider, make) }
            loans[key] = Loan(size: size, borrowers: [borrower.name: borrower.provider], making: making)
        }
        // If the file cannot be created, the loan is gone with all its promises, and there may already be another loan.
        let file = try await making.value.get()
        defer { loans[key]?.promises -= 1 }
        noteLoan()
        do throws(Errno) {
            return File(descriptor: try file.descriptor.openedAgain(), size: file.size)
        } catch {
            throw FontError(error, while: "hand out memory")
        }
    }

    /// Forgets the files that no other process has any more, which frees their memory.
    func sweep() {
        for (key, loan) in loans {
            // A promised file is not open in another process yet, but is about to be.
            guard let file = loan.file, loan.promises == 0 else { continue }
            // If the kernel cannot tell, the service drops its descriptor: from then on only callers keep the file, and
            // it is no longer counted.
            if (try? file.descriptor.isOpenElsewhere()) != true { loans[key] = nil }
        }
    }

    private func make(
        _ key: Key, as kind: Kind, for provider: ProviderIdentifier,
        _ make: @escaping @Sendable () async throws(FontError) -> File
    ) async -> Result<File, FontError> {
        let turns = kind == .list ? turnsOfLists : turns
        let result = await turns.withShare(1, of: provider) { () async -> Result<File, FontError> in
            do throws(FontError) {
                let file = try await make()
                do throws(Errno) {
                    // Read-only, because a process with a writable descriptor counts as a second opener.
                    return .success(File(descriptor: try file.descriptor.openedAgain(), size: file.size))
                } catch {
                    throw FontError(error, while: "hand out memory")
                }
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let file):
            loans[key]?.file = file
            loans[key]?.size = file.size
        case .failure: loans[key] = nil
        }
        return result
    }

    private func admit(_ size: Int, of key: Key, _ borrower: Borrower) throws(FontError) {
        if !fits(size, of: key, borrower) || !fitsInAll(size, of: key) { sweep() }
        guard fits(size, of: key, borrower) else {
            throw FontError(
                .exceededResourceLimit,
                "The caller has \(Self.bytesPerBorrower >> 20) MiB or \(Self.filesPerBorrower) files of ours open, or "
                    + "all connections of its program have as many MiB or \(Self.filesPerProvider) files. "
                    + "Close what is not needed any more.")
        }
        guard fitsInAll(size, of: key) else {
            throw FontError(.busy, "Programs have too many fonts open. Try again later.")
        }
    }

    private func fits(_ size: Int, of key: Key, _ borrower: Borrower) -> Bool {
        // A file that several connections of a program share counts once.
        let isOfProvider = loans[key]?.borrowers.values.contains(borrower.provider) == true
        var own = 1
        var (files, bytes) = isOfProvider ? (0, 0) : (1, size)
        for loan in loans.values {
            if loan.borrowers[borrower.name] != nil { own += 1 }
            if loan.borrowers.values.contains(borrower.provider) {
                files += 1
                bytes += loan.size
            }
        }
        return own <= Self.filesPerBorrower && files <= Self.filesPerProvider && bytes <= Self.bytesPerBorrower
    }

    private func fitsInAll(_ size: Int, of key: Key) -> Bool {
        loans[key] != nil
            || (loans.count < Self.filesInAll && loans.values.reduce(size) { $0 + $1.size } <= Self.bytesInAll)
    }

    private func nextSingle() -> Key {
        lastNumber += 1
        return .single(lastNumber)
    }

    /// Schedules a check for memory that is closed soon, as most of it is; later loans find the rest.
    private func noteLoan() {
        lastLoan = .now
        guard sweeping == nil else { return }
        sweeping = Task {
            while true {
                let due = lastLoan.advanced(by: Self.sweepDelay)
                guard (try? await AlarmClock.shared.sleep(for: due - .now)) != nil else { break }
                if lastLoan.advanced(by: Self.sweepDelay) <= .now { break }
            }
            sweeping = nil
            sweep()
        }
    }
}
