internal import Foundation
internal import Testing

@testable internal import BusInterfaceGenerator

@Suite struct GeneratedDirectoryTests {
    private func withDirectory(_ body: (GeneratedDirectory) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "/typecase-generated-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(GeneratedDirectory(path: path))
    }

    @Test func `What was written has no differences, and everything else is one`() throws {
        try withDirectory { directory in
            let files = ["A.swift": "a\n", "B.swift": "b\n"]
            #expect(try directory.differences(from: files).count == 2)
            try directory.write(files)
            #expect(try directory.differences(from: files) == [])
            #expect(
                try directory.differences(from: ["A.swift": "other\n", "C.swift": "c\n"]) == [
                    "\(directory.path)/A.swift: differs", "\(directory.path)/C.swift: missing",
                    "\(directory.path)/B.swift: is generated from nothing",
                ])
        }
    }

    @Test func `A file that is generated from nothing any more is removed`() throws {
        try withDirectory { directory in
            try directory.write(["A.swift": "a\n", "B.swift": "b\n"])
            try directory.write(["A.swift": "a\n"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["A.swift"])
        }
    }

    @Test func `An unchanged file keeps its time, so that nothing is built again`() throws {
        try withDirectory { directory in
            try directory.write(["A.swift": "a\n"])
            let path = directory.path + "/A.swift"
            let old = Date(timeIntervalSince1970: 1_000_000)
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
            try directory.write(["A.swift": "a\n"])
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.modificationDate] as? Date == old)
        }
    }
}
