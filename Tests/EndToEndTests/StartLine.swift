internal import Glibc
internal import LinuxSystem
internal import TestSupport

/// Where daemons wait at their start until all of them are there, to start at one moment.
struct StartLine {
    private let directory: ScratchDirectory
    private let gate: OwnedFileDescriptor

    init() throws {
        directory = try ScratchDirectory(name: "start")
        let path = directory["gate"]
        try retryingInterrupts { mkfifo(path, 0o600) }
        // Whoever can read as well waits for no reader.
        gate = try openDescriptor(path, O_RDWR)
    }

    /// The program that becomes the daemon, once it is let go.
    var wrapper: [String] {
        let script = #": > "$1/waiting-$$"; read -r line < "$1/gate"; shift; exec "$@""#
        return ["/bin/sh", "-c", script, "sh", directory.path]
    }

    /// Waits until so many are there, and lets them go.
    func start(_ count: Int) async throws {
        try await eventually("\(count) daemons are there", below: directory.path) {
            DirectoryListing(directory.path).files.filter { $0.name.hasPrefix("waiting-") }.count == count
        }
        // The shell takes no more than its line.
        let lines = [UInt8](repeating: 10, count: count)
        try retryingInterrupts { write(gate.rawValue, lines, lines.count) }
    }
}
