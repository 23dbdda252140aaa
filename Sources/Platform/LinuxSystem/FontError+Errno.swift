package import FontModel
package import SystemPackage

extension FontError {
    /// Creates the font error for a system call that failed in this program's own directories.
    ///
    /// - Parameters:
    ///   - errno: The system's error.
    ///   - action: The action that failed, such as `publish the font`.
    package init(_ errno: Errno, while action: String) {
        switch errno {
        case .noSpace, .diskQuotaExceeded:
            self.init(.storageFull, "Cannot \(action): \(errno). Free some space and try again.")
        case .readOnlyFileSystem:
            self.init(.readOnly, "Cannot \(action): \(errno).")
        case .permissionDenied, .notPermitted:
            self.init(.insufficientPermissions, "Cannot \(action): \(errno).")
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory:
            self.init(.busy, "Cannot \(action): \(errno). Try again later.")
        default:
            self.init(.registrationFailed, "Cannot \(action): \(errno).")
        }
    }
}
