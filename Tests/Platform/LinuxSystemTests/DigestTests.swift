import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import LinuxSystem

/// Digests that others have worked out: the store is named after them, and a hash that was wrong in all places alike
/// would not find again what an earlier version has stored.
@Suite struct DigestTests {
    /// A message and its SHA-256.
    struct Vector: Sendable, CustomTestStringConvertible {
        var message: [UInt8]
        var digest: String

        var testDescription: String { "\(message.count) bytes" }

        init(_ text: String, times: Int = 1, _ digest: String) {
            message = Array(repeatElement(Array(text.utf8), count: times).joined())
            self.digest = digest
        }
    }

    /// The examples that NIST gives for FIPS 180-4; the last of them is read in many parts.
    static let vectors = [
        Vector("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Vector("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Vector(
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        Vector(
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
        Vector("a", times: 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test(arguments: vectors)
    func `a file and its copies in memory have the digest that all the world has for their bytes`(
        vector: Vector
    ) throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.write(vector.message, to: "file")
        let file = OwnedFileDescriptor(adopting: open(path, O_RDONLY | O_CLOEXEC))
        #expect(try "\(FileDigest.of(file))" == vector.digest)
        #expect(try "\(SealedMemory(copying: file, limit: vector.message.count).digest)" == vector.digest)
        let memory = try SealedMemory(bytes: vector.message)
        #expect("\(memory.digest)" == vector.digest)
        #expect(try "\(FileDigest.of(memory.descriptor))" == vector.digest)
    }

    @Test(arguments: [1, 63, 64, 65, 4096, 100_000])
    func `a digest does not depend on the parts that the bytes come in`(size: Int) throws {
        for vector in Self.vectors {
            var hash = Hash()
            for start in stride(from: 0, to: vector.message.count, by: size) {
                let end = min(start + size, vector.message.count)
                vector.message[start..<end].withUnsafeBytes { hash.update($0) }
            }
            let digest = hash.finish()
            #expect("\(digest)" == vector.digest)
        }
    }

    /// The examples of RFC 1321, section A.5, and a path as `md5sum` has it.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
        ("/usr/share/fonts", "3830d5c3ddfd5cd38a049b759396e72e"),
    ])
    func `a path has the digest by which fontconfig names its cache`(path: String, digest: String) {
        #expect(PathDigest.of(path) == digest)
    }
}
