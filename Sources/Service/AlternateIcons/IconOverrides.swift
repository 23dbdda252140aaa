package import FontModel
package import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// The icons that are set: merged desktop entries, the pictures that they name, and a note of each.
///
/// The merged entry is the truth. The note only says where to look, and is there before anything else of an icon is and
/// until all of it is gone, so that whatever a crash left behind is found and brought to one of the two states. It blocks,
/// and one caller at a time may change anything.
package struct IconOverrides: Sendable {
    /// Where desktop entries are.
    package let entries: IconEntries
    /// The theme.
    package let theme: IconTheme
    /// Where the notes are.
    private let notes: String
    /// Called before each step of a change, for tests of what is left when there is none after it.
    package var beforeStep: @Sendable () -> Void = {}

    /// Names the places; nothing is looked at.
    ///
    /// - Parameters:
    ///   - entries: Where desktop entries are.
    ///   - dataHome: `$XDG_DATA_HOME`.
    ///   - stateDirectory: The directory of our state.
    package init(entries: IconEntries, dataHome: String, stateDirectory: String) {
        self.entries = entries
        theme = IconTheme(dataHome: dataHome)
        notes = "\(stateDirectory)/icons"
    }

    /// What an icon is made of.
    package enum Content: Sendable {
        /// A name that the theme has already.
        case theme(String)
        /// Pictures.
        case pictures([IconPicture])
    }

    /// An icon that is set.
    package struct Setting: Sendable, Equatable {
        /// The name of the merged entry.
        package var fileName: String
        /// What it says.
        package var mark: IconMark
        /// What the application is called.
        package var title: String
    }

    // MARK: Reading

    /// The icon that is set for an entry; `nil` where the primary is shown.
    package func setting(of fileName: String) -> Setting? {
        guard let text = userEntry(fileName), let mark = IconMark(of: text) else { return nil }
        return Setting(fileName: fileName, mark: mark, title: text["Name"] ?? mark.application)
    }

    /// All icons that are set, in the order of the names of their entries.
    package func settings() -> [Setting] { noted().compactMap(setting) }

    /// Whether a login has something to look at: a source has changed or gone since its icon was set, or an entry has.
    package var hasChanges: Bool {
        noted().contains { name in
            guard let note = IconNote(at: "\(notes)/\(name)"),
                let status = try? FileStatus(path: note.source, followsLinks: true),
                (try? FileStatus(path: "\(entries.userDirectory)/\(name)")) != nil
            else { return true }
            return status.stamp != note.stamp
        }
    }

    /// The files whose change matters to an icon that is set.
    package var sources: [String] { noted().compactMap { IconNote(at: "\(notes)/\($0)")?.source } }

    private func noted() -> [String] {
        ((try? ConfinedDirectory(path: notes).names()) ?? []).filter { $0.hasSuffix(".desktop") }
    }

    private func userEntry(_ fileName: String) -> DesktopEntryText? {
        IconFile.read("\(entries.userDirectory)/\(fileName)", limit: DesktopEntryText.maximumSize)
            .flatMap { try? DesktopEntryText($0) }
    }

    /// Why no icon can be set in the place of an entry; `nil` where one can.
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

    /// A directory, or the nearest one above it that is there.
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
    ///   - name: What the application calls it.
    ///   - content: What it is made of.
    ///   - source: The application's own entry.
    ///   - application: Who it is of.
    /// - Throws: What kept it from being set; then the icon is what it was.
    package func set(
        _ name: String, _ content: Content, in source: IconEntries.Source, of application: ProviderIdentifier
    ) throws(FontError) {
        if let obstacle = obstacle(for: source.fileName) { throw obstacle }
        let prefix = Self.prefix(of: application)
        let icon: String
        switch content {
        case .theme(let name): icon = name
        case .pictures(let pictures):
            let digest = FileDigest.of(pictures.flatMap { $0.png }).hexadecimal
            icon = "\(prefix)\(name)-\(digest.prefix(8))"
        }
        let former = setting(of: source.fileName)
        do throws(FontError) {
            try note(source, application)
            if case .pictures(let pictures) = content, former?.mark.icon != icon || !theme.has(icon) {
                try Self.mapping("write the icon") { () throws(Errno) in
                    try theme.add(pictures, as: icon, beforeStep: beforeStep)
                }
                beforeStep()
                try theme.announce()
            }
            try write(
                IconMark(name: name, icon: icon, source: source.path, application: application.rawValue), source)
        } catch {
            // The entry was not replaced, so that what it names is still what is shown.
            _ = try? theme.remove(beginningWith: prefix, but: former?.mark.icon)
            if former == nil { try? IconFile.remove("\(notes)/\(source.fileName)") }
            throw error
        }
        beforeStep()
        // Who still has the old name gets the new one with the entry.
        _ = try? theme.remove(beginningWith: prefix, but: icon)
    }

    /// Shows the primary icon of an application again; durable when it returns.
    ///
    /// - Parameter fileName: The name of the entry.
    /// - Returns: Whether another was shown.
    /// - Throws: What kept the entry from being removed.
    @discardableResult
    package func reset(_ fileName: String) throws(FontError) -> Bool {
        guard let setting = setting(of: fileName) else { return false }
        beforeStep()
        try Self.mapping("remove the desktop entry") { () throws(Errno) in
            try IconFile.remove("\(entries.userDirectory)/\(fileName)")
        }
        try clear(fileName, ProviderIdentifier(rawValue: setting.mark.application))
        return true
    }

    /// Brings what is there to agree: after a crash, an upgrade of the application, or its removal.
    ///
    /// - Returns: The entries that have changed.
    @discardableResult
    package func settle() -> [String] {
        noted().filter { (try? settle($0)) == true }
    }

    private func settle(_ fileName: String) throws(FontError) -> Bool {
        try Self.mapping("remove a draft") { () throws(Errno) in
            try IconFile.remove(IconFile.draft(of: "\(entries.userDirectory)/\(fileName)"))
        }
        guard let setting = setting(of: fileName) else {
            // Nothing was set, or somebody has taken the entry into their own hands: what it names stays with it.
            let note = IconNote(at: "\(notes)/\(fileName)")
            let kept = userEntry(fileName)?["Icon"]
            if let note { _ = try? theme.remove(beginningWith: Self.prefix(of: note.application), but: kept) }
            try Self.mapping("remove a note") { () throws(Errno) in try IconFile.remove("\(notes)/\(fileName)") }
            return false
        }
        guard let application = ProviderIdentifier(rawValue: setting.mark.application) else { return false }
        let prefix = Self.prefix(of: application)
        let isOurs = setting.mark.icon.hasPrefix(prefix)
        if isOurs, !theme.has(setting.mark.icon) { return try reset(fileName) }
        guard let source = try entries.source(at: setting.mark.source) else {
            // On a medium that is away it may come back; there the directory is missing as well.
            let directory = setting.mark.source.lastIndex(of: "/").map { String(setting.mark.source[..<$0]) } ?? "/"
            guard (try? FileStatus(path: directory, followsLinks: true)) != nil else { return false }
            return try reset(fileName)
        }
        _ = try? theme.remove(beginningWith: prefix, but: setting.mark.icon)
        let hasChanged = FileDigest.of(source.text.bytes).hexadecimal != setting.mark.sourceHash
        if hasChanged { try write(setting.mark, source) }
        if IconNote(at: "\(notes)/\(fileName)")?.stamp != source.stamp { try note(source, application) }
        return hasChanged
    }

    // MARK: Parts

    /// What the names of an application's pictures begin with.
    private static func prefix(of application: ProviderIdentifier) -> String { "\(application).typecase-" }

    private func write(_ mark: IconMark, _ source: IconEntries.Source) throws(FontError) {
        let bytes = source.text.merged(
            icon: mark.icon, mark: mark, tryExec: source.text.program(at: source.path))
        beforeStep()
        try Self.mapping("write the desktop entry") { () throws(Errno) in
            try FileSystem.makeDirectories(entries.userDirectory)
            try IconFile.write(bytes, to: "\(entries.userDirectory)/\(source.fileName)")
        }
    }

    private func note(_ source: IconEntries.Source, _ application: ProviderIdentifier) throws(FontError) {
        let note = IconNote(source: source.path, stamp: source.stamp, application: application)
        let path = "\(notes)/\(source.fileName)"
        guard IconNote(at: path) != note else { return }
        beforeStep()
        try Self.mapping("note the icon") { () throws(Errno) in
            try FileSystem.makeDirectories(notes)
            try IconFile.write(Array(note.text.utf8), to: path)
        }
    }

    private func clear(_ fileName: String, _ application: ProviderIdentifier?) throws(FontError) {
        beforeStep()
        if let application {
            let removed = try? theme.remove(beginningWith: Self.prefix(of: application))
            if removed == true { try? theme.announce() }
        }
        beforeStep()
        try Self.mapping("remove a note") { () throws(Errno) in try IconFile.remove("\(notes)/\(fileName)") }
    }

    private static func mapping<Value>(
        _ action: String, _ body: () throws(Errno) -> Value
    ) throws(FontError) -> Value {
        do throws(Errno) { return try body() } catch { throw FontError(error, while: action) }
    }
}
