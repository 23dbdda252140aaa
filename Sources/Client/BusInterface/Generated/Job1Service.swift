// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Something that takes longer than a call.
///
/// What waits for the user, or for anything else that may take minutes, goes on in an object of its own, so that no
/// call has to wait for it.
///
/// The methods `RequestRights`, `RequestFonts`, `RegisterAssets` and `RegisterRemoteFont` of
/// `org.typecase.FontManager1` and `BeginAccess` of `org.typecase.Resources1` make one.
///
/// The object is below the object that made it, at the same bus name, in `job/SENDER/TOKEN`: SENDER is the unique bus
/// name of its owner without the colon and with underscores for dots, TOKEN the option `handle_token` of the method. So
/// its path is known before the call, and a program can wait for Finished before it calls: what has not to wait for
/// anything may be finished before the reply comes.
///
/// **Life.** A job belongs to the connection that began it, and exists for no other. It ends when its work is done,
/// when its owner cancels it, and when its owner leaves the bus. After the end the object stays until its owner leaves
/// or has ended 16 more jobs. A connection has at most 256 jobs that have not ended.
///
/// The rules for callers and the errors are those of `org.typecase.FontManager1`.
package protocol Job1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// How the job is doing: `running`, `done`, `failed` or `cancelled`.
    var state: String { get async throws }

    /// How far the job has come, from 0 to 1; -1 where that is not known.
    var progress: Double { get async throws }

    /// How many bytes were fetched so far; 0 where none are.
    var bytesDone: UInt64 { get async throws }

    /// How many bytes are to be fetched; 0 where none are, or where it is not known.
    var bytesTotal: UInt64 { get async throws }

    /// What came of the job, as in Finished but for file descriptors; empty while it runs.
    var result: [String: BusVariant] { get async throws }

    /// Gives the job up.
    ///
    /// What it did so far stands, and what others want as well goes on for them. A job that has ended stays as it
    /// ended.
    ///
    /// Errors: those of any method.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func cancel(_ call: BusMethodCall) async throws
}

extension Job1Service {
    package var version: UInt32 { 1 }
}
