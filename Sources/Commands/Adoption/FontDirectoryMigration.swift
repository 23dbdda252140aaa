internal import CLinux
package import DBus
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Moves what is in `~/.fonts` to where fonts belong, which sandboxes see.
///
/// Where the newer directory does not exist, the older one becomes it in one step: no program ever misses a font, and
/// a sandbox that has the directory mounted keeps it. Otherwise what is in it moves entry by entry, and what has a
/// namesake stays where it is.
package struct FontDirectoryMigration: Sendable {
    /// One move.
    package struct Move: Sendable, Equatable {
        /// Where the file or directory is.
        package var from: String
        /// Where it goes, which must be free.
        package var to: String
    }

    /// What became of the moves.
    package struct Outcome: Sendable {
        /// The moves that were made.
        package var moved: [Move] = []
        /// Why others were not.
        package var failures: [CommandFailure] = []
    }

    /// The moves, in order.
    package let moves: [Move]
    private let places: UserPlaces

    /// Plans the moves; nothing moves yet.
    ///
    /// - Parameter places: Where the user's fonts lie.
    /// - Throws: That the older directory is a link, or cannot be read.
    package init(_ places: UserPlaces) throws(CommandFailure) {
        self.places = places
        let (old, new) = (places.oldFonts, places.fonts)
        guard (try? FileStatus(path: old))?.kind == .directory else {
            throw CommandFailure(
                .failure, code: "InvalidFilePath",
                "Not a directory but a link; move what it leads to yourself.", item: old)
        }
        if (try? FileStatus(path: new)) == nil {
            moves = [Move(from: old, to: new)]
            return
        }
        do {
            moves = try FileManager.default.contentsOfDirectory(atPath: old).sorted().map {
                Move(from: UserPlaces.joined(old, $0), to: UserPlaces.joined(new, $0))
            }
        } catch {
            throw CommandFailure(.failure, code: "InsufficientPermissions", "Cannot be read.", item: old)
        }
    }

    /// The plan for people.
    package var text: String {
        moves.map { "\(TerminalText.escaped($0.from)) -> \(TerminalText.escaped($0.to))\n" }.joined()
    }

    /// Makes the moves, while no service has the published fonts in use.
    ///
    /// A running service ends before its directory moves, and the next call starts it again.
    ///
    /// - Parameter address: The bus that the service is on.
    /// - Returns: What became of the moves.
    /// - Throws: Why nothing was moved.
    package func run(on address: BusAddress) async throws(CommandFailure) -> Outcome {
        let movesPublished = places.publishedRoots.dropFirst().contains { (try? FileStatus(path: $0)) != nil }
        var lock: OwnedFileDescriptor?
        if movesPublished {
            if let service = await ServiceProcess.running(on: address) { try await service.end() }
            // As long as this holds it, a service that is started meanwhile changes nothing.
            lock = try lockService()
        }
        let outcome = withExtendedLifetime(lock) { move() }
        return outcome
    }

    private func move() -> Outcome {
        var outcome = Outcome()
        do throws(Errno) {
            try UserPlaces.makeDirectories(UserPlaces.parent(of: places.fonts))
        } catch {
            outcome.failures.append(Self.failure(error, places.fonts))
            return outcome
        }
        for move in moves {
            do throws(Errno) {
                try retryingInterrupts {
                    typecase_renameat2(AT_FDCWD, move.from, AT_FDCWD, move.to, typecase_RENAME_NOREPLACE)
                }
                outcome.moved.append(move)
            } catch {
                outcome.failures.append(Self.failure(error, move.from))
            }
        }
        // Empty by now, unless something stayed, which rmdir leaves alone.
        if outcome.failures.isEmpty { rmdir(places.oldFonts) }
        return outcome
    }

    private static func failure(_ errno: Errno, _ path: String) -> CommandFailure {
        let message =
            switch errno {
            case .fileExists: "Stays where it is: there is something of this name already."
            case .improperLink: "Stays where it is: the other directory is on another file system."
            default: "Stays where it is: \(errno)."
            }
        return CommandFailure(.failure, code: "InvalidFilePath", message, item: path)
    }

    private func lockService() throws(CommandFailure) -> OwnedFileDescriptor? {
        do throws(Errno) {
            // Without the file no service has ever run here.
            guard (try? FileStatus(path: places.serviceLock)) != nil else { return nil }
            let file = OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_openat(AT_FDCWD, places.serviceLock, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0)
                })
            try retryingInterrupts { typecase_lock_open_file(file.rawValue) }
            return file
        } catch {
            throw CommandFailure(
                .failure, code: "Busy", "The service uses the directory; end it and try again: \(error).")
        }
    }
}
