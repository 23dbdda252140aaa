import FontLibrary
import FontModel
import Foundation
import Glibc
import InspectionProtocol
import LinuxSystem
import Registry
import TestSupport
import Testing

@testable import FontService

/// A home whose published fonts are synced with those of another one.
///
/// A font is a line of text, the family and the revision, which the worker that is made up reads.
final class SyncedHome {
    let fixture: PublisherFixture

    init() async throws { fixture = try await PublisherFixture() }

    /// The directory that people sync.
    var root: String { fixture.tree.root }

    /// Does what the service does when files have changed: brings tree and registry to agree, and judges changed files.
    func look() async throws {
        for _ in 0..<4 {
            let changed = try await fixture.reconciler.reconcile(cause: .file)
            for digest in changed {
                let mayBeWritten = try await fixture.reconciler.verify(
                    digest, cause: .file, quietTime: .zero)
                #expect(!mayBeWritten)
            }
            if changed.isEmpty { break }
        }
        await fixture.publisher.roundEnded()
    }

    /// Installs a font of a family, as `typecase install` does.
    func install(_ family: String, _ revision: Int) async throws {
        let answer = await fixture.register([try SyncedFont(family: family, revision: revision).candidate])
        _ = try answer.outcomes[0].get()
    }

    /// Uninstalls a family, as `typecase uninstall` does.
    func uninstall(_ family: String, forGood: Bool) async throws {
        try await change(family) { .unregister([$0], forGood: forGood) }
    }

    /// Disables or enables a family.
    func setEnabled(_ family: String, _ isEnabled: Bool) async throws {
        try await change(family) { .setEnabled([$0], isEnabled) }
    }

    private func change(_ family: String, _ action: (FontIdentifier) -> LibraryRequest.Action) async throws {
        let id = try #require(try await registration(of: family))
        let answer = await fixture.publisher.submit(LibraryRequest(action(id), by: .user))
        _ = try answer.outcomes[0].get()
        await fixture.publisher.roundEnded()
    }

    private func registration(of family: String) async throws -> FontIdentifier? {
        for content in try await fixture.registry.contents.all() {
            guard let registration = try await fixture.registry.registrations.records(of: content.digest).first else {
                continue
            }
            let library = try await fixture.publisher.context.library(knowing: [content.digest])
            if library.entries[content.digest]?.faces.first?.family == family { return registration.id }
        }
        return nil
    }

    /// Deletes the file of a family, as a file manager does.
    func deleteFile(of family: String) throws {
        let path = try #require(try files().first { $0.value.hasPrefix("\(family)/") }?.key)
        try #require(unlink("\(root)/\(path)") == 0)
    }

    /// The families that programs find, with their revisions.
    func families() throws -> [String] { try files().values.sorted() }

    /// All files that a sync sees, by their paths; hidden ones of ours that are on their way are none of its business.
    func files() throws -> [String: String] {
        var files: [String: String] = [:]
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
        for path in names where !path.hasPrefix(".stage") {
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isDirectory),
                !isDirectory.boolValue
            else { continue }
            files[path] = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
        }
        return files
    }

    /// Brings a file to what the other home has, as a sync does: in place, or as a new file; `nil` deletes it.
    func receive(_ bytes: String?, at path: String, inPlace: Bool) throws {
        let target = "\(root)/\(path)"
        guard let bytes else {
            try #require(unlink(target) == 0)
            return
        }
        let directory = (target as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        if inPlace {
            let file = open(target, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
            try #require(file >= 0)
            defer { close(file) }
            try #require(bytes.withCString { Glibc.write(file, $0, strlen($0)) } == bytes.utf8.count)
        } else {
            let draft = "\(directory)/.\((path as NSString).lastPathComponent).sync"
            try bytes.write(toFile: draft, atomically: false, encoding: .utf8)
            try #require(rename(draft, target) == 0)
        }
    }
}

/// A font that is a line of text.
struct SyncedFont {
    var family: String
    var revision: Int

    /// Reads what ``text`` says; `nil` where it is none.
    init?(_ text: String) {
        let parts = text.split(separator: "/")
        guard parts.count == 2, let revision = Int(parts[1]) else { return nil }
        self.init(family: String(parts[0]), revision: revision)
    }

    init(family: String, revision: Int) {
        self.family = family
        self.revision = revision
    }

    var text: String { "\(family)/\(revision)" }

    /// What a worker says of it.
    var inspection: FontInspection {
        let face = FaceDescription(
            index: 0, postscriptName: "\(family)-Regular", family: family, revision: Int32(revision) << 16)
        return FontInspection(
            format: .truetype, faces: [face], findings: [], scanCost: 100,
            examined: [ExaminedFace(format: .truetype, name: face.postscriptName)])
    }

    var candidate: FontCandidate {
        get throws { try FontCandidate(memory: SealedMemory(bytes: Array(text.utf8)), inspection: inspection) }
    }

    /// What a worker says of a file: a refusal of one that is no such font.
    static func inspection(of file: OwnedFileDescriptor?) -> InspectionReply {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = file.map { pread($0.rawValue, &bytes, bytes.count, 0) } ?? 0
        guard count > 0, let font = SyncedFont(String(decoding: bytes.prefix(count), as: UTF8.self)) else {
            return .inspection(
                FontInspection(
                    format: nil, faces: [],
                    findings: [.init(kind: .unrecognizedFormat, rule: "format", message: "no font")], scanCost: 0))
        }
        return .inspection(font.inspection)
    }
}

/// What a two-way sync does between two homes: it knows how both were when it last ran, as Unison does.
struct TwoWaySync {
    private var known: [String: String] = [:]

    /// Brings both trees to the same.
    mutating func run(_ one: SyncedHome, _ other: SyncedHome, using generator: inout some RandomNumberGenerator) throws
    {
        let (left, right) = (try one.files(), try other.files())
        for path in Set(left.keys).union(right.keys).union(known.keys).sorted().shuffled(using: &generator) {
            let inPlace = Bool.random(using: &generator)
            var agreed = left[path]
            if left[path] == right[path] {
                known[path] = agreed
                continue
            }
            if left[path] == known[path] {
                agreed = right[path]
            } else if right[path] != known[path] {
                // Both have changed it: nothing is deleted that somebody changed.
                agreed = left[path] ?? right[path]
            }
            if left[path] != agreed { try one.receive(agreed, at: path, inPlace: inPlace) }
            if right[path] != agreed { try other.receive(agreed, at: path, inPlace: inPlace) }
            known[path] = agreed
        }
    }
}

/// Numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
