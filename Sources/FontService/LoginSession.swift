package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Names the user's login session, so that what was registered for it can be told from what is of another.
///
/// The service manager makes the runtime directory at the user's first login and removes it after the last logout, so a
/// random token in a file there lives exactly as long as the session, whichever processes come and go.
package struct LoginSession: Sendable {
    private let runtimeDirectory: String?

    /// Creates the session of a runtime directory.
    ///
    /// - Parameter runtimeDirectory: Our own directory within `$XDG_RUNTIME_DIR`, made when needed; `nil` where there
    ///   is none.
    package init(runtimeDirectory: String?) { self.runtimeDirectory = runtimeDirectory }

    /// The token of the session, the same until the user's last logout.
    ///
    /// - Throws: `UnsupportedScope` where there is no runtime directory to tell sessions apart by.
    package func token() throws(FontError) -> String {
        guard let runtimeDirectory else {
            throw FontError(.unsupportedScope, "There is no XDG_RUNTIME_DIR, so the end of the session is not known.")
        }
        do throws(Errno) {
            return try Self.token(in: runtimeDirectory)
        } catch {
            throw FontError(.unsupportedScope, "The session cannot be told from others: \(error).")
        }
    }

    private static func token(in directory: String) throws(Errno) -> String {
        if mkdir(directory, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
        let path = directory + "/session"
        if let token = try read(path) { return token }
        // Whoever links first decides; everybody reads what is there then.
        let token = FontIdentifier.random().rawValue
        let draft = path + "." + token
        let file = try open(draft, O_WRONLY | O_CREAT | O_EXCL)
        defer { unlink(draft) }
        try retryingInterrupts { Glibc.write(file.rawValue, token, token.utf8.count) }
        if link(draft, path) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
        guard let agreed = try read(path) else { throw .noSuchFileOrDirectory }
        return agreed
    }

    private static func read(_ path: String) throws(Errno) -> String? {
        let file: OwnedFileDescriptor
        do throws(Errno) {
            file = try open(path, O_RDONLY)
        } catch .noSuchFileOrDirectory {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = try retryingInterrupts { Glibc.read(file.rawValue, &bytes, bytes.count) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func open(_ path: String, _ flags: Int32) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts { Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600)) })
    }
}
