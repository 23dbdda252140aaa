import Archives
import InspectionProtocol
import Synchronization

/// Keeps what is unpacked in memory.
struct MemoryOutput: ArchiveOutput {
    /// What was written so far; shared, as the output itself is handed over.
    final class Content: Sendable {
        private let state = Mutex<[UInt8]>([])

        var bytes: [UInt8] { state.withLock { $0 } }

        func replace(from start: Int, with more: UnsafeRawBufferPointer? = nil) {
            state.withLock { bytes in
                bytes.removeSubrange(start...)
                if let more { bytes += more }
            }
        }
    }

    let content: Content
    private var start = 0
    private var end = 0

    init(_ content: Content) { self.content = content }

    mutating func begin() {
        content.replace(from: start)
        end = start
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        content.replace(from: end, with: bytes)
        end += bytes.count
    }

    mutating func end(describingFaces: Bool) -> (offset: Int, faces: [ArchivedFace]) {
        defer { start = end }
        return (start, [])
    }
}
