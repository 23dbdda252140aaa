internal import CLinux
internal import FontModel
internal import Glibc
package import LinuxSystem
internal import Localization
internal import SystemPackage

/// The standard input of a command, which it reads for the argument `-`.
package struct StandardInput: Sendable {
    /// The argument that stands for standard input.
    package static let argument = "-"

    /// The maximum size of a list of names in bytes, which is far larger than a command line can be.
    private static let maximumListSize = 16 << 20

    private let descriptor: Int32

    /// Creates an input.
    ///
    /// - Parameter descriptor: The descriptor to read from, which stays open.
    package init(descriptor: Int32 = STDIN_FILENO) { self.descriptor = descriptor }

    /// Reads a font.
    ///
    /// - Returns: The bytes of the font, as a file that cannot be changed any more.
    /// - Throws: The reason why it could not be read, or that the command was interrupted.
    package func font() async throws(CommandFailure) -> OwnedFileDescriptor {
        let bytes = try await read(limit: FontLimits.fileSize)
        do throws(SealedMemory.Failure) {
            return try SealedMemory(bytes: bytes).descriptor
        } catch {
            throw CommandFailure(failed: localized("Standard input cannot be stored: %1.", "\(error)"))
        }
    }

    /// Reads names or ids.
    ///
    /// - Returns: The lines that are not empty.
    /// - Throws: The reason why they could not be read, or that the command was interrupted.
    package func lines() async throws(CommandFailure) -> [String] {
        let bytes = try await read(limit: Self.maximumListSize)
        return bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map {
            PathText.text(ofTyped: $0)
        }
    }

    /// Reads bytes.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: All bytes.
    /// - Throws: The reason why they could not be read, such as that there are too many, or that the command was
    ///   interrupted.
    func bytes(limit: Int) async throws(CommandFailure) -> [UInt8] { try await read(limit: limit) }

    /// Reads text, without the line end that editors and `echo` add to it.
    ///
    /// - Returns: The text; bytes that are not UTF-8 are replaced.
    /// - Throws: The reason why it could not be read, or that the command was interrupted.
    package func text() async throws(CommandFailure) -> String {
        let bytes = try await read(limit: Self.maximumListSize)
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// Reads the text of a file, or of this input if the path is `-`, as ``text()`` does.
    ///
    /// - Parameter path: The path.
    /// - Returns: The text.
    /// - Throws: The reason why it could not be read, such as that it is not UTF-8, or that the command was
    ///   interrupted.
    package func text(ofFileAt path: String) async throws(CommandFailure) -> String {
        var file: OwnedFileDescriptor?
        if path != Self.argument {
            do throws(Errno) {
                file = try OwnedFileDescriptor.reading(path)
            } catch {
                throw CommandFailure(
                    error == .noSuchFileOrDirectory ? .notFound : .failure, code: .fileNotFound,
                    localized("The file cannot be read: %1.", "\(error)"), item: path)
            }
        }
        defer { withExtendedLifetime(file) {} }
        let bytes: [UInt8]
        do throws(CommandFailure) {
            let input = file.map { StandardInput(descriptor: $0.rawValue) } ?? self
            bytes = try await input.read(limit: Self.maximumListSize)
        } catch {
            var failure = error
            failure.item = path
            throw failure
        }
        guard
            let text = String(
                validating: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
        else {
            throw CommandFailure(
                .failure, code: .invalidFilePath, localized("The text is not UTF-8. Convert it with iconv first."),
                item: path)
        }
        return text
    }

    /// The distinct characters of a long text, in order.
    ///
    /// Each character is on its own line, so that it does not join the next one. A text that is not longer than a size
    /// is returned unchanged.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - size: The size in bytes.
    /// - Returns: The characters.
    static func distinctCharacters(of text: String, longerThan size: Int = 64 << 10) -> String {
        guard text.utf8.count > size else { return text }
        var seen: Set<Character> = []
        return String(text.flatMap { seen.insert($0).inserted ? [$0, "\n"] : [] })
    }

    /// Reads to the end on a separate thread.
    ///
    /// The program that writes may take as long as it likes; an interrupted command does not wait for it.
    private func read(limit: Int) async throws(CommandFailure) -> [UInt8] {
        let (results, continuation) = AsyncStream.makeStream(of: Bytes.self)
        do throws(Errno) {
            try NativeThread(name: "typecase-input") { [descriptor] in
                continuation.yield(Self.readAll(descriptor, limit: limit))
                continuation.finish()
            }.detach()
        } catch {
            throw CommandFailure(failed: localized("Standard input cannot be read: %1.", "\(error)"))
        }
        for await result in results {
            switch result {
            case .read(let bytes): return bytes
            case .tooMany:
                throw CommandFailure(
                    .failure, code: .exceededResourceLimit, localized("The input has more than %1 bytes.", limit),
                    item: Self.argument)
            case .failed(let errno):
                throw CommandFailure(
                    .failure, code: .insufficientPermissions,
                    localized("Standard input cannot be read: %1.", errno),
                    item: Self.argument)
            }
        }
        throw CommandFailure(
            interrupted: localized("Interrupted before the end of standard input; nothing was done."))
    }

    private enum Bytes: Sendable {
        case read([UInt8])
        case tooMany
        case failed(Errno)
    }

    private static func readAll(_ descriptor: Int32, limit: Int) -> Bytes {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            do throws(Errno) {
                let count = try retryingInterrupts { Glibc.read(descriptor, &buffer, buffer.count) }
                if count == 0 { return .read(bytes) }
                bytes += buffer[..<count]
                if bytes.count > limit { return .tooMany }
            } catch {
                // Another process made the shared pipe or terminal non-blocking.
                if error == .wouldBlock, typecase_poll(descriptor, Int16(POLLIN), -1) > 0 { continue }
                return .failed(error)
            }
        }
    }
}
