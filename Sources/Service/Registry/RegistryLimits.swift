internal import FontModel

/// The limits on what the registry stores and on the resources that it uses.
package enum RegistryLimits {
    /// The maximum number of entries in the change log; older entries are deleted.
    package static let changes = 10_000
    /// The maximum number of fonts of named calls whose results are stored; older results are deleted.
    ///
    /// This is enough for two of the largest batches, each with as many fonts as the user may have.
    package static let requestedFonts = 2 * FontLimits.fontsOfUser
    /// The maximum number of fonts and rights in the history; if there are more, the oldest changes are deleted.
    package static let historyItems = 100_000
    /// The maximum number of changes in the history that programs made by themselves; older ones are deleted.
    package static let historyEntriesOfPrograms = 2000
    /// The maximum number of fonts that the history lists for a program's own changes within a minute; others are only
    /// counted.
    package static let historyItemsOfProgram = 1000
    /// The maximum number of bytes of the registry's file.
    ///
    /// It is ten times what 10,000 fonts need, and prevents a fault from filling the user's disk.
    package static let fileSize = 1 << 30
    /// The maximum number of bytes of a file that is read into memory because it cannot be locked.
    ///
    /// It is twice what 10,000 fonts need.
    package static let copySize = 200 << 20

    /// The maximum number of bytes of a provider's own mark.
    static let userInfo = 1024
    /// The maximum number of bytes of an id, a token, a file name or a display name.
    static let identifier = 255
    /// The maximum number of bytes of the reason for a quarantine.
    static let reason = 1024
    /// The maximum number of bytes of a licence text.
    ///
    /// The longest texts in common use have about 30 kB, but the beginning is enough to identify the licence.
    static let licence = 4096
    /// The maximum number of bytes of a path, which is Linux's own limit.
    static let path = 4096
    /// The maximum number of languages of a face; fontconfig knows about 280.
    static let languages = 512
    /// The maximum number of script tags of a face; OpenType has about 200.
    static let scripts = 256
    /// The maximum number of named instances of a face; registered fonts have fewer, and the largest real font has 567.
    static let namedInstances = 1024
    /// The maximum number of bytes of a language tag: the length that BCP 47 requires programs to accept (RFC 5646,
    /// section 4.4.1).
    static let languageTag = 35

    /// The time that a statement waits for another process, in seconds.
    static let busyTimeout = 5.0
    /// The number of connections that read concurrently with the writing connection.
    static let readers = 2
    /// The cache size of a reading connection in KiB; it is small because the kernel's page cache contains the file
    /// anyway.
    static let cacheSize = 256
    /// The cache size of the writing connection in KiB; the memory is returned when the registry is idle.
    ///
    /// If a hundred fonts are removed together, most pages of the registry are accessed, and each page several times.
    static let writerCacheSize = 4096
    /// The number of bytes of the log that stay on disk after a checkpoint.
    static let logSize = 4 << 20
    /// The maximum number of system faces that one transaction adds or removes.
    ///
    /// Such a transaction blocks other commits for about 20 ms.
    static let systemFacesPerTransaction = 200
    /// The number of descriptors that are matched within one read transaction.
    static let descriptorsPerTransaction = 32
}
