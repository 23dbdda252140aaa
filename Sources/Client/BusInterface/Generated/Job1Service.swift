// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// A task that takes longer than a call.
///
/// Work that waits for the user, or for anything else that may take minutes, runs in a job, which is a separate object,
/// so that no call has to wait for it.
///
/// The methods `RequestRights`, `RequestFonts`, `RegisterAssets` and `RegisterRemoteFont` of
/// `org.typecase.FontManager1`, and `BeginAccess` of `org.typecase.Resources1`, create jobs.
///
/// The job is at the same bus name as the object that created it, and below this object, in `job/SENDER/TOKEN`. SENDER
/// is the unique bus name of the job's owner, without the colon and with underscores instead of dots. TOKEN is the
/// option `handle_token` of the method. The path of the job is therefore known before the call. A program can subscribe
/// to Finished before it calls the method: a job that does not have to wait may finish before the reply comes.
///
/// **Lifetime.** A job belongs to the connection that began it, and no other connection can see it. The job ends when
/// its work is done, when its owner cancels it, or when its owner leaves the bus. After the job has ended, its object
/// stays until the owner leaves the bus or 16 more jobs of the owner have ended. A connection has at most 256 jobs that
/// have not ended.
///
/// The rules for callers and the errors are those of `org.typecase.FontManager1`.
package protocol Job1Service: Sendable {
    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// The state of the job: `running`, `done`, `failed` or `cancelled`.
    var state: String { get async throws }

    /// The progress of the job, from 0 to 1; -1 if it is not known.
    var progress: Double { get async throws }

    /// How many bytes have been fetched so far; 0 if nothing is fetched.
    var bytesDone: UInt64 { get async throws }

    /// How many bytes are to be fetched; 0 if nothing is fetched, or if the number is not known.
    var bytesTotal: UInt64 { get async throws }

    /// The result of the job, as in Finished but without file descriptors; empty while the job is running.
    var result: [String: BusVariant] { get async throws }

    /// Cancels the job.
    ///
    /// Work that is already done stays in effect. Work that other callers also requested continues for them. If the job
    /// has already ended, nothing changes.
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
