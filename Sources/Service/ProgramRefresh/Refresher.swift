internal import Glibc
internal import LinuxSystem

/// The way in that a program has of its own to look at the fonts again, as a file of its package tells it.
///
/// The file is a key file with the group `Refresher`: a method of D-Bus (`BusName`, `ObjectPath`, `Interface`, `Member`
/// and `Arguments`, texts with a semicolon after each), or a signal (`Process`, `Signal`).
package struct Refresher: Sendable, Equatable {
    /// The means by which the program is made to look.
    package enum Way: Sendable, Equatable {
        /// A method that takes texts, called where somebody owns the name.
        case method(Method)
        /// A signal to all processes of a name, as the kernel keeps it: at most 15 bytes.
        case signal(Int32, process: String)
    }

    /// A method of D-Bus.
    package struct Method: Sendable, Equatable {
        /// The well-known name of the program.
        package var busName: String
        /// The object.
        package var path: String
        /// The interface.
        package var interface: String
        /// The method.
        package var member: String
        /// Its arguments.
        package var arguments: [String]

        /// Names a method.
        package init(busName: String, path: String, interface: String, member: String, arguments: [String] = []) {
            self.busName = busName
            self.path = path
            self.interface = interface
            self.member = member
            self.arguments = arguments
        }
    }

    /// Why a file is none.
    package struct Fault: Error, Sendable, Equatable {
        /// The reason, for people.
        package let message: String

        /// Says why.
        package init(message: String) { self.message = message }
    }

    /// The signals that programs may take for this; no other tells a program anything that it could go on after.
    private static let signals: [String: Int32] = ["SIGHUP": SIGHUP, "SIGUSR1": SIGUSR1, "SIGUSR2": SIGUSR2]
    private static let group = "Refresher"
    /// The most bytes of a process' name.
    private static let longestName = 15

    /// The way.
    package let way: Way

    /// Reads a file.
    ///
    /// - Parameter text: Its text.
    /// - Throws: Why it is no refresher.
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
