package import LinuxSystem

/// The descriptors that go to a worker with a record.
package struct MessageDescriptors: Sendable {
    /// What is to be read; it rides along with the first byte of the frame.
    package var input: OwnedFileDescriptor?
    /// The file that the worker is to write to; it rides along with the first byte of the record.
    package var output: OwnedFileDescriptor?
    /// What is to be read as well, each with a byte of its own after the record.
    package var following: [OwnedFileDescriptor]

    /// Collects descriptors.
    package init(
        _ input: OwnedFileDescriptor? = nil, output: OwnedFileDescriptor? = nil, following: [OwnedFileDescriptor] = []
    ) {
        self.input = input
        self.output = output
        self.following = following
    }
}
