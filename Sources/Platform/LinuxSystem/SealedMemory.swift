internal import CLinux
internal import CNettle
package import FontModel
internal import Glibc
package import SystemPackage

/// The bytes of a file that can no longer change: in a sealed memfd or, if there are many bytes, in an unlinked file.
///
/// A sealed memfd cannot be changed, no matter which process has a descriptor of it. An unlinked file is open in this
/// process only, read-only. It may be passed to processes that cannot open files or change permissions, such as the
/// workers. It must not be passed to any other process: a process of the same user could open it for writing through
/// `/proc/self/fd`. Other recipients therefore get a file of their own, and the bytes copied into it are hashed during
/// the copy and compared with ``digest``.
package struct SealedMemory: Sendable {
    /// The descriptor to read from with `pread`; its offset has no meaning.
    package let descriptor: OwnedFileDescriptor
    /// The number of bytes.
    package let size: Int
    /// Whether the bytes are in an unlinked file rather than in memory.
    package let isOnDisk: Bool
    /// The SHA-256 of the bytes.
    package let digest: FontDigest

    /// Why a file could not be copied.
    package enum Failure: Error, Sendable, Equatable {
        /// The file has more bytes than allowed.
        case tooLarge(limit: Int)
        /// Reading the file or storing its bytes failed.
        case system(Errno)
    }

    /// Creates sealed memory with a copy of a whole file, and hashes the copy.
    ///
    /// Blocks while reading, so call it on a thread that may block.
    ///
    /// - Parameters:
    ///   - descriptor: A readable regular file; its offset is not changed.
    ///   - limit: The maximum number of bytes to accept. It also applies to a file that grows while it is read.
    ///   - name: The name of the memfd, as `/proc` shows it.
    /// - Throws: ``Failure/tooLarge(limit:)``, or the error from reading.
    package init(copying descriptor: OwnedFileDescriptor, limit: Int, name: String = "typecase-font") throws(Failure) {
        let memory = try Self.make(name: name)
        // Reading one byte more than allowed distinguishes a file that is too large from one that just fits.
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

    /// Creates sealed memory with a copy of a whole file or, if the file is too large for that, an unlinked file.
    ///
    /// - Parameters:
    ///   - descriptor: A readable regular file; its offset is not changed.
    ///   - limit: The maximum number of bytes to accept.
    ///   - memoryLimit: The maximum number of bytes to keep in memory.
    ///   - directory: A directory with room for larger files.
    /// - Throws: ``Failure/tooLarge(limit:)``, or the error from reading or writing.
    package init(
        copying descriptor: OwnedFileDescriptor, limit: Int, inMemoryUpTo memoryLimit: Int,
        otherwiseIn directory: String
    ) throws(Failure) {
        let file: (reading: OwnedFileDescriptor, size: Int, digest: FontDigest)?
        do throws(Errno) {
            if Int(clamping: try FileStatus(of: descriptor).stamp.size) > memoryLimit {
                let target = try UnlinkedFile.make(in: directory)
                let (size, digest) = try FileDigest.copying(descriptor, to: target, atMost: limit + 1)
                // After this statement, this is the only open descriptor of the file.
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

    /// Creates sealed memory with a copy of a part of a file.
    ///
    /// - Parameters:
    ///   - descriptor: A readable regular file; its offset is not changed.
    ///   - start: The offset at which the part begins.
    ///   - size: The number of bytes in the part. If the file ends earlier, fewer bytes are copied.
    ///   - name: The name of the memfd, as `/proc` shows it.
    /// - Throws: The error from reading, or the system's error if there is no memory.
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

    /// Creates sealed memory that contains the given bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - name: The name of the memfd, as `/proc` shows it.
    /// - Throws: The system's error, if there is no memory.
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

    /// Returns memory that other processes can write to until it is sealed with ``init(sealing:limit:)``.
    ///
    /// - Parameter name: The name of the memfd, as `/proc` shows it.
    /// - Returns: The memory, which is empty.
    /// - Throws: The system's error, if there is no memory.
    package static func unsealed(name: String = "typecase-font") throws(Failure) -> OwnedFileDescriptor {
        try make(name: name)
    }

    /// Creates sealed memory from memory that other processes have written to and may still have open.
    ///
    /// - Parameters:
    ///   - memory: The memory from ``unsealed(name:)``.
    ///   - limit: The maximum number of bytes to accept.
    /// - Throws: ``Failure/tooLarge(limit:)``, or the system's error.
    package init(sealing memory: OwnedFileDescriptor, limit: Int) throws(Failure) {
        // Sealed first, so that the results of the following checks stay true.
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

    /// Whether a process that cannot open files may treat the bytes behind a descriptor as unchangeable.
    ///
    /// This is the case for the two kinds of descriptors that this type has: those of sealed memory and read-only ones
    /// of an unlinked file.
    ///
    /// - Parameter descriptor: Any descriptor.
    /// - Returns: Whether the bytes behind it can no longer change.
    package static func isFixed(_ descriptor: OwnedFileDescriptor) -> Bool {
        if isSealed(descriptor) { return true }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_nlink == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        // A memfd is unlinked too, but must be sealed.
        let flags = typecase_fcntl(descriptor.rawValue, F_GETFL, 0)
        return flags >= 0 && flags & O_ACCMODE == O_RDONLY
            && typecase_fcntl(descriptor.rawValue, typecase_F_GET_SEALS, 0) < 0
    }

    /// Whether the bytes behind a descriptor can no longer be changed by anyone.
    ///
    /// - Parameter descriptor: Any descriptor.
    /// - Returns: Whether the descriptor refers to sealed memory.
    package static func isSealed(_ descriptor: OwnedFileDescriptor) -> Bool {
        // For a file that cannot be sealed, the result is -1, which has all bits set.
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

    /// Seals memory that other processes have written to, whatever it contains.
    ///
    /// - Parameter memory: The memory from ``unsealed(name:)``.
    /// - Returns: The number of bytes in the memory, which can no longer change.
    /// - Throws: The system's error, for example if a process could still write to the memory.
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

/// An incremental SHA-256 computed by Nettle, which uses the processor's SHA instructions and needs no setup.
///
/// OpenSSL's libcrypto costs each process 0.9 ms at startup and 0.4 MB of unshared memory.
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
