package import FontModel
package import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// The icons that are set: merged desktop entries, the pictures that they name, and a note about each.
///
/// The merged entry is authoritative. The note only tells where to look. It is written before all other parts of an
/// icon and removed after them. Therefore anything that a crash leaves behind is found, and the icon ends up either set
/// or not set. All methods block, and only one caller at a time may change anything.
package struct IconOverrides: Sendable {
    /// The desktop entries.
    package let entries: IconEntries
    /// The theme.
    package let theme: IconTheme
    /// The directory of the notes.
    private let notes: String
    /// Called before each step of a change, for tests of the state that is left if no further step follows.
    package var beforeStep: @Sendable () -> Void = {}

    /// Creates the overrides without reading anything.
    ///
    /// - Parameters:
    ///   - entries: The desktop entries.
    ///   - dataHome: `$XDG_DATA_HOME`.
    ///   - stateDirectory: The state directory of this service.
    package init(entries: IconEntries, dataHome: String, stateDirectory: String) {
        self.entries = entries
        theme = IconTheme(dataHome: dataHome)
        notes = "\(stateDirectory)/icons"
    }

    /// The content of an icon.
    package enum Content: Sendable {
        /// The name of an icon that is already in the theme.
        case theme(String)
        /// Pictures.
        case pictures([IconPicture])
    }

    /// An icon that is set.
    package struct Setting: Sendable, Equatable {
        /// The name of the merged entry.
        package var fileName: String
        /// The mark in the entry.
        package var mark: IconMark
        /// The display name of the application.
        package var title: String
    }

    // MARK: Reading

    /// The icon that is set for an entry; `nil` if the primary icon is shown, or if the entry cannot be read.
    package func setting(of fileName: String) -> Setting? { (try? readSetting(fileName)) ?? nil }

    /// All icons that are set, in the order of the names of their entries.
    package func settings() -> [Setting] { noted().compactMap(setting) }

    /// The icon that is set for an entry.
    ///
    /// - Throws: The error that prevented reading the entry, which does not mean that the entry is absent.
    private func readSetting(_ fileName: String) throws(FontError) -> Setting? {
        guard let text = try userEntry(fileName), let mark = IconMark(of: text) else { return nil }
        return Setting(fileName: fileName, mark: mark, title: text["Name"] ?? mark.application)
    }

    /// Whether the icons need a check at login.
    ///
    /// This is so if a source has changed or disappeared since its icon was set, or an entry has disappeared.
    package var hasChanges: Bool {
        noted().contains { name in
            guard let note = IconNote(at: "\(notes)/\(name)"), entries.place(of: name) == note.source,
                let status = try? FileStatus(path: note.source, followsLinks: true),
                (try? FileStatus(path: "\(entries.userDirectory)/\(name)")) != nil
            else { return true }
            return status.stamp != note.stamp
        }
    }

    /// The files whose changes affect icons that are set.
    package var sources: [String] { noted().compactMap { IconNote(at: "\(notes)/\($0)")?.source } }

    private func noted() -> [String] {
        ((try? ConfinedDirectory(path: notes).names()) ?? []).filter { $0.hasSuffix(".desktop") }
    }

    /// The user's entry with a name; `nil` if there is none, or if the existing file is not this service's.
    private func userEntry(_ fileName: String) throws(FontError) -> DesktopEntryText? {
        do throws(Errno) {
            let path = "\(entries.userDirectory)/\(fileName)"
            // Entries of this service are not links, and replacing a link would also replace the file that it leads to.
            guard try FileStatus(path: path).kind == .regular else { return nil }
            return try IconFile.read(path, limit: DesktopEntryText.maximumSize).flatMap { try? DesktopEntryText($0) }
        } catch .noSuchFileOrDirectory {
            return nil
        } catch .notDirectory {
            return nil
        } catch .fileTooLarge {
            return nil
        } catch {
            throw FontError(error, while: "read \(entries.userDirectory)/\(fileName)")
        }
    }

    /// Why no icon can be set for an entry; `nil` if one can be set.
    package func obstacle(for fileName: String) -> FontError? {
        let path = "\(entries.userDirectory)/\(fileName)"
        if (try? FileStatus(path: path)) != nil, setting(of: fileName) == nil {
            return FontError(
                .insufficientPermissions,
                "\(path) was made or edited by somebody else, and is not changed. Remove it to have icons set.")
        }
        for directory in [entries.userDirectory, theme.directory] {
            guard let obstacle = DirectoryObstacle(of: nearest(directory)) else { continue }
            return FontError(.readOnly, "The icon cannot be changed: \(obstacle.message) \(obstacle.remedy)")
        }
        return nil
    }

    /// The directory, or its nearest ancestor that exists.
    private func nearest(_ path: String) -> String {
        var path = path
        while (try? FileStatus(path: path, followsLinks: true)) == nil, let slash = path.lastIndex(of: "/"),
            slash != path.startIndex
        { path = String(path[..<slash]) }
        return path
    }

    // MARK: Changing

    /// Sets an icon; durable when it returns.
    ///
    /// - Parameters:
    ///   - name: The application's name for the icon.
    ///   - content: The content of the icon.
    ///   - source: The application's own entry.
    ///   - application: The application.
    /// - Returns: Whether another icon or none was set before.
    /// - Throws: The error that prevented setting the icon; it then stays as it was.
    @discardableResult
    package func set(
        _ name: String, _ content: Content, in source: IconEntries.Source, of application: ProviderIdentifier
    ) throws(FontError) -> Bool {
        if let obstacle = obstacle(for: source.fileName) { throw obstacle }
        let icon = try Self.name(of: content, called: name, for: application)
        let former = try readSetting(source.fileName)
        var mark = IconMark(name: name, icon: icon, source: source.path, application: application.rawValue)
        mark.sourceHash = FileDigest.of(source.text.bytes).hexadecimal
        if former?.mark == mark, has(icon, of: application) { return false }
        if case .theme = content, !entries.hasIcon(icon) {
            throw FontError(.fileNotFound, "The icon theme has no \(icon). Install the application again.")
        }
        do throws(FontError) {
            try note(source, application, isDone: false)
            if case .pictures(let pictures) = content, former?.mark.icon != icon || !theme.has(icon) {
                try Self.mapping("write the icon") { () throws(Errno) in
                    try theme.add(pictures, as: icon, beforeStep: beforeStep)
                }
                beforeStep()
                try theme.announce()
            }
            try write(mark, source)
        } catch {
            // The entry may have been replaced before the failure: the icon that it names is the one that is shown.
            let now = try? readSetting(source.fileName)
            removePictures(of: application, but: [former?.mark.icon, now?.mark.icon])
            if former == nil, now == .some(nil) { try? IconFile.remove("\(notes)/\(source.fileName)") }
            throw error
        }
        beforeStep()
        // Programs that still use the old name get the new one with the entry.
        removePictures(of: application, but: [icon])
        if let owner = former.flatMap({ ProviderIdentifier(rawValue: $0.mark.application) }), owner != application {
            removePictures(of: owner, but: [icon])
        }
        // The note written before makes the next login check this icon, in case this step does not happen.
        try note(source, application)
        return true
    }

    /// The name in the theme for the content of an icon.
    private static func name(
        of content: Content, called name: String, for application: ProviderIdentifier
    ) throws(FontError) -> String {
        switch content {
        case .theme(let icon): return icon
        case .pictures(let pictures):
            let digest = FileDigest.of(pictures.flatMap { $0.png }).hexadecimal
            return "\(prefix(of: application))\(name)-\(digest.prefix(8))"
        }
    }

    /// Whether an icon exists: one set by this service, or one that comes with the application.
    private func has(_ icon: String, of application: ProviderIdentifier) -> Bool {
        icon.hasPrefix(Self.prefix(of: application)) ? theme.has(icon) : entries.hasIcon(icon)
    }

    /// Removes the pictures of an application except those that an entry names; a failure leaves only unused pictures.
    @discardableResult
    private func removePictures(of application: ProviderIdentifier, but kept: [String?] = []) -> Bool {
        // If two AppImages have the same name, each has an entry.
        let named = settings().filter { $0.mark.application == application.rawValue }.map(\.mark.icon)
        let removed = try? theme.remove(
            beginningWith: Self.prefix(of: application), but: Set(named + kept.compactMap(\.self)))
        return removed ?? false
    }

    /// Restores the primary icon of an application; durable when it returns.
    ///
    /// - Parameter fileName: The name of the entry.
    /// - Returns: Whether another icon was shown.
    /// - Throws: The error that prevented removing the entry.
    @discardableResult
    package func reset(_ fileName: String) throws(FontError) -> Bool {
        guard let setting = try readSetting(fileName) else { return false }
        beforeStep()
        try Self.mapping("remove the desktop entry") { () throws(Errno) in
            try IconFile.remove("\(entries.userDirectory)/\(fileName)")
        }
        try clear(fileName, ProviderIdentifier(rawValue: setting.mark.application))
        return true
    }

    /// Repairs inconsistencies after a crash, an upgrade of the application, or its removal.
    ///
    /// - Returns: The entries that have changed.
    @discardableResult
    package func settle() -> [String] {
        noteForgotten()
        return noted().filter { (try? settle($0)) == true }
    }

    private func settle(_ fileName: String) throws(FontError) -> Bool {
        try Self.mapping("remove a draft") { () throws(Errno) in
            try IconFile.remove(IconFile.draft(of: "\(entries.userDirectory)/\(fileName)"))
        }
        guard let setting = try readSetting(fileName) else {
            // No icon was set, or the entry was edited by other means: the icon that it names is kept.
            let note = IconNote(at: "\(notes)/\(fileName)")
            let kept = try userEntry(fileName)?["Icon"]
            if let note { removePictures(of: note.application, but: [kept]) }
            try Self.mapping("remove a note") { () throws(Errno) in try IconFile.remove("\(notes)/\(fileName)") }
            return false
        }
        guard let application = ProviderIdentifier(rawValue: setting.mark.application) else { return false }
        guard has(setting.mark.icon, of: application) else { return try reset(fileName) }
        guard let source = try entries.shown(fileName) else {
            // If the source is on an unavailable medium, it may come back; in that case its directory is missing as
            // well.
            let directory = setting.mark.source.lastIndex(of: "/").map { String(setting.mark.source[..<$0]) } ?? "/"
            guard (try? FileStatus(path: directory, followsLinks: true)) != nil, !entries.isInExchange(application)
            else { return false }
            return try reset(fileName)
        }
        // The merged entry has this key from its own source; another value means another source.
        guard source.text["X-Flatpak"] == (try userEntry(fileName)?["X-Flatpak"]) else { return try reset(fileName) }
        removePictures(of: application)
        var mark = setting.mark
        (mark.source, mark.sourceHash) = (source.path, FileDigest.of(source.text.bytes).hexadecimal)
        let hasChanged = mark != setting.mark
        if hasChanged { try write(mark, source) }
        try note(source, application)
        return hasChanged
    }

    /// Writes notes for icons if all notes are missing, for example in a home directory restored without its state.
    private func noteForgotten() {
        guard (try? FileStatus(path: notes, followsLinks: true)) == nil else { return }
        let names = (try? ConfinedDirectory(path: entries.userDirectory).names()) ?? []
        for name in names where name.hasSuffix(".desktop") {
            guard let setting = setting(of: name),
                let application = ProviderIdentifier(rawValue: setting.mark.application)
            else { continue }
            let note = IconNote(source: setting.mark.source, stamp: .none, application: application)
            try? write(note, for: name)
        }
    }

    // MARK: Parts

    /// The prefix of the names of an application's pictures.
    private static func prefix(of application: ProviderIdentifier) -> String { "\(application).typecase-" }

    private func write(_ mark: IconMark, _ source: IconEntries.Source) throws(FontError) {
        let bytes = source.text.merged(icon: mark.icon, mark: mark, tryExec: entries.program(of: source))
        // If the mark could not be recognized again, the icon could never be reset.
        guard let merged = try? DesktopEntryText(bytes), IconMark(of: merged) == mark else {
            throw FontError(.corrupt, "\(source.path) cannot be given another icon: it is no regular desktop entry.")
        }
        beforeStep()
        try Self.mapping("write the desktop entry") { () throws(Errno) in
            try FileSystem.makeDirectories(entries.userDirectory)
            try IconFile.write(bytes, to: "\(entries.userDirectory)/\(source.fileName)")
        }
    }

    /// Writes the note about an icon; if its entry does not match the source yet, the next login checks it.
    private func note(
        _ source: IconEntries.Source, _ application: ProviderIdentifier, isDone: Bool = true
    ) throws(FontError) {
        let known = IconNote(at: "\(notes)/\(source.fileName)")
        var note = IconNote(source: source.path, stamp: source.stamp, application: application)
        guard known != note else { return }
        if !isDone { note.stamp = .none }
        beforeStep()
        // Whether an entry matches its source can be determined again.
        try write(note, for: source.fileName, isDurable: !isDone)
    }

    private func write(_ note: IconNote, for fileName: String, isDurable: Bool = true) throws(FontError) {
        try Self.mapping("note the icon") { () throws(Errno) in
            let path = "\(notes)/\(fileName)"
            try FileSystem.makeDirectories(notes)
            try IconFile.finish(
                try IconFile.begin(Array(note.text.utf8), for: path), for: path, isDurable: isDurable)
            if isDurable { try FileSystem.synchronizeDirectory(of: path) }
        }
    }

    private func clear(_ fileName: String, _ application: ProviderIdentifier?) throws(FontError) {
        beforeStep()
        if let application, removePictures(of: application) { try? theme.announce() }
        beforeStep()
        try Self.mapping("remove a note") { () throws(Errno) in try IconFile.remove("\(notes)/\(fileName)") }
    }

    private static func mapping<Value>(
        _ action: String, _ body: () throws(Errno) -> Value
    ) throws(FontError) -> Value {
        do throws(Errno) { return try body() } catch { throw FontError(error, while: action) }
    }
}
