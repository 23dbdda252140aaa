package import LinuxSystem
package import Registry

/// A font that was opened for a caller.
package struct OpenedFont: Sendable {
    /// The face with the requested id.
    package var face: FaceRecord
    /// A sealed file in memory, positioned at its start.
    package var memory: OwnedFileDescriptor
    /// The size of the file in bytes.
    package var size: Int
}
