package import LinuxSystem
package import Registry

/// A font that was opened for a caller.
package struct OpenedFont: Sendable {
    /// The face that the id stands for.
    package var face: FaceRecord
    /// A sealed file in memory, positioned at its start.
    package var memory: OwnedFileDescriptor
    /// The bytes that it has.
    package var size: Int
}
