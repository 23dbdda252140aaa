internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The program `ots-sanitize`: the OpenType Sanitizer that browsers put before their font libraries.
///
/// Its verdict counts and its first reason; the fonts that it writes lack the tables that it does not know, such as those
/// of colour fonts.
struct Sanitizer {
    /// The absolute path of the program.
    let path: String
    /// What it says its version is, and after a plus sign when it was built; empty where it says nothing.
    let version: String

    /// Where the program is installed, by the system or by hand.
    private static let paths = ["/usr/bin/ots-sanitize", "/usr/local/bin/ots-sanitize"]
    /// What its dynamic linker reads.
    static let libraries = [
        "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/ld.so.conf",
    ]

    /// Finds the program; `nil` where it is not installed.
    ///
    /// Executes it to learn its version, so only before the process is confined.
    init?() {
        guard let path = Self.paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
        version = Self.build(Self.readVersion(path), of: path)
    }

    /// What has the C library take memory for the program in few large pieces.
    ///
    /// A quarter of the time for a font would be spent on getting it page by page: 4.8 ms of processor time against 3.7 ms
    /// for 680 kB, the start included.
    private static let environment = [
        "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=1073741824:glibc.malloc.top_pad=4194304"
    ]

    /// Becomes the program, at work on the font that its standard input will have; returns where it cannot.
    func execute() {
        let words = [path, "/proc/self/fd/\(STDIN_FILENO)"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        execve(path, &arguments, &environment)
    }

    /// The first error that the program tells, without what is not fit to be shown.
    ///
    /// - Parameter text: What it wrote to its standard error: lines such as `ERROR: OS/2: Failed to parse table`.
    /// - Returns: What follows the word; empty where it tells none.
    static func reason(in text: [UInt8]) -> String {
        let marker = Array("ERROR: ".utf8)
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: marker) {
            let reason = line.dropFirst(marker.count).prefix(200).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }
            return String(decoding: reason, as: UTF8.self)
        }
        return ""
    }

    /// A version with the time of the program's file, as packages set it: distributions mend what is wrong with a program
    /// without giving it another version.
    private static func build(_ version: String, of path: String) -> String {
        guard !version.isEmpty, let status = try? FileStatus(path: path, followsLinks: true) else { return version }
        return version.prefix(20) + "+" + String(status.stamp.modificationNanoseconds / 1_000_000_000, radix: 16)
    }

    /// The version that the program prints, after its name.
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
