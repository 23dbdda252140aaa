internal import CLinux
internal import Glibc
package import LinuxSystem
package import SystemPackage

/// A descriptor that the service manager passed at the start, such as a listening socket (sd_listen_fds(3)).
package struct PassedDescriptor: Sendable {
    /// The name that the unit gives it; systemd's own default is the name of the socket unit.
    package let name: String
    /// The descriptor, closed on exec from now on.
    package let descriptor: OwnedFileDescriptor

    /// The number of the first descriptor that is passed (`SD_LISTEN_FDS_START`).
    private static let firstNumber: Int32 = 3
    /// The most descriptors to believe in.
    private static let maximumCount = 64

    /// Takes over all descriptors that were passed.
    ///
    /// Call it once, early: afterwards the numbers may belong to other files.
    ///
    /// - Parameters:
    ///   - variable: Looks up a variable of the environment: `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`.
    ///   - start: The number of the first descriptor; a test has no say over number 3.
    /// - Returns: The descriptors in the order of the unit; none where none were passed to this process.
    /// - Throws: `Errno.badFileDescriptor` where a descriptor that is announced is not open.
    package static func takeAll(
        variable: (String) -> String? = Environment.variable, start: Int32 = firstNumber
    ) throws(Errno) -> [PassedDescriptor] {
        guard variable("LISTEN_PID").flatMap({ Int32($0) }) == getpid(),
            let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), (1...Int32(maximumCount)).contains(count)
        else { return [] }
        let names = (variable("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
        var passed: [PassedDescriptor] = []
        for index in 0..<Int(count) {
            let number = start + Int32(index)
            try retryingInterrupts { typecase_fcntl(number, F_SETFD, FD_CLOEXEC) }
            passed.append(
                PassedDescriptor(
                    name: names.indices.contains(index) ? String(names[index]) : "unknown",
                    descriptor: OwnedFileDescriptor(adopting: number)))
        }
        return passed
    }
}
