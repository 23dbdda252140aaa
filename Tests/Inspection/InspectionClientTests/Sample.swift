import FontModel
import Glibc
import InspectionClient
import InspectionProtocol
import LinuxSystem
import Synchronization
import Testing

/// A list that several threads add to.
final class Record<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

enum Sample {
    static func font(_ text: String = "a font") throws -> SealedMemory { try SealedMemory(bytes: Array(text.utf8)) }

    static func text(of font: OwnedFileDescriptor?) -> String {
        guard let font, let copy = try? SealedMemory(copying: font, limit: 1 << 20) else { return "" }
        var bytes = [UInt8](repeating: 0, count: copy.size)
        _ = pread(copy.descriptor.rawValue, &bytes, bytes.count, 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func face(_ change: (inout FaceDescription) -> Void = { _ in }) -> FaceDescription {
        var face = FaceDescription(
            index: 0, postscriptName: "Sample-Regular", family: "Sample", style: "Regular", fullName: "Sample Regular")
        change(&face)
        return face
    }

    static func inspection(
        scanCost: Int = 120, format: FontFormat? = .truetype, faces: [FaceDescription] = [face()]
    ) -> FontInspection {
        FontInspection(
            format: format, faces: faces, findings: [], scanCost: scanCost,
            examined: faces.map { ExaminedFace(format: format, name: $0.postscriptName) })
    }

    static func provider(_ name: String) throws -> ProviderIdentifier {
        try #require(ProviderIdentifier(rawValue: name))
    }
}

extension FontInspector {
    /// Waits until so many callers wait for a place.
    func waitUntilWaiting(_ count: Int, in mode: InspectionMode = .inspect) async {
        while await statistics[mode].waiting != count { await Task.yield() }
    }

    /// The error that an inspection ends in.
    func inspectionError(_ text: String = "a font") async throws -> FontError? {
        let font = try Sample.font(text)
        do throws(FontError) {
            _ = try await inspect(font, for: .user)
            return nil
        } catch {
            return error
        }
    }
}
