internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The bytes of a picture in sealed memory, mapped for the lifetime of this object.
///
/// `@unchecked Sendable`: the memory is sealed, so that no thread can change it, and only `deinit` unmaps it.
final class MappedPicture: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    var count: Int { bytes.count }

    /// Creates a mapping of a picture.
    ///
    /// - Parameter descriptor: The picture. It must be sealed, because it could otherwise shrink while it is read.
    /// - Throws: ``FontManagerError`` if the picture is not sealed, or cannot be mapped.
    init(_ descriptor: OwnedFileDescriptor) throws(FontManagerError) {
        guard SealedMemory.isSealed(descriptor) else {
            throw FontManagerError(.unsupported, "The picture did not come in sealed memory.")
        }
        guard let size = try? FileStatus(of: descriptor).stamp.size, size > 0,
            let start = mmap(nil, Int(size), PROT_READ, MAP_SHARED, descriptor.rawValue, 0), start != MAP_FAILED
        else { throw FontManagerError(.unsupported, "The picture cannot be mapped.") }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(size))
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
