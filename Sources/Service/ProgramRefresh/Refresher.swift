internal import Glibc
internal import LinuxSystem

/// A program's own way to reload fonts, as described by a file of its package.
///
/// The file is a key file with the group `Refresher`. It describes a D-Bus method (`BusName`, `ObjectPath`,
/// `Interface`, `Member` and `Arguments`, which are strings that each end with a semicolon), or a signal (`Process`,
/// `Signal`).
package struct Refresher: Sendable, Equatable {
    /// The means by which the program is made to reload its fonts.
    package enum Way: Sendable, Equatable {
        /// A method with string arguments, which is called if the bus name has an owner.
        case method(Method)
        /// A signal to all processes with a name, as the kernel stores it: at most 15 bytes.
        case signal(Int32, process: String)
    }

    /// A D-Bus method.
    package struct Method: Sendable, Equatable {
        /// The well-known name of the program.
        package var busName: String
        /// The path of the object.
        package var path: String
        /// The interface.
        package var interface: String
        /// The name of the method.
        package var member: String
        /// The arguments.
        package var arguments: [String]

        /// Creates a method.
        package init(busName: String, path: String, interface: String, member: String, arguments: [String] = []) {
            self.busName = busName
            self.path = path
            self.interface = interface
            self.member = member
            self.arguments = arguments
        }
    }

    /// The reason why a file is not a valid refresher.
    package struct Fault: Error, Sendable, Equatable {
        /// The reason, for people.
        package let message: String

        /// Creates a fault.
        package init(message: String) { self.message = message }
    }

    /// The signals that can be used; programs would not survive any other signal, or would not learn anything from it.
    private static let signals: [String: Int32] = ["SIGHUP": SIGHUP, "SIGUSR1": SIGUSR1, "SIGUSR2": SIGUSR2]
    private static let group = "Refresher"
    /// The maximum number of bytes of a process name.
    private static let longestName = 15

    /// The way to reload fonts.
    package let way: Way

    /// Reads a file.
    ///
    /// - Parameter text: The text of the file.
    /// - Throws: The reason why it is not a refresher.
    package init(_ text: String) throws(Fault) {
        guard let file = KeyFile(text) else { throw Fault(message: "it is no key file") }
        func value(_ key: String) throws(Fault) -> String {
            guard let value = file[Self.group, key], !value.isEmpty else {
                throw Fault(message: "the group \(Self.group) has no \(key)")
            }
            return value
        }
        guard file[Self.group, "Process"] != nil else {
            way = .method(
                Method(
                    busName: try value("BusName"), path: try value("ObjectPath"), interface: try value("Interface"),
                    member: try value("Member"),
                    arguments: (file[Self.group, "Arguments"] ?? "").split(separator: ";").map(String.init)))
            return
        }
        let (process, name) = (try value("Process"), try value("Signal"))
        guard process.utf8.count <= Self.longestName else {
            throw Fault(message: "Linux keeps \(Self.longestName) bytes of a process' name, and \(process) has more")
        }
        guard let signal = Self.signals[name] else {
            throw Fault(message: "Signal is one of \(Self.signals.keys.sorted().joined(separator: ", "))")
        }
        way = .signal(signal, process: process)
    }
}
