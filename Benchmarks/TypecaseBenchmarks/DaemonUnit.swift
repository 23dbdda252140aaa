internal import Foundation

/// The unit that the daemon is installed with.
enum DaemonUnit {
    /// What the unit adds to the environment of the daemon.
    ///
    /// - Returns: The values by their names.
    /// - Throws: Where the unit cannot be read.
    static func environment() throws -> [String: String] {
        let path = URL(filePath: #filePath).appending(path: "../../../systemd/typecased.service.in").standardized
        var environment: [String: String] = [:]
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: "=", maxSplits: 2)
            guard words.count == 3, words[0] == "Environment" else { continue }
            environment[String(words[1])] = String(words[2])
        }
        return environment
    }
}
