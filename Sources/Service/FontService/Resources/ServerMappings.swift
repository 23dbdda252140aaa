internal import Glibc
internal import LinuxSystem
internal import PositionedJSON
internal import SystemPackage

/// The servers that the user has put in the place of those that manifests name, for development.
///
/// They are in a file of the user's own, which no provider can name or change: `typecase/servers.json` in
/// `$XDG_CONFIG_HOME`, an object `servers` with the new beginning of an address for each old one. The SHA-256 of the
/// manifest binds as ever.
package struct ServerMappings: Sendable, Equatable {
    /// One server in the place of another.
    package struct Mapping: Sendable, Equatable {
        /// How addresses begin that are meant.
        package let from: String
        /// What they begin with instead.
        package let to: String
    }

    /// What the file says.
    package private(set) var mappings: [Mapping] = []
    /// Why the file says nothing; `nil` where it is sound or there is none.
    package private(set) var failure: String?

    /// Reads the file; blocks.
    ///
    /// - Parameter path: The absolute path of the file; `nil` where there is no place for one.
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

    /// The address to fetch from instead of another; `nil` where the user has put none in its place.
    ///
    /// - Parameter address: The address in a manifest.
    /// - Returns: The address of the longest beginning that fits.
    package func replacement(of address: String) -> String? {
        mappings.filter { address.hasPrefix($0.from) }.max { $0.from.utf8.count < $1.from.utf8.count }
            .map { $0.to + address.dropFirst($0.from.count) }
    }
}
