internal import Glibc
internal import LinuxSystem

/// The threads of a process.
func threads(of processID: Int32) -> [Int32] {
    guard let directory = opendir("/proc/\(processID)/task") else { return [] }
    defer { closedir(directory) }
    var threads: [Int32] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if let thread = Int32(name) { threads.append(thread) }
    }
    return threads
}

/// The text of a file in `/proc`, whose size says nothing.
func readProcessFile(_ path: String) throws -> String {
    let file = try openDescriptor(path, O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = try retryingInterrupts { read(file.rawValue, &bytes, bytes.count) }
    return String(decoding: bytes[..<count], as: UTF8.self)
}
