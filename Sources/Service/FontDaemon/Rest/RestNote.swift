internal import AlternateIcons
internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import ProviderInstallations
internal import ProviderManifests
internal import SystemPackage

/// What the last daemon has left behind, written when it ends and there is nothing to do: as long as all of it is so
/// still, a login has nothing to do either, and starts no daemon.
///
/// Each daemon removes it before it changes anything, so that there is none after one that was killed. It says nothing of
/// what needs a daemon after each login, or may need one without an occasion: then it is not written at all. It is a
/// short cut and no more: whatever cannot be read or understood has the daemon look.
struct RestNote: Sendable, Equatable {
    /// The parts of what a login would look at.
    enum Part: String, Sendable, CaseIterable {
        /// The manifests, and where they are looked for.
        case providers
        /// What the machine's administrator has decided.
        case policy
        /// The programs and libraries that judge fonts.
        case judges
        /// The published and the stored fonts.
        case tree
        /// The registry, and the note of a login session.
        case registry
    }

    /// What identifies each part as it was.
    var parts: [Part: String]
    /// What shows that providers are installed.
    var evidence: [InstallationEvidence.File]

    private static let header = "typecase-rest 1 \(TypecaseVersion.current)"

    /// Notes what was seen.
    init(parts: [Part: String], evidence: [InstallationEvidence.File]) {
        self.parts = parts
        self.evidence = evidence.sorted { $0.path < $1.path }
    }

    // MARK: Text

    /// The note as a file of lines; `nil` where a path cannot be on one.
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

    /// Reads a note; `nil` for anything that is none, one of another version included.
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
    /// Blocks. Nothing is waited for: after a power cut that brings it back, the log of the registry is there, without
    /// which nothing changes, and it does not hold.
    ///
    /// - Parameter locations: Where it is.
    /// - Throws: What kept it from being removed.
    static func remove(from locations: FontLocations) throws(FontError) {
        do throws(Errno) {
            try SmallFile(path: locations.restNote).remove()
        } catch {
            throw FontError(error, while: "remove \(locations.restNote)")
        }
    }

    /// Writes the note, with the registry as it is now.
    ///
    /// Blocks. Where it cannot be written, or would be longer than ``LinuxSystem/SmallFile/maximumSize``, there is none.
    ///
    /// - Parameter locations: Where it is to be, and the registry is.
    func write(to locations: FontLocations) {
        var note = self
        note.parts[.registry] = RestLook.registry(locations)
        guard let text = note.text else { return }
        try? SmallFile(path: locations.restNote).replace(with: text)
    }

    // MARK: Comparison

    /// Whether there is a note, and all is as it says.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - configuration: What a daemon would be told from outside.
    ///   - judges: The files that judge fonts.
    /// - Returns: `false` also where that cannot be told.
    static func holds(for configuration: DaemonConfiguration, judges: [String] = RestLook.judgesOfProcess) -> Bool {
        guard let locations = try? FontLocations(environment: configuration.environment).settled(),
            let text = try? SmallFile(path: locations.restNote).read(), let note = RestNote(text: text)
        else { return false }
        guard !IconOverrides(locations, environment: configuration.environment).hasChanges else { return false }
        // What costs least comes first.
        return note.parts[.registry] == RestLook.registry(locations)
            && note.parts[.judges] == RestLook.stamps(of: judges)
            && note.parts[.policy] == RestLook.policy(in: configuration.policyDirectories)
            && note.evidence.allSatisfy(\.isPresent)
            && note.parts[.providers] == RestLook.providers(ManifestSearch(environment: configuration.environment))
            && note.parts[.tree] == (try? FontTree(unchecked: locations).inventory()).map(RestLook.tree)
    }
}
