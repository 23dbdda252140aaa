internal import CLinux
internal import CNettle
package import FontModel
internal import Glibc
package import SystemPackage

/// The bytes of a file that do not change any more: in a sealed memfd, or where they are many in a file without a name.
///
/// A sealed memfd can be changed by nobody, whoever holds a descriptor of it. A file without a name is held by this process
/// alone, for reading only, and may be handed to processes that can open no file and change no permissions, as the
/// workers: any other holder that runs as the same user could open it for writing by `/proc/self/fd`. So whoever else gets
/// one has it for itself, and what is copied out of one is hashed on the way and compared with ``digest``.
package struct SealedMemory: Sendable {
    /// The memfd, read with `pread`: its offset means nothing.
    package let descriptor: OwnedFileDescriptor
    /// The number of bytes.
    package let size: Int
    /// Whether the bytes are in a file without a name, rather than in memory.
    package let isOnDisk: Bool
    /// The SHA-256 of the bytes.
    package let digest: FontDigest

    /// Why a file could not be copied.
    package enum Failure: Error, Sendable, Equatable {
        /// It has more bytes than allowed.
        case tooLarge(limit: Int)
        /// Reading it, or keeping its bytes, failed.
        case system(Errno)
    }

    /// Copies a file into sealed memory from its start, and hashes what came of it.
    ///
    /// Blocks as long as reading does, so it belongs on a thread that may block.
    ///
    /// - Parameters:
    ///   - descriptor: A readable regular file; its offset is left alone.
    ///   - limit: The most bytes to accept. A file that grows while it is read meets it as well.
    ///   - name: What `/proc` shows for the memfd.
    /// - Throws: ``Failure/tooLarge(limit:)``, or what went wrong while reading.
    package init(copying descriptor: OwnedFileDescriptor, limit: Int, name: String = "typecase-font") throws(Failure) {
        let memory = try Self.make(name: name)
        // One byte more than allowed tells a file that is too large from one that just fits.
        do throws(Errno) {
            size = try FileCopy.copy(descriptor, to: memory, atMost: limit + 1)
        } catch {
            throw .system(error)
        }
        if size > limit { throw .tooLarge(limit: limit) }
        try Self.makeUnchangeable(memory)
        do throws(Errno) {
            digest = try FileDigest.ofSealed(memory, size: size)
        } catch {
            throw .system(error)
        }
        self.descriptor = memory
        isOnDisk = false
    }

    /// Copies a file from its start into sealed memory or, where it is too large for that, into a file without a name.
    ///
    /// - Parameters:
    ///   - descriptor: A readable regular file; its offset is left alone.
    ///   - limit: The most bytes to accept.
    ///   - memoryLimit: The most bytes to keep in memory.
    ///   - directory: Where there is room for what is larger.
    /// - Throws: ``Failure/tooLarge(limit:)``, or what went wrong while reading or writing.
    package init(
        copying descriptor: OwnedFileDescriptor, limit: Int, inMemoryUpTo memoryLimit: Int,
        otherwiseIn directory: String
    ) throws(Failure) {
        let file: (reading: OwnedFileDescriptor, size: Int, digest: FontDigest)?
        do throws(Errno) {
            if Int(clamping: try FileStatus(of: descriptor).stamp.size) > memoryLimit {
                let target = try UnlinkedFile.make(in: directory)
                let (size, digest) = try FileDigest.copying(descriptor, to: target, atMost: limit + 1)
                // The only opening that is left, once this is done.
                file = (try target.openedAgain(), size, digest)
            } else {
                file = nil
            }
        } catch {
            throw .system(error)
        }
        guard let file else {
            try self.init(copying: descriptor, limit: limit)
            return
        }
        if file.size > limit { throw .tooLarge(limit: limit) }
        self.init(onDisk: file.reading, size: file.size, digest: file.digest)
    }

    private init(onDisk descriptor: OwnedFileDescriptor, size: Int, digest: FontDigest) {
        self.descriptor = descriptor
        self.size = size
        self.digest = digest
        isOnDisk = true
    }

    /// Copies a part of a file into sealed memory.
    ///
    /// - Parameters:
    ///   - descriptor: A readable regular file; its offset is left alone.
    ///   - start: Where the part begins.
    ///   - size: How many bytes it has; fewer come of a file that ends before.
    ///   - name: What `/proc` shows for the memfd.
    /// - Throws: What went wrong while reading, or what the system said where there is no memory.
    package init(
        copying descriptor: OwnedFileDescriptor, from start: Int, size: Int, name: String = "typecase-font"
    ) throws(Failure) {
        let memory = try Self.make(name: name)
        do throws(Errno) {
            _ = try FileCopy.copy(descriptor, to: memory, atMost: size, from: start)
        } catch {
            throw .system(error)
        }
        try self.init(sealing: memory, limit: size)
    }

    /// Puts bytes into sealed memory.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - name: What `/proc` shows for the memfd.
    /// - Throws: What the system said where there is no memory for it.
    package init(bytes: [UInt8], name: String = "typecase-font") throws(Failure) {
        let memory = try Self.make(name: name)
        var hash = Hash()
        let failure: Errno? = bytes.withUnsafeBytes { content in
            hash.update(content)
            do throws(Errno) {
                try FileCopy.write(content, to: memory)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw .system(failure) }
        try Self.makeUnchangeable(memory)
        descriptor = memory
        isOnDisk = false
        size = bytes.count
        digest = hash.finish()
    }

    /// Makes memory for others to write to, until it is sealed with ``init(sealing:limit:)``.
    ///
    /// - Parameter name: What `/proc` shows for the memfd.
    /// - Returns: The memory, which is empty.
    /// - Throws: What the system said where there is no memory.
    package static func unsealed(name: String = "typecase-font") throws(Failure) -> OwnedFileDescriptor {
        try make(name: name)
    }

    /// Seals memory that others have written to, and may still hold.
    ///
    /// - Parameters:
    ///   - memory: What ``unsealed(name:)`` made.
    ///   - limit: The most bytes to accept.
    /// - Throws: ``Failure/tooLarge(limit:)``, or what the system said.
    package init(sealing memory: OwnedFileDescriptor, limit: Int) throws(Failure) {
        // First: what is true of it then stays true.
        try Self.makeUnchangeable(memory)
        do throws(Errno) {
            size = Int(try FileStatus(of: memory).stamp.size)
        } catch {
            throw .system(error)
        }
        if size > limit { throw .tooLarge(limit: limit) }
        do throws(Errno) {
            digest = try FileDigest.ofSealed(memory, size: size)
        } catch {
            throw .system(error)
        }
        descriptor = memory
        isOnDisk = false
    }

    /// Whether a descriptor is one of those that this type has, seen from a process that can open no file: of sealed memory,
    /// or for reading only of a file without a name.
    ///
    /// - Parameter descriptor: Any descriptor.
    /// - Returns: Whether the bytes behind it do not change any more.
    package static func isFixed(_ descriptor: OwnedFileDescriptor) -> Bool {
        if isSealed(descriptor) { return true }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_nlink == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        // A memfd has no name either, but must be sealed.
        let flags = typecase_fcntl(descriptor.rawValue, F_GETFL, 0)
        return flags >= 0 && flags & O_ACCMODE == O_RDONLY
            && typecase_fcntl(descriptor.rawValue, typecase_F_GET_SEALS, 0) < 0
    }

    /// Whether nobody can change the bytes behind a descriptor any more.
    ///
    /// - Parameter descriptor: Any descriptor.
    /// - Returns: Whether it is of sealed memory.
    package static func isSealed(_ descriptor: OwnedFileDescriptor) -> Bool {
        // What cannot be sealed has no seals to tell of: -1, all of whose bits are set.
        let seals = typecase_fcntl(descriptor.rawValue, typecase_F_GET_SEALS, 0)
        return seals > 0 && seals & typecase_F_SEALS_ALL == typecase_F_SEALS_ALL
    }

    static func make(name: String) throws(Failure) -> OwnedFileDescriptor {
        do throws(Errno) {
            return OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_memfd_create(name, typecase_MFD_CLOEXEC | typecase_MFD_ALLOW_SEALING)
                })
        } catch {
            throw .system(error)
        }
    }

    /// Seals memory that others have written to, whatever is in it.
    ///
    /// - Parameter memory: What ``unsealed(name:)`` made.
    /// - Returns: The bytes that it has, and will have.
    /// - Throws: What the system said, as where somebody could still write to it.
    package static func seal(_ memory: OwnedFileDescriptor) throws(Failure) -> Int {
        try makeUnchangeable(memory)
        do throws(Errno) {
            return Int(try FileStatus(of: memory).stamp.size)
        } catch {
            throw .system(error)
        }
    }

    static func makeUnchangeable(_ memory: OwnedFileDescriptor) throws(Failure) {
        do throws(Errno) {
            try retryingInterrupts {
                typecase_fcntl(memory.rawValue, typecase_F_ADD_SEALS, typecase_F_SEALS_ALL)
            }
        } catch {
            throw .system(error)
        }
    }
}

/// A running SHA-256, in Nettle: it has the processor's own SHA instructions and nothing to set up.
///
/// OpenSSL's libcrypto costs each process 0.9 ms at its start and 0.4 MB of memory that it shares with no other.
struct Hash: ~Copyable {
    private var context = sha256_ctx()

    init() { nettle_sha256_init(&context) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        nettle_sha256_update(&context, bytes.count, bytes.baseAddress)
    }

    consuming func finish() -> FontDigest {
        var bytes = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        typecase_sha256_digest(&context, &bytes)
        guard let digest = FontDigest(bytes: bytes) else { preconditionFailure("SHA-256 has 32 bytes") }
        return digest
    }
}
