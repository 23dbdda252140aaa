internal import FontModel
internal import LinuxSystem

extension ScratchHome {
    /// Installs an application: a desktop entry, and a manifest of version 2.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - members: Further members of the manifest, as JSON.
    /// - Throws: What the system said.
    package func installApplication(_ id: String, manifest members: String) throws {
        try scratch.write(
            "{\"version\": 2, \"id\": \"\(id)\", \"name\": \"Example\", \(members)}",
            to: "share/typecase/providers/\(id).json")
        try scratch.write(
            "[Desktop Entry]\nType=Application\nName=Example\nExec=/usr/bin/true\nIcon=\(id)\n",
            to: "share/applications/\(id).desktop")
    }

    /// Writes an icon into the assets of an application.
    ///
    /// - Parameters:
    ///   - name: What the application calls it.
    ///   - svg: The picture.
    ///   - id: The application.
    /// - Returns: Its member of `alternate-icons`, as JSON.
    /// - Throws: What the system said.
    package func addIcon(_ name: String, _ svg: String, of id: String) throws -> String {
        try scratch.write(svg, to: "share/typecase/assets/\(id)/icons/\(name).svg")
        let digest = FileDigest.of(Array(svg.utf8)).hexadecimal
        return "{\"name\": \"\(name)\", \"files\": \"icons/\(name).svg\", \"sha256\": \"\(digest)\"}"
    }

    /// The user's own desktop entry of an application; `nil` where there is none.
    package func desktopEntry(of id: String) throws -> String? {
        try SmallFile(path: "\(dataDirectory)/applications/\(id).desktop").read()
    }

    /// The icon in the user's own desktop entry of an application; `nil` where there is none.
    package func icon(of id: String) throws -> String? {
        try desktopEntry(of: id)?.split(separator: "\n").first { $0.hasPrefix("Icon=") }.map { String($0.dropFirst(5)) }
    }
}
