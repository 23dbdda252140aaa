internal import FontModel

/// The bounds of what the registry keeps and of what it costs.
package enum RegistryLimits {
    /// Entries of the change log; older ones are forgotten.
    package static let changes = 10_000
    /// Fonts of calls that have a name; what became of older ones is forgotten.
    ///
    /// Two of the largest batches, which have all that the user may have.
    package static let requestedFonts = 2 * FontLimits.fontsOfUser
    /// Fonts and rights of the history; with more of them the oldest changes are forgotten.
    package static let historyItems = 100_000
    /// Changes of the history that programs made by themselves; older ones are forgotten.
    package static let historyEntriesOfPrograms = 2000
    /// Fonts that the history names of what a program did by itself within a minute; the others are only counted.
    package static let historyItemsOfProgram = 1000
    /// Bytes of the registry's file: ten times what 10,000 fonts need, so that no fault fills the user's disk.
    package static let fileSize = 1 << 30
    /// Bytes of a file that is read into memory as it cannot be locked: twice what 10,000 fonts need.
    package static let copySize = 200 << 20

    /// Bytes of a provider's own mark.
    static let userInfo = 1024
    /// Bytes of an id, a token, a file name, a display name.
    static let identifier = 255
    /// Bytes of the reason for a quarantine.
    static let reason = 1024
    /// Bytes of a licence text; the longest in common use have about 30 kB, of which the beginning says which it is.
    static let licence = 4096
    /// Bytes of a path, as Linux limits them.
    static let path = 4096
    /// Languages of one face; fontconfig knows about 280.
    static let languages = 512
    /// Script tags of one face; OpenType has about 200.
    static let scripts = 256
    /// Named instances of one face; fonts of ours have fewer, and the greatest real font has 567.
    static let namedInstances = 1024
    /// Bytes of a language tag: the longest that BCP 47 asks programs to accept (RFC 5646, section 4.4.1).
    static let languageTag = 35

    /// How long a statement waits for another process, in seconds.
    static let busyTimeout = 5.0
    /// Connections that read beside the one that writes.
    static let readers = 2
    /// The cache of a connection that reads in KiB, small as the kernel's page cache holds the file anyway.
    static let cacheSize = 256
    /// The cache of the connection that writes in KiB, given back when the registry rests: a hundred fonts that go
    /// together touch most pages of the registry, and each page several times.
    static let writerCacheSize = 4096
    /// Bytes that the log keeps on disk after a checkpoint.
    static let logSize = 4 << 20
    /// Faces of the system that one transaction takes in or removes: about 20 ms in which no commit gets through.
    static let systemFacesPerTransaction = 200
    /// Descriptors matched within one read transaction.
    static let descriptorsPerTransaction = 32
}
