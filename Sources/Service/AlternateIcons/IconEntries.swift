package import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Finds the desktop entries of applications, and where the user's own takes their place.
package struct IconEntries: Sendable {
    /// Where desktop entries of the user are, which come before all others.
    package let userDirectory: String
    /// Where all others are, the first that counts first.
    private let directories: [String]

    /// Says where to look.
    ///
    /// - Parameters:
    ///   - dataHome: `$XDG_DATA_HOME`.
    ///   - variables: The environment.
    ///   - flatpakInstallations: The directories of Flatpak's installations.
    ///   - snapDirectory: Where snapd puts desktop entries.
    package init(
        dataHome: String, environment variables: [String: String], flatpakInstallations: [String],
        snapDirectory: String = "/var/lib/snapd/desktop"
    ) {
        userDirectory = "\(dataHome)/applications"
        // Sessions have these in $XDG_DATA_DIRS, and whoever started the service may not.
        let data =
            BaseDirectories.list(variables["XDG_DATA_DIRS"], otherwise: "/usr/local/share:/usr/share")
            + flatpakInstallations.map { "\($0)/exports/share" } + [snapDirectory]
        var directories: [String] = []
        for directory in data.map({ "\($0)/applications" })
        where directory != userDirectory && !directories.contains(directory) {
            directories.append(directory)
        }
        self.directories = directories
    }

    /// A desktop entry of an application.
    package struct Source: Sendable, Equatable {
        /// The absolute path.
        package var path: String
        /// Its name, which an entry of the user that takes its place has as well.
        package var fileName: String
        /// What tells the file from another one in its place.
        package var stamp: FileStamp
        /// What it says.
        package var text: DesktopEntryText
    }

    /// The entry of an application.
    ///
    /// Blocks.
    ///
    /// - Parameter application: Who it is of.
    /// - Returns: The entry.
    /// - Throws: Why there is none that an icon could be set in.
    package func source(of application: CallerIdentity) throws(FontError) -> Source {
        let id = application.provider.rawValue
        if application.kind == .appImage, let program = application.program {
            return try source(starting: program)
        }
        if id.hasPrefix("snap.") { return try source(ofSnap: String(id.dropFirst(5))) }
        guard ProviderIdentifier(applicationID: id) != nil else {
            throw FontError(
                .missingEntitlement, "\(id) is no application with a desktop entry, so it has no icon to change.")
        }
        for directory in directories {
            guard let source = try source(at: "\(directory)/\(id).desktop") else { continue }
            // The first is what the desktop shows, and an application may change its own only.
            guard (source.text["X-Flatpak"] != nil) == (application.kind == .flatpak) else {
                throw FontError(
                    .insufficientPermissions,
                    "\(source.path) is shown for \(id), and it is of another application with this id.")
            }
            return source
        }
        if (try? FileStatus(path: "\(userDirectory)/\(id).desktop")) != nil { throw Self.ownEntry("\(id).desktop") }
        throw FontError(.fileNotFound, "\(id) has no desktop entry, so it has no icon to change.")
    }

    /// An entry by its path; `nil` where it is gone or says that it counts as deleted.
    package func source(at path: String) throws(FontError) -> Source? {
        guard let status = try? FileStatus(path: path, followsLinks: true), status.kind == .regular else { return nil }
        guard let bytes = IconFile.read(path, limit: DesktopEntryText.maximumSize) else {
            throw FontError(.insufficientPermissions, "\(path) cannot be read, or is too large for a desktop entry.")
        }
        let text = try DesktopEntryText(bytes)
        guard text["Hidden"] != "true" else { return nil }
        return Source(
            path: path, fileName: path.split(separator: "/").last.map(String.init) ?? "", stamp: status.stamp,
            text: text)
    }

    /// The entry of a snap: snapd calls it by the snap and the program, of which most snaps have one of the same name.
    private func source(ofSnap name: String) throws(FontError) -> Source {
        for directory in directories {
            let names = ((try? ConfinedDirectory(path: directory).names()) ?? [])
                .filter { $0.hasPrefix("\(name)_") && $0.hasSuffix(".desktop") }
            let usual = "\(name)_\(name).desktop"
            guard let found = names.contains(usual) ? usual : names.count == 1 ? names.first : nil,
                let source = try source(at: "\(directory)/\(found)")
            else { continue }
            return source
        }
        throw FontError(.fileNotFound, "The snap \(name) has no desktop entry, or several of which none has its name.")
    }

    /// The entry that starts an AppImage, which may be called anything.
    private func source(starting program: String) throws(FontError) -> Source {
        func find(in directory: String) -> String? {
            let names = ((try? ConfinedDirectory(path: directory).names()) ?? []).filter { $0.hasSuffix(".desktop") }
            return names.first { name in
                guard let bytes = IconFile.read("\(directory)/\(name)", limit: DesktopEntryText.maximumSize),
                    let text = try? DesktopEntryText(bytes)
                else { return false }
                return text["TryExec"] == program || text.program(at: "\(directory)/\(name)") == program
            }
        }
        for directory in directories {
            if let name = find(in: directory), let source = try source(at: "\(directory)/\(name)") { return source }
        }
        if let name = find(in: userDirectory) { throw Self.ownEntry(name) }
        throw FontError(.fileNotFound, "No desktop entry starts \(program), so it has no icon to change.")
    }

    private static func ownEntry(_ name: String) -> FontError {
        FontError(
            .insufficientPermissions,
            "\(name) lies in your own applications folder, which Typecase does not change. Set its icon there.")
    }
}
