internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// What Flatpak writes into each sandbox about the application in it, as `/.flatpak-info`.
///
/// The file is bound into the sandbox by Flatpak, also into that of the bus proxy, which is the process that the bus
/// sees. An application cannot change or hide it.
struct FlatpakInformation: Equatable {
    /// The most bytes of the file: its lists of permissions are a few kilobytes.
    private static let maximumSize = 256 << 10

    /// The id of the application, or of the runtime that is run without one.
    let name: String
    /// Where the files of the application are deployed on the machine, an absolute path; `nil` where that is not said.
    let directory: String?
    /// Whether the application shares the network of the machine.
    let hasNetwork: Bool

    /// Reads what the sandbox of a process says of it.
    ///
    /// - Parameter process: The process.
    /// - Returns: `nil` for a process that is in no Flatpak sandbox.
    /// - Throws: A refusal where there is such a file but it cannot be understood.
    static func read(from process: ProcessHandle) throws(CallerError) -> FlatpakInformation? {
        let root = try process.rootDirectory()
        do throws(Errno) {
            // Only a root that certainly has no such file is that of no sandbox. One that forbids to look, as a file
            // system in user space may, is in doubt.
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

    /// Understands the bytes of such a file; `nil` where they do not name an application.
    init?(parsing bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), let file = KeyFile(text),
            let name = file["Application", "name"] ?? file["Runtime", "name"],
            name.contains("."), ProviderIdentifier(applicationID: name) != nil
        else { return nil }
        self.name = name
        hasNetwork = file["Context", "shared"]?.split(separator: ";").contains("network") ?? false
        // An application can have itself started from a directory of its own, through Flatpak's portal; where it is
        // deployed is then said by the other key.
        let path = file["Instance", "original-app-path"] ?? file["Instance", "app-path"]
        directory = path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
