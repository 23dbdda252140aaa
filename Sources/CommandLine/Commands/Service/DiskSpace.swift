internal import DBus
internal import Localization

/// The disks of the service that are full, and how to free space on them.
struct DiskSpace {
    /// The number of free bytes below which a disk counts as full: enough for a few fonts and the registry's log.
    private static let littleSpace: UInt64 = 16 << 20

    /// A sentence about each full disk, which names the directory on it.
    let full: [String]
    /// A sentence about each kind of files that can be deleted, with their size and the command that deletes them.
    ///
    /// These files are on the disk of the fonts, so there are no sentences if only another disk is full.
    let freeable: [String]

    /// What to do about a full disk.
    static let remedy = localized("Delete files that you do not need. You can still uninstall fonts.")

    /// Finds the full disks.
    ///
    /// - Parameter status: The status that the service reports.
    init(_ status: FontRecord) {
        /// The free space, if it is so little that the disk counts as full.
        func little(_ key: String) -> UInt64? {
            guard let space: UInt64 = status.value(key), space < Self.littleSpace else { return nil }
            return space
        }
        var full: [String] = []
        var freeable: [String] = []
        if let space = little("free_space") {
            full.append(Self.sentence(about: status.text("store_directory"), space))
            let removed: UInt64 = status.value("removed_size") ?? 0
            if removed > 0 {
                freeable.append(
                    localized(
                        """
                        Removed fonts take up %1. They are deleted as soon as a font needs the space; 'typecase \
                        uninstall --purge FONT' deletes one now.
                        """, ByteCount.text(removed)))
            }
            let fetched: UInt64 = status.value("fetched_size") ?? 0
            if fetched > 0 {
                freeable.append(
                    localized(
                        "Fetched files that no program uses take up %1. 'typecase resources purge' deletes them.",
                        ByteCount.text(fetched)))
            }
        }
        if let space = little("state_free_space") {
            full.append(Self.sentence(about: UserPlaces.parent(of: status.text("registry_file")), space))
        }
        self.full = full
        self.freeable = freeable
    }

    private static func sentence(about directory: String, _ space: UInt64) -> String {
        localized("The disk that contains %1 is full: only %2 is available.", directory, ByteCount.text(space))
    }
}
