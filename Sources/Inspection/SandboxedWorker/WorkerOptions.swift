package import InspectionProtocol

/// The options from the command line.
package struct WorkerOptions: Sendable, Equatable {
    /// The profile of the process for its lifetime.
    package var mode: InspectionMode
    /// Whether descriptor 3 is a connection rather than a listening socket.
    package var isConnected: Bool

    /// Returns the usage text of a program.
    package static func usage(of program: WorkerProgram) -> String {
        let modes = InspectionMode.allCases.filter { $0.program == program }.map(\.rawValue)
        return "usage: \(program.rawValue) --mode \(modes.joined(separator: "|")) [--connected]"
    }

    /// Creates options.
    package init(mode: InspectionMode, isConnected: Bool) {
        self.mode = mode
        self.isConnected = isConnected
    }

    /// Reads the arguments after the program's name; the result is `nil` if they do not match ``usage(of:)``.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - program: The program; `nil` for one that has all modes.
    package init?(arguments: [String], of program: WorkerProgram?) {
        var mode: InspectionMode?
        var isConnected = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--mode":
                guard mode == nil, let value = rest.popFirst().flatMap(InspectionMode.init(rawValue:)) else {
                    return nil
                }
                mode = value
            case "--connected": isConnected = true
            default: return nil
            }
        }
        guard let mode, program == nil || mode.program == program else { return nil }
        self.init(mode: mode, isConnected: isConnected)
    }
}
