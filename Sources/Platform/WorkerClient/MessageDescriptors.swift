package import LinuxSystem

/// The descriptors that are sent to a worker with a record.
package struct MessageDescriptors: Sendable {
    /// The file to read; it is sent with the first byte of the frame.
    package var input: OwnedFileDescriptor?
    /// The file that the worker writes to; it is sent with the first byte of the record.
    package var output: OwnedFileDescriptor?
    /// Further files to read, each sent with a byte of its own after the record.
    package var following: [OwnedFileDescriptor]

    /// Creates a set of descriptors.
    package init(
        _ input: OwnedFileDescriptor? = nil, output: OwnedFileDescriptor? = nil, following: [OwnedFileDescriptor] = []
    ) {
        self.input = input
        self.output = output
        self.following = following
    }
}
