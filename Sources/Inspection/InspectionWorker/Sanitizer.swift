internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The program `ots-sanitize`: the OpenType Sanitizer, which browsers run before their font libraries.
///
/// Only its verdict and its first reason are used. The fonts that it writes lack the tables that it does not know, such
/// as those of colour fonts.
struct Sanitizer {
    /// The absolute path of the program.
    let path: String
    /// The version that the program reports, with its build time after a plus sign; empty if it reports none.
    let version: String

    /// The paths at which the program is installed, by the system or manually.
    private static let paths = ["/usr/bin/ots-sanitize", "/usr/local/bin/ots-sanitize"]
    /// The paths that its dynamic linker reads.
    static let libraries = [
        "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/ld.so.conf",
    ]

    /// Finds the program; the result is `nil` if it is not installed.
    ///
    /// This executes the program to read its version, so it works only before the process is confined.
    init?() {
        guard let path = Self.paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
        version = Self.build(Self.readVersion(path), of: path)
    }

    /// The environment that makes the C library allocate memory for the program in few large pieces.
    ///
    /// Otherwise, a quarter of the time for a font would be spent on allocating memory page by page: 4.8 ms of
    /// processor time instead of 3.7 ms for 680 kB, including the start.
    private static let environment = [
        "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=1073741824:glibc.malloc.top_pad=4194304"
    ]

    /// Replaces this process with the program, which checks the font on its standard input; returns only if that fails.
    func execute() {
        let words = [path, "/proc/self/fd/\(STDIN_FILENO)"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        execve(path, &arguments, &environment)
    }

    /// Returns the first error that the program reports, without characters that must not be shown.
    ///
    /// - Parameter text: Its standard error output: lines such as `ERROR: OS/2: Failed to parse table`.
    /// - Returns: The text after the word; empty if there is no error.
    static func reason(in text: [UInt8]) -> String {
        let marker = Array("ERROR: ".utf8)
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: marker) {
            let reason = line.dropFirst(marker.count).prefix(200).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }
            return String(decoding: reason, as: UTF8.self)
        }
        return ""
    }

    /// Appends the time of the program's file, as set by packages, to a version.
    ///
    /// Distributions fix errors in a program without changing its version.
    private static func build(_ version: String, of path: String) -> String {
        guard !version.isEmpty, let status = try? FileStatus(path: path, followsLinks: true) else { return version }
        return version.prefix(20) + "+" + String(status.stamp.modificationNanoseconds / 1_000_000_000, radix: 16)
    }

    /// Returns the version that the program prints after its name.
    private static func readVersion(_ path: String) -> String {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return "" }
        let (output, input) = (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return "" }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDOUT_FILENO) == 0,
            typecase_spawn_close_from(&actions, 3) == 0
        else { return "" }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup("--version"), nil]
        defer { for argument in arguments { free(argument) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var processID = pid_t()
        guard posix_spawn(&processID, path, &actions, nil, &arguments, &environment) == 0 else { return "" }
        var status: Int32 = 0
        _ = try? retryingInterrupts { waitpid(processID, &status, 0) }
        guard status == 0 else { return "" }
        var text = [UInt8](repeating: 0, count: 64)
        let count = max(0, read(output.rawValue, &text, text.count))
        let words = String(decoding: text[..<count], as: UTF8.self).split { $0 == " " || $0 == "\n" }
        return words.count == 2 ? String(words[1].prefix(32).filter { $0.isASCII }) : ""
    }
}
