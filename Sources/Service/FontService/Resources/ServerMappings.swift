internal import Glibc
internal import LinuxSystem
internal import PositionedJSON
internal import SystemPackage

/// The user's replacements for servers that manifests name, for development.
///
/// They are in the user's own file, which no provider can name or change: `typecase/servers.json` in
/// `$XDG_CONFIG_HOME`. The file contains an object `servers` that maps the beginnings of addresses to their
/// replacements. The files must still match the SHA-256 in the manifest.
package struct ServerMappings: Sendable, Equatable {
    /// The replacement of one server with another.
    package struct Mapping: Sendable, Equatable {
        /// The beginning of the addresses to replace.
        package let from: String
        /// The new beginning.
        package let to: String
    }

    /// The replacements in the file.
    package private(set) var mappings: [Mapping] = []
    /// Why the file is not used; `nil` if it is valid or does not exist.
    package private(set) var failure: String?

    /// Creates the mappings by reading the file; blocks.
    ///
    /// - Parameter path: The absolute path of the file; `nil` if there is no location for it.
    package init(path: String?) {
        guard let path else { return }
        do throws(Errno) {
            guard let text = try SmallFile(path: path).read() else { return }
            guard FileSystem.isWritten(onlyBy: [0, geteuid()], at: path) else {
                failure = "\(path) can be changed by others than you, and is not used. Let only yourself write to it."
                return
            }
            read(Array(text.utf8), path)
        } catch {
            failure = "\(path) cannot be read: \(error)."
        }
    }

    private mutating func read(_ text: [UInt8], _ path: String) {
        var reading = JSONReading(text, maximumDepth: 4)
        if let root = reading.root,
            let members = reading.object(root, known: ["servers"], required: ["servers"]),
            let field = members["servers"]
        {
            if case .object(let servers) = field.node.value {
                for server in servers {
                    let value = JSONField(node: server.node, pointer: field.pointer + JSONPointer.text([server.name]))
                    let to = reading.string(value, rule: "an address that begins with http:// or https://") { text in
                        text.hasPrefix("http://") || text.hasPrefix("https://") ? text : nil
                    }
                    if let to { mappings.append(Mapping(from: server.name, to: to)) }
                }
            } else {
                reading.note(field, "An object of addresses is expected.")
            }
        }
        guard let fault = reading.faults.first else { return }
        mappings = []
        failure = "\(path):\(fault)"
    }

    /// The address to download from in place of another; `nil` if the user has not replaced it.
    ///
    /// - Parameter address: The address in a manifest.
    /// - Returns: The address according to the longest matching beginning.
    package func replacement(of address: String) -> String? {
        mappings.filter { address.hasPrefix($0.from) }.max { $0.from.utf8.count < $1.from.utf8.count }
            .map { $0.to + address.dropFirst($0.from.count) }
    }
}
