package import InspectionProtocol

/// The options from the command line.
package struct WorkerOptions: Sendable, Equatable {
    /// The profile of the process for its lifetime.
    package var mode: InspectionMode
    /// Whether descriptor 3 is a connection rather than a listening socket.
    package var isConnected: Bool

    /// The usage text of the program.
    package static let usage =
        "usage: typecase-inspect --mode inspect|warm|system-faces|second-opinion|convert|archive|render|icon "
        + "[--connected]"

    /// Creates options.
    package init(mode: InspectionMode, isConnected: Bool) {
        self.mode = mode
        self.isConnected = isConnected
    }

    /// Reads the arguments after the program's name; the result is `nil` if they do not match ``usage``.
    package init?(arguments: [String]) {
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
        guard let mode else { return nil }
        self.init(mode: mode, isConnected: isConnected)
    }
}
