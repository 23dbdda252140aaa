internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The information about an application that Flatpak writes into its sandbox, as `/.flatpak-info`.
///
/// Flatpak binds the file into the sandbox, and also into that of the bus proxy, which is the process that the bus
/// sees. An application cannot change or hide it.
struct FlatpakInformation: Equatable {
    /// The maximum size of the file in bytes: its lists of permissions are a few kilobytes.
    private static let maximumSize = 256 << 10

    /// The id of the application, or of the runtime that is run without one.
    let name: String
    /// The absolute path where the application's files are deployed on the machine; `nil` if it is not given.
    let directory: String?
    /// Whether the application shares the network of the machine.
    let hasNetwork: Bool

    /// Reads the information about the sandbox of a process.
    ///
    /// - Parameter process: The process.
    /// - Returns: The information; `nil` for a process that is not in a Flatpak sandbox.
    /// - Throws: A refusal if there is such a file but it cannot be parsed.
    static func read(from process: ProcessHandle) throws(CallerError) -> FlatpakInformation? {
        let root = try process.rootDirectory()
        do throws(Errno) {
            // Only a root directory that certainly has no such file is outside a sandbox. A root directory that denies
            // access, as a file system in user space may, is doubtful.
            let descriptor: OwnedFileDescriptor
            do throws(Errno) {
                let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
                descriptor = OwnedFileDescriptor(
                    adopting: try retryingInterrupts { typecase_openat(root.rawValue, ".flatpak-info", flags, 0) })
            } catch .noSuchFileOrDirectory {
                return nil
            }
            guard try FileStatus(of: descriptor).kind == .regular,
                let bytes = try BoundedFile.bytes(of: descriptor, limit: maximumSize),
                let information = FlatpakInformation(parsing: bytes)
            else { throw Errno.invalidArgument }
            return information
        } catch {
            throw CallerError(
                .malformedSandboxInformation, "/proc/\(process.identifier)/root/.flatpak-info: \(error)")
        }
    }

    /// Creates the information from the bytes of such a file; `nil` if they do not name an application.
    init?(parsing bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), let file = KeyFile(text),
            let name = file["Application", "name"] ?? file["Runtime", "name"],
            name.contains("."), ProviderIdentifier(applicationID: name) != nil
        else { return nil }
        self.name = name
        hasNetwork = file["Context", "shared"]?.split(separator: ";").contains("network") ?? false
        // Through Flatpak's portal, an application can have itself started from a directory of its own. In this case,
        // the other key contains the path where it is deployed.
        let path = file["Instance", "original-app-path"] ?? file["Instance", "app-path"]
        directory = path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
