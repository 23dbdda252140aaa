package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Finds the desktop entries of applications, and the place for the user's entries that override them.
package struct IconEntries: Sendable {
    /// The directory of the user's desktop entries, which take precedence over all others.
    package let userDirectory: String
    /// The directories of all other desktop entries, in order of precedence.
    private let directories: [String]
    /// The directory of the desktop entries of snaps.
    private let snapEntries: String
    /// The directories where snaps are mounted.
    private let snapMounts: [String]
    /// The directories to search for programs without a path.
    private let searchPath: [String]

    /// Creates a search with the given directories.
    ///
    /// - Parameters:
    ///   - dataHome: `$XDG_DATA_HOME`.
    ///   - variables: The environment.
    ///   - flatpakInstallations: The directories of Flatpak's installations.
    ///   - snapDirectory: The directory where snapd puts desktop entries.
    ///   - snapMounts: The directories where snaps are mounted.
    package init(
        dataHome: String, environment variables: [String: String], flatpakInstallations: [String],
        snapDirectory: String = "/var/lib/snapd/desktop", snapMounts: [String]
    ) {
        userDirectory = "\(dataHome)/applications"
        // Sessions have these in $XDG_DATA_DIRS, but the process that started the service may not.
        let data =
            BaseDirectories.list(variables["XDG_DATA_DIRS"], otherwise: "/usr/local/share:/usr/share")
            + flatpakInstallations.map { "\($0)/exports/share" } + [snapDirectory]
        var directories: [String] = []
        for directory in data.map({ "\($0)/applications" })
        where directory != userDirectory && !directories.contains(directory) {
            directories.append(directory)
        }
        self.directories = directories
        snapEntries = "\(snapDirectory)/applications"
        self.snapMounts = snapMounts
        searchPath = (variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
    }

    /// A desktop entry of an application.
    package struct Source: Sendable, Equatable {
        /// The absolute path.
        package var path: String
        /// The name of the entry; an entry of the user that overrides it has the same name.
        package var fileName: String
        /// Distinguishes the file from another one in its place.
        package var stamp: FileStamp
        /// The content of the entry.
        package var text: DesktopEntryText
    }

    /// The entry of an application.
    ///
    /// Blocks.
    ///
    /// - Parameter application: The application.
    /// - Returns: The entry.
    /// - Throws: The reason why there is no entry in which an icon could be set.
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
        if let source = try shown("\(id).desktop") {
            // The first entry is the one that the desktop shows, and an application may change only its own.
            let flatpak = source.text["X-Flatpak"]
            guard application.kind == .flatpak ? flatpak == id : flatpak == nil else {
                throw FontError(
                    .insufficientPermissions,
                    "\(source.path) is shown for \(id), and it is of another application with this id.")
            }
            return source
        }
        if (try? FileStatus(path: "\(userDirectory)/\(id).desktop")) != nil { throw Self.ownEntry("\(id).desktop") }
        throw FontError(.fileNotFound, "\(id) has no desktop entry, so it has no icon to change.")
    }

    /// The entry with a name that the desktop shows if the user has none.
    ///
    /// It is `nil` if there is none, or if the first one marks all of them as deleted.
    package func shown(_ fileName: String) throws(FontError) -> Source? {
        for directory in directories {
            guard let source = try source(at: "\(directory)/\(fileName)") else { continue }
            return source.text["Hidden"] == "true" ? nil : source
        }
        return nil
    }

    /// The path of the first entry with a name that is not the user's; `nil` if there is none.
    func place(of fileName: String) -> String? {
        directories.lazy.map { "\($0)/\(fileName)" }.first { access($0, F_OK) == 0 }
    }

    /// The entry at a path; `nil` if there is none.
    private func source(at path: String) throws(FontError) -> Source? {
        let (status, bytes): (FileStatus, [UInt8]?)
        do throws(Errno) {
            status = try FileStatus(path: path, followsLinks: true)
            bytes = try IconFile.read(path, limit: DesktopEntryText.maximumSize)
        } catch .noSuchFileOrDirectory {
            return nil
        } catch .notDirectory {
            return nil
        } catch {
            throw FontError(.insufficientPermissions, "\(path) cannot be read as a desktop entry: \(error).")
        }
        guard let bytes else { return nil }
        return Source(
            path: path, fileName: path.split(separator: "/").last.map(String.init) ?? "", stamp: status.stamp,
            text: try DesktopEntryText(bytes))
    }

    /// Whether an application without an entry is still on the machine.
    ///
    /// A snap has no entry while it is being replaced with another revision.
    func isInExchange(_ application: ProviderIdentifier) -> Bool {
        guard application.rawValue.hasPrefix("snap.") else { return false }
        let name = application.rawValue.dropFirst(5)
        return snapMounts.contains { (try? ConfinedDirectory(path: "\($0)/\(name)").names())?.isEmpty == false }
    }

    /// The program that must exist for an entry to be shown.
    ///
    /// It is `nil` if the command line does not name it, or if it is missing.
    func program(of source: Source) -> String? {
        guard let program = source.text.program(at: source.path) else { return nil }
        let places = program.hasPrefix("/") ? [program] : searchPath.map { "\($0)/\(program)" }
        return places.contains { access($0, X_OK) == 0 } ? program : nil
    }

    /// Whether the theme has an icon that comes with an application.
    func hasIcon(_ name: String) -> Bool {
        for directory in [userDirectory] + directories {
            let data = directory.dropLast("/applications".utf8.count)
            let theme = "\(data)/icons/hicolor"
            let sizes = (try? ConfinedDirectory(path: theme).names()) ?? []
            let places = sizes.map { "\(theme)/\($0)/apps" } + ["\(data)/pixmaps"]
            for place in places {
                if ["png", "svg"].contains(where: { access("\(place)/\(name).\($0)", F_OK) == 0 }) { return true }
            }
        }
        return false
    }

    /// The entry of a snap.
    ///
    /// snapd names entries by the snap and the program; most snaps have a program with their own name.
    private func source(ofSnap name: String) throws(FontError) -> Source {
        let names = ((try? ConfinedDirectory(path: snapEntries).names()) ?? [])
            .filter { $0.hasPrefix("\(name)_") && $0.hasSuffix(".desktop") }
        let usual = "\(name)_\(name).desktop"
        if let found = names.contains(usual) ? usual : names.count == 1 ? names.first : nil,
            let source = try source(at: "\(snapEntries)/\(found)"), source.text["Hidden"] != "true"
        {
            return source
        }
        throw FontError(.fileNotFound, "The snap \(name) has no desktop entry, or several of which none has its name.")
    }

    /// The entry that starts an AppImage, which may have any name.
    private func source(starting program: String) throws(FontError) -> Source {
        func find(in directory: String) -> String? {
            let names = ((try? ConfinedDirectory(path: directory).names()) ?? []).filter { $0.hasSuffix(".desktop") }
            return names.first { name in
                guard let bytes = try? IconFile.read("\(directory)/\(name)", limit: DesktopEntryText.maximumSize),
                    let text = try? DesktopEntryText(bytes)
                else { return false }
                return text["TryExec"] == program || text.program(at: "\(directory)/\(name)") == program
            }
        }
        for directory in directories {
            // An entry that is hidden or shadowed is not the one that the desktop shows.
            if let name = find(in: directory), let source = try shown(name), source.path == "\(directory)/\(name)" {
                return source
            }
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
