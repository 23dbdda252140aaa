package import DBus
internal import Localization
package import struct FontLibrary.FontLocations
package import struct FontLibrary.HomeClaim
package import struct FontLibrary.HomeRefusal
package import struct FontLibrary.HomeTraits
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Moves the contents of `~/.fonts` to the current font directory, which sandboxes see.
///
/// If the newer directory does not exist, the older one is renamed to it in one step: no program misses a font, and a
/// sandbox that has mounted the directory keeps it. Otherwise the entries are moved one by one, and an entry whose name
/// already exists stays where it is.
package struct FontDirectoryMigration: Sendable {
    /// One move.
    package struct Move: Sendable, Equatable {
        /// Where the file or directory is.
        package var from: String
        /// The new path, which must not exist.
        package var to: String
    }

    /// The outcome of the moves.
    package struct Outcome: Sendable {
        /// The moves that were made.
        package var moved: [Move] = []
        /// The reasons why other moves failed.
        package var failures: [CommandFailure] = []
    }

    /// The moves, in order.
    package let moves: [Move]
    private let places: UserPlaces
    private let serviceDataHome: String?

    /// Plans the moves; nothing moves yet.
    ///
    /// - Parameters:
    ///   - places: Where the user's fonts are.
    ///   - serviceDataHome: The `$XDG_DATA_HOME` of the service; `nil` if that is not known.
    /// - Throws: An error if the older directory is a link, or cannot be read.
    package init(_ places: UserPlaces, serviceDataHome: String? = nil) throws(CommandFailure) {
        self.places = places
        self.serviceDataHome = serviceDataHome
        let (old, new) = (places.oldFonts, places.fonts)
        guard (try? FileStatus(path: old))?.kind == .directory else {
            throw CommandFailure(
                .failure, code: .invalidFilePath,
                localized("This is a link, not a directory. Move its target yourself."), item: old)
        }
        if (try? FileStatus(path: new)) == nil {
            moves = [Move(from: old, to: new)]
            return
        }
        do {
            moves = try FileSystem.names(in: old).sorted().map {
                Move(from: UserPlaces.joined(old, $0), to: UserPlaces.joined(new, $0))
            }
        } catch {
            throw CommandFailure(.failure, code: .insufficientPermissions, localized("Cannot be read."), item: old)
        }
    }

    /// The plan as text for people.
    package var text: String {
        moves.map { "\(TerminalText.escaped($0.from)) -> \(TerminalText.escaped($0.to))\n" }.joined()
    }

    /// Makes the moves while no service is using the published fonts.
    ///
    /// A running service is stopped before its directory is moved, and the next call starts it again.
    ///
    /// - Parameters:
    ///   - address: The bus that the service is on.
    ///   - traits: The properties of the machine and of the home directory.
    /// - Returns: The outcome of the moves.
    /// - Throws: The reason why nothing was moved.
    package func run(
        on address: BusAddress, traits: HomeTraits = .ofSystem()
    ) async throws(CommandFailure) -> Outcome {
        let movesPublished = places.publishedRoots.dropFirst().contains { (try? FileStatus(path: $0)) != nil }
        guard movesPublished else { return move() }
        if let serviceDataHome, serviceDataHome != places.dataHome {
            // The service would no longer find the fonts and would treat them as removed.
            throw CommandFailure(
                .failure, code: .invalidFilePath,
                localized(
                    """
                    Nothing was moved: the font service uses %1 as XDG_DATA_HOME and would not find its fonts in %2. \
                    Set XDG_DATA_HOME to the same value here, and try again.
                    """, serviceDataHome, places.fonts))
        }
        if let service = await ServiceProcess.running(on: address) { try await service.end() }
        // During this claim, a service that is started meanwhile changes nothing, even on another bus, with another
        // environment or on another machine.
        let claim = try await claim(traits)
        defer { claim.release() }
        return move()
    }

    /// Claims the right to change the fonts, as the service does.
    private func claim(_ traits: HomeTraits) async throws(CommandFailure) -> HomeClaim {
        let variables = [
            "HOME": places.home, "XDG_DATA_HOME": places.dataHome, "XDG_STATE_HOME": places.stateHome,
        ]
        let locations: FontLocations
        do throws(FontError) {
            locations = try FontLocations(environment: variables).settled()
        } catch {
            throw CommandFailure(.failure, code: error.code, localized("Nothing was moved. %1", error.message))
        }
        // Leases of other machines may have to be checked twice.
        let result = try? await BlockingThreads(name: "typecase-claiming", maximumCount: 1).run {
            Result { () throws(HomeRefusal) in try HomeClaim(locations, bus: nil, traits: traits) }
        }
        switch result {
        case .success(let claim)?: return claim
        case .failure(let refusal)?:
            guard let holder = refusal.holder else {
                throw CommandFailure(
                    .failure, code: refusal.error.code, localized("Nothing was moved. %1", refusal.error.message))
            }
            throw CommandFailure(
                .failure, code: .busy,
                localized(
                    "Nothing was moved, because the fonts are managed by %1. Stop it there, and try again.", holder))
        case nil:
            throw CommandFailure(
                .failure, code: .busy, localized("Nothing was moved, because the fonts could not be locked."))
        }
    }

    private func move() -> Outcome {
        var outcome = Outcome()
        do throws(Errno) {
            try FileSystem.makeDirectories(UserPlaces.parent(of: places.fonts), mode: 0o700)
        } catch {
            outcome.failures.append(Self.failure(error, places.fonts))
            return outcome
        }
        for move in moves {
            do throws(Errno) {
                try FileMove.rename(move.from, to: move.to)
                outcome.moved.append(move)
            } catch {
                outcome.failures.append(Self.failure(error, move.from))
            }
        }
        // The directory is now empty, unless something stayed in it; rmdir does not remove it then.
        if outcome.failures.isEmpty { rmdir(places.oldFonts.fileSystemRepresentation) }
        return outcome
    }

    private static func failure(_ errno: Errno, _ path: String) -> CommandFailure {
        let message =
            switch errno {
            case .fileExists: localized("Not moved: a file or directory with this name already exists.")
            case .improperLink: localized("Not moved: the other directory is on another file system.")
            default: localized("Not moved: %1.", errno)
            }
        return CommandFailure(.failure, code: .invalidFilePath, message, item: path)
    }
}
