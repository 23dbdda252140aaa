internal import GRDB
internal import Glibc

extension RegistryError {
    /// Creates an error from an error of GRDB or of our own reading.
    ///
    /// The message is SQLite's: it names tables and columns but does not contain stored text, so it can be logged.
    init(mapping error: any Error) {
        switch error {
        case let error as RegistryError: self = error
        case let error as DatabaseError:
            let code = Self.code(of: error)
            self.init(
                code,
                code == .storageFull
                    ? "There is no room for the registry on the disk"
                    : error.message ?? "SQLite result code \(error.extendedResultCode.rawValue)")
        case is RowDecodingError: self.init(.damaged, "a row of the registry cannot be decoded")
        default: self.init(.failed, "\(type(of: error))")
        }
    }

    /// Creates an error from `errno` after a call on a file of the registry.
    init(errno number: Int32, _ action: String) {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT: .storageFull
            case EACCES, EPERM, EROFS, ENOENT, ENOTDIR: .readOnly
            default: .failed
            }
        self.init(code, "cannot \(action): \(String(cString: strerror(number)))")
    }

    /// Creates an error for a row that contradicts the schema.
    static func damagedRow(_ table: String) -> RegistryError {
        RegistryError(.damaged, "a row of the registry's table \(table) holds an impossible value")
    }

    private static func code(of error: DatabaseError) -> Code {
        switch error.extendedResultCode {
        // SQLite writes the whole shared memory file before it maps it, so a full disk is reported here.
        case .SQLITE_IOERR_SHMSIZE: return .storageFull
        default: break
        }
        return switch error.resultCode {
        case .SQLITE_FULL: .storageFull
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .readOnly
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        default: .failed
        }
    }
}
