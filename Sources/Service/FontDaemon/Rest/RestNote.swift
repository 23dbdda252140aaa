internal import AlternateIcons
internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import ProviderInstallations
internal import ProviderManifests
internal import SystemPackage

/// The startup fingerprint: the state that the last daemon left behind, written at its end if there is no work to do.
///
/// As long as all of it is unchanged, a login has no work either, and starts no daemon. Each daemon removes the note
/// before it changes anything, so that no note exists after a daemon was killed. If something needs a daemon after each
/// login, or may need one without an event, the note is not written at all. The note is only an optimization: if it
/// cannot be read or decoded, the daemon does the check.
struct RestNote: Sendable, Equatable {
    /// The parts of the state that a login would check.
    enum Part: String, Sendable, CaseIterable {
        /// The manifests, and the places in which they are searched for.
        case providers
        /// The decisions of the machine's administrator.
        case policy
        /// The programs and libraries that validate fonts.
        case judges
        /// The published and the stored fonts.
        case tree
        /// The registry, and the note of a login session.
        case registry
    }

    /// The recorded fingerprint of each part.
    var parts: [Part: String]
    /// The evidence that providers are installed.
    var evidence: [InstallationEvidence.File]

    private static let header = "typecase-rest 1 \(TypecaseVersion.current)"

    /// Creates a note of the observed state.
    init(parts: [Part: String], evidence: [InstallationEvidence.File]) {
        self.parts = parts
        self.evidence = evidence.sorted { $0.path < $1.path }
    }

    // MARK: Text

    /// The note as a file of lines; `nil` if a path cannot be part of a line.
    var text: String? {
        var lines = [Self.header]
        for part in Part.allCases { lines.append("\(part.rawValue) \(parts[part] ?? "")") }
        for file in evidence {
            guard ![file.path, file.mountPoint].contains(where: { $0.utf8.contains { $0 < UInt8(ascii: " ") } }) else {
                return nil
            }
            lines.append("file\t\(String(file.fileSystem, radix: 16))\t\(file.mountPoint)\t\(file.path)")
        }
        return (lines + ["end"]).joined(separator: "\n") + "\n"
    }

    /// Creates a note from text; `nil` for any other text, including notes of another version.
    init?(text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst() == Self.header[...], lines.popLast() == "", lines.popLast() == "end" else { return nil }
        var parts: [Part: String] = [:]
        for part in Part.allCases {
            guard let line = lines.popFirst(), line.hasPrefix(part.rawValue + " ") else { return nil }
            parts[part] = String(line.dropFirst(part.rawValue.count + 1))
        }
        var evidence: [InstallationEvidence.File] = []
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4, fields[0] == "file", let fileSystem = UInt64(fields[1], radix: 16) else {
                return nil
            }
            evidence.append(
                InstallationEvidence.File(
                    path: String(fields[3]), mountPoint: String(fields[2]), fileSystem: fileSystem))
        }
        self.parts = parts
        self.evidence = evidence
    }

    // MARK: File

    /// Removes the note.
    ///
    /// Blocks, but does not flush the removal to the disk. If a power loss brings the note back, the log of the
    /// registry exists too, because nothing changes without it, and then the note is not valid.
    ///
    /// - Parameter locations: The locations of all files.
    /// - Throws: An error if the note could not be removed.
    static func remove(from locations: FontLocations) throws(FontError) {
        do throws(Errno) {
            try SmallFile(path: locations.restNote).remove()
        } catch {
            throw FontError(error, while: "remove \(locations.restNote)")
        }
    }

    /// Writes the note with the current state of the registry.
    ///
    /// Blocks. If the note cannot be written, or would be longer than ``LinuxSystem/SmallFile/maximumSize``, there is
    /// no note.
    ///
    /// - Parameter locations: The locations of the note and the registry.
    func write(to locations: FontLocations) {
        var note = self
        note.parts[.registry] = RestLook.registry(locations)
        guard let text = note.text else { return }
        try? SmallFile(path: locations.restNote).replace(with: text)
    }

    // MARK: Comparison

    /// Whether there is a note, and the current state matches it.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - configuration: The external configuration of a daemon.
    ///   - judges: The files that validate fonts.
    /// - Returns: `false` also if this cannot be determined.
    static func holds(for configuration: DaemonConfiguration, judges: [String] = RestLook.judgesOfProcess) -> Bool {
        guard let locations = try? FontLocations(environment: configuration.environment).settled(),
            let text = try? SmallFile(path: locations.restNote).read(), let note = RestNote(text: text)
        else { return false }
        guard !IconOverrides(locations, environment: configuration.environment).hasChanges else { return false }
        // The cheapest checks come first.
        return note.parts[.registry] == RestLook.registry(locations)
            && note.parts[.judges] == RestLook.stamps(of: judges)
            && note.parts[.policy] == RestLook.policy(in: configuration.policyDirectories)
            && note.evidence.allSatisfy(\.isPresent)
            && note.parts[.providers] == RestLook.providers(ManifestSearch(environment: configuration.environment))
            && note.parts[.tree] == (try? FontTree(unchecked: locations).inventory()).map(RestLook.tree)
    }
}
