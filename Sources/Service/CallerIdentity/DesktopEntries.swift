internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// The applications installed for the user, according to their `.desktop` files.
///
/// Sources: Desktop Entry Specification 1.5, "File naming"; Desktop Application Autostart Specification 0.5; XDG Base
/// Directory Specification 0.8.
package struct DesktopEntries: Sendable {
    /// The maximum size of a file in bytes: files with many translations have about 50 KiB.
    private static let maximumSize = 256 << 10
    /// The maximum number of characters in a name.
    private static let nameLength = 100

    let directories: [String]

    /// Creates a search in the directories of an environment.
    ///
    /// - Parameter variables: The environment.
    package init(environment variables: [String: String]) {
        func home(_ variable: String, _ usual: String) -> [String] {
            let home = BaseDirectories.directory(variables["HOME"])
            return [BaseDirectories.directory(variables[variable]) ?? home.map { "\($0)/\(usual)" }].compactMap(\.self)
        }
        let data =
            home("XDG_DATA_HOME", ".local/share")
            + BaseDirectories.list(variables["XDG_DATA_DIRS"], otherwise: "/usr/local/share:/usr/share")
        let configuration =
            home("XDG_CONFIG_HOME", ".config")
            + BaseDirectories.list(variables["XDG_CONFIG_DIRS"], otherwise: "/etc/xdg")
        directories = data.map { "\($0)/applications" } + configuration.map { "\($0)/autostart" }
    }

    /// The display name of an application.
    ///
    /// Blocks.
    ///
    /// - Parameter id: The id of the application.
    /// - Returns: The name, or the id if the file contains no name that can be shown; `nil` if no such application is
    ///   installed.
    func name(of id: ProviderIdentifier) -> String? {
        for directory in directories {
            for file in Self.fileNames(of: id.rawValue) {
                guard let bytes = Self.read("\(directory)/\(file)") else { continue }
                return Self.name(in: bytes) ?? id.rawValue
            }
        }
        return nil
    }

    /// The possible paths of a file: dashes stand for directories, in practice for one.
    static func fileNames(of id: String) -> [String] {
        guard let dash = id.firstIndex(of: "-") else { return ["\(id).desktop"] }
        return ["\(id).desktop", "\(id[..<dash])/\(id[id.index(after: dash)...]).desktop"]
    }

    /// The bytes of a file, empty if it is too large; `nil` if there is no such file.
    static func read(_ path: String) -> [UInt8]? {
        // Some files are links: those that Flatpak exports, and all of them on systems such as Nix.
        guard let file = try? OwnedFileDescriptor.reading(path), (try? FileStatus(of: file))?.kind == .regular else {
            return nil
        }
        return (try? BoundedFile.bytes(of: file, limit: maximumSize)) ?? []
    }

    /// The display name in a file; `nil` if it contains none that can be shown.
    static func name(in bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self),
            let name = KeyFile(text)?["Desktop Entry", "Name"], !name.isEmpty,
            name.unicodeScalars.count <= nameLength, !name.unicodeScalars.contains(where: \.couldMislead)
        else { return nil }
        return name
    }
}
