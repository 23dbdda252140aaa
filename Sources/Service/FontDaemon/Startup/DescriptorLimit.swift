internal import CLinux
internal import Glibc

/// The limit on open descriptors, of which callers send many: each font in flight is one.
enum DescriptorLimit {
    /// The requested limit: the senders of a busy session, 512 descriptors each, and our own.
    static let wanted: UInt = 65536

    /// Raises the soft limit as far as the hard limit allows; most systems set it to 1,024 because of `select`.
    ///
    /// If it cannot be raised, senders are refused earlier.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else {
            return
        }
        _ = typecase_setrlimit(typecase_RLIMIT_NOFILE, UInt64(min(wanted, limit.rlim_max)), UInt64(limit.rlim_max))
    }
}
