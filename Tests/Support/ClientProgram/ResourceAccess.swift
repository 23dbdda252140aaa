internal import Glibc
internal import Synchronization
internal import Typecase

/// What came of an access to resources: what was there, and that nothing of it can be used twice.
enum ResourceAccess {
    /// Has the files of a tag there, with a handler of progress that comes back only after that.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - name: The name of a file.
    /// - Returns: The file as text, whether the handler was called, and what comes of a second access.
    /// - Throws: Why the files cannot be had.
    static func text(of tag: String, _ name: String) async throws -> String {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return "no pipe" }
        let reader = Mutex<Int32?>(ends[0])
        let writer = ends[1]
        let isTold = Mutex(false)
        let request = FontResourceRequest(tags: [tag])
        defer {
            close(writer)
            // Where the handler was never called.
            if let reader = reader.withLock({ $0.take() }) { close(reader) }
        }
        try await request.beginAccessingResources { _ in
            isTold.withLock { $0 = true }
            // The first call alone waits, until the other end is closed. It may be called longer than the access is waited for,
            // so that it closes what it reads.
            guard let reader = reader.withLock({ $0.take() }) else { return }
            var byte: UInt8 = 0
            _ = read(reader, &byte, 1)
            close(reader)
        }
        let bytes = try await request.data(named: name)
        var second = "granted"
        do { try await request.beginAccessingResources() } catch let error as FontManagerError {
            second = error.code.name
        }
        await request.endAccessingResources()
        return "\(String(decoding: bytes, as: UTF8.self)), \(isTold.withLock { $0 } ? "told" : "not told"), \(second)"
    }
}
