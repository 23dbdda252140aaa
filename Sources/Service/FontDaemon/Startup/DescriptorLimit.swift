internal import CLinux
internal import Glibc

/// The limit on open descriptors, of which callers bring many: every font in flight is one.
enum DescriptorLimit {
    /// What is asked for: the senders of a busy session, 512 descriptors each, and our own.
    static let wanted: UInt = 65536

    /// Raises the soft limit, which is 1,024 on most systems for the sake of `select`, as far as the hard one lets.
    ///
    /// Where it may not be raised, senders are refused earlier.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else {
            return
        }
        _ = typecase_setrlimit(typecase_RLIMIT_NOFILE, UInt64(min(wanted, limit.rlim_max)), UInt64(limit.rlim_max))
    }
}
