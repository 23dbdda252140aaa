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
    private let serviceDataHome: String?

    /// Plans the moves; nothing moves yet.
    ///
    /// - Parameters:
    ///   - places: Where the user's fonts lie.
    ///   - serviceDataHome: The `$XDG_DATA_HOME` of the service; `nil` where that is not known.
    /// - Throws: That the older directory is a link, or cannot be read.
    package init(_ places: UserPlaces, serviceDataHome: String? = nil) throws(CommandFailure) {
        self.places = places
        self.serviceDataHome = serviceDataHome
        let (old, new) = (places.oldFonts, places.fonts)
        guard (try? FileStatus(path: old))?.kind == .directory else {
            throw CommandFailure(
                .failure, code: .invalidFilePath,
                localized("Not a directory but a link; move what it leads to yourself."), item: old)
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

    /// The plan for people.
    package var text: String {
        moves.map { "\(TerminalText.escaped($0.from)) -> \(TerminalText.escaped($0.to))\n" }.joined()
    }

    /// Makes the moves, while no service has the published fonts in use.
    ///
    /// A running service ends before its directory moves, and the next call starts it again.
    ///
    /// - Parameters:
    ///   - address: The bus that the service is on.
    ///   - traits: What the machine and the home are like.
    /// - Returns: What became of the moves.
    /// - Throws: Why nothing was moved.
    package func run(
        on address: BusAddress, traits: HomeTraits = .ofSystem()
    ) async throws(CommandFailure) -> Outcome {
        let movesPublished = places.publishedRoots.dropFirst().contains { (try? FileStatus(path: $0)) != nil }
        guard movesPublished else { return move() }
        if let serviceDataHome, serviceDataHome != places.dataHome {
            // It would take the fonts that it does not find any more for removed.
            throw CommandFailure(
                .failure, code: .invalidFilePath,
                localized(
                    """
                    Nothing was moved: XDG_DATA_HOME is %1 for the service, which would not find its fonts in %2. \
                    Set it to the same here, and try again.
                    """, serviceDataHome, places.fonts))
        }
        if let service = await ServiceProcess.running(on: address) { try await service.end() }
        // As long as this holds it, a service that is started meanwhile changes nothing, be it on another bus, with
        // another environment or on another machine.
        let claim = try await claim(traits)
        defer { claim.release() }
        return move()
    }

    /// Takes the right to change the fonts, as the service does.
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
        // Leases of other machines may have to be looked at twice.
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
                localized("Nothing was moved, as the fonts are managed by %1. End it there, and try again.", holder))
        case nil:
            throw CommandFailure(.failure, code: .busy, localized("Nothing was moved, as nothing could be locked."))
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
        // Empty by now, unless something stayed, which rmdir leaves alone.
        if outcome.failures.isEmpty { rmdir(places.oldFonts.fileSystemRepresentation) }
        return outcome
    }

    private static func failure(_ errno: Errno, _ path: String) -> CommandFailure {
        let message =
            switch errno {
            case .fileExists: localized("Stays where it is: there is something of this name already.")
            case .improperLink: localized("Stays where it is: the other directory is on another file system.")
            default: localized("Stays where it is: %1.", errno)
            }
        return CommandFailure(.failure, code: .invalidFilePath, message, item: path)
    }
}
