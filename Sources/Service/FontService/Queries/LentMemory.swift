internal import FontModel
internal import LinuxSystem
internal import Registry
internal import SystemPackage

/// Memory that callers have: each font once, however many have it open, and for each caller only so much.
///
/// The pages of a file in memory count as its maker's for as long as anybody has the file open or mapped, whoever that
/// is. So what callers keep is our memory in the eyes of the kernel, and is bounded here. Of each file one opening stays
/// with us while somebody else has one; the kernel tells when nobody has any more.
actor LentMemory {
    /// The bytes that one caller may have, and all callers of one provider together.
    static let bytesPerBorrower = 512 << 20
    /// The bytes that all callers together may have.
    static let bytesInAll = 1 << 30
    /// The files that one caller may have: each costs us a descriptor.
    static let filesPerBorrower = 2048
    /// The files that all callers of one provider together may have.
    static let filesPerProvider = 4096
    /// The files that all callers together may have.
    static let filesInAll = 8192
    /// How many files are made at one time, half of them for one provider: fonts of 64 MiB each, in the worst case.
    static let makers = 4
    /// How long after the last loan it is looked what has come back.
    static let sweepDelay = Duration.seconds(10)

    /// Which bytes a file has; the same bytes are lent from the same file.
    enum Key: Hashable {
        /// A registered font.
        case content(FontDigest)
        /// A font of the system, as it was when it was opened; where it was examined, as the face of which id.
        case file(path: String, stamp: FileStamp, examinedAs: FontIdentifier?)
        /// A list of faces with what a caller may be told of them, of one state of the registry.
        case list(FaceFilter, viewer: ProviderIdentifier?, state: UInt64)
        /// A list of registered fonts with their paths and collisions, of one state of the registry.
        case fonts(RegistrationFilter, directory: String?, collisions: [FontDigest: String], state: UInt64)
        /// A file that nobody else can want.
        case single(UInt64)
    }

    /// Who asks.
    struct Borrower: Sendable {
        /// Tells callers apart; never given twice.
        var name: String
        /// Whose fair share of the work and of the memory it takes, by however many connections.
        var provider: ProviderIdentifier
    }

    /// A sealed file in memory.
    struct File: Sendable {
        /// An opening of the file.
        var descriptor: OwnedFileDescriptor
        /// The bytes that it has.
        var size: Int
    }

    /// What is made.
    enum Kind {
        /// Bytes that are read from the disk.
        case font
        /// What the registry has to say, which lists have turns of their own for.
        case list
    }

    private struct Loan {
        var size: Int
        /// By the names of the callers.
        var borrowers: [String: ProviderIdentifier]
        /// Ends when the file is there.
        var making: Task<Result<File, FontError>, Never>
        /// Our own opening, once it is there.
        var file: File?
        /// How many have been promised the file and do not have it yet.
        var promises = 1
    }

    private let turns = AsyncBudget(limit: makers)
    /// Apart, so that no font waits for lists.
    private let turnsOfLists = AsyncBudget(limit: makers)
    private var loans: [Key: Loan] = [:]
    private var lastNumber: UInt64 = 0
    private var sweeping: Task<Void, Never>?
    private var lastLoan = ContinuousClock.now

    /// How many files callers have, as far as it was looked.
    var count: Int { loans.count }

    /// Lends a file: the one that somebody has already, or a new one.
    ///
    /// - Parameters:
    ///   - key: Which bytes; `nil` where nobody else can want them.
    ///   - size: How many bytes, as far as that is known before.
    ///   - kind: What is made.
    ///   - borrower: Who asks.
    ///   - make: Makes the file.
    /// - Returns: A read-only opening of the file for the caller alone.
    /// - Throws: `ExceededResourceLimit` for a caller who has too much, `Busy` where all together have too much, and
    ///   whatever keeps the file from being made.
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
        // Where it cannot be made, the loan with all its promises is gone, and there may be another by now.
        let file = try await making.value.get()
        defer { loans[key]?.promises -= 1 }
        noteLoan()
        do throws(Errno) {
            return File(descriptor: try file.descriptor.openedAgain(), size: file.size)
        } catch {
            throw FontError(error, while: "hand out memory")
        }
    }

    /// Forgets the files that nobody else has any more, and with that frees their memory.
    func sweep() {
        for (key, loan) in loans {
            // What is promised to somebody is not open elsewhere yet, but is about to be.
            guard let file = loan.file, loan.promises == 0 else { continue }
            // Where the kernel cannot tell, only callers keep the file from now on, and none of it is counted.
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
                    // Read-only, as whoever can write counts as a second opener.
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
        // What several connections of a program share counts once.
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

    /// Sees to it that memory is given back that was closed soon, as most is; the rest is found with the next loans.
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
