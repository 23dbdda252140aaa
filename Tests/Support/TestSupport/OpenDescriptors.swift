internal import Glibc

/// The file descriptors that this process has open, counted by what they are: a file's path, `socket`,
/// `anon_inode:[eventpoll]`.
///
/// Meant for processes of their own, such as exit tests: in others, tests that run at the same time show.
package func openDescriptors() -> [String: Int] {
    guard let stream = opendir("/proc/self/fd") else { return [:] }
    defer { closedir(stream) }
    var counts: [String: Int] = [:]
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        var target = [CChar](repeating: 0, count: 1024)
        let length = readlink("/proc/self/fd/" + name, &target, target.count)
        guard length > 0 else { continue }
        var text = String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Sockets and pipes carry a number of their own; the directory that is being read is this one.
        if text.hasPrefix("/proc/") { continue }
        // Dispatch opens and closes these when it likes.
        if text == "anon_inode:[eventfd]" || text == "anon_inode:[timerfd]" { continue }
        if let bracket = text.firstIndex(of: "["), text.hasSuffix("]"), !text.hasPrefix("anon_inode") {
            text = String(text[..<bracket])
        }
        counts[text, default: 0] += 1
    }
    return counts
}
