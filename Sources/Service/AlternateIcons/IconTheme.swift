internal import CLinux
package import FontModel
internal import Glibc
package import InspectionProtocol
internal import LinuxSystem
package import SystemPackage

/// The user's part of the theme `hicolor`, which is the fallback of all other themes.
///
/// Programs notice new icons when the time stamp of the theme's own directory changes. If only its subdirectories
/// change, running programs do not notice. They compare whole seconds. A cache hides everything added after it was
/// written, so an existing cache is updated. If there is no cache, none is created, because it would hide all later
/// icons. Sources: GTK 4.8 `gtkicontheme.c`; Icon Theme Specification 0.13.
package struct IconTheme: Sendable {
    /// The program that updates a cache.
    static let cacheProgram = "gtk-update-icon-cache"

    /// The directory of the theme.
    package let directory: String

    /// Creates a reference to the theme in a home directory.
    ///
    /// - Parameter dataHome: `$XDG_DATA_HOME`.
    package init(dataHome: String) { directory = "\(dataHome)/icons/hicolor" }

    private func place(_ size: Int) -> String { "\(directory)/\(size)x\(size)/apps" }

    /// Adds pictures under a name; durable when it returns.
    ///
    /// - Parameters:
    ///   - pictures: One picture of each size.
    ///   - icon: The name.
    ///   - beforeStep: Called before each write.
    /// - Throws: The error of the system; some pictures may have been added.
    package func add(
        _ pictures: [IconPicture], as icon: String, beforeStep: () -> Void = {}
    ) throws(Errno) {
        // All files are written before the first wait for the disk, which then receives them together.
        var files: [(path: String, file: OwnedFileDescriptor)] = []
        for picture in pictures {
            beforeStep()
            let path = "\(place(picture.size))/\(icon).png"
            try FileSystem.makeDirectories(place(picture.size))
            files.append((path, try IconFile.begin(picture.png, for: path)))
        }
        for (path, file) in files {
            beforeStep()
            try IconFile.finish(file, for: path)
        }
        for (path, _) in files { try FileSystem.synchronizeDirectory(of: path) }
    }

    /// Whether there is any picture with a name.
    package func has(_ icon: String) -> Bool {
        IconPicture.sizes.contains { (try? FileStatus(path: "\(place($0))/\(icon).png")) != nil }
    }

    /// Removes the pictures whose names begin with a prefix.
    ///
    /// - Parameters:
    ///   - prefix: The prefix.
    ///   - kept: The names of the icons to keep.
    /// - Returns: Whether any picture was removed.
    /// - Throws: The error that prevented removing one of them.
    @discardableResult
    package func remove(beginningWith prefix: String, but kept: Set<String> = []) throws(Errno) -> Bool {
        let files = Set(kept.map { "\($0).png" })
        var removed = false
        var failure: Errno?
        for size in IconPicture.sizes {
            let directory = place(size)
            for name in (try? ConfinedDirectory(path: directory).names()) ?? [] {
                let isDraft = name.hasPrefix(".\(prefix)")
                guard isDraft || name.hasPrefix(prefix), isDraft || !files.contains(name) else { continue }
                do throws(Errno) {
                    try retryingInterrupts { unlink("\(directory)/\(name)") }
                    removed = true
                } catch .noSuchFileOrDirectory {
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        return removed
    }

    /// Makes running programs check the theme again, and updates an existing cache.
    ///
    /// - Throws: The error that prevented changing the time stamp of the directory.
    package func announce() throws(FontError) {
        let cache = "\(directory)/icon-theme.cache"
        let hasCache = (try? FileStatus(path: cache)) != nil
        if hasCache { try updateCache() }
        guard let status = try? FileStatus(path: directory, followsLinks: true) else { return }
        // A second that no program has seen yet; the cache gets the same time, because it must not be older.
        let second = max(WallClock.secondsSince1970, status.stamp.modificationNanoseconds / 1_000_000_000) + 1
        for path in hasCache ? [cache, directory] : [directory] {
            var times = [timespec](repeating: timespec(tv_sec: Int(second), tv_nsec: 0), count: 2)
            do throws(Errno) {
                try retryingInterrupts { utimensat(AT_FDCWD, path, &times, 0) }
            } catch {
                throw FontError(error, while: "tell programs of the new icon")
            }
        }
    }

    /// Runs the program that knows the format of caches.
    ///
    /// The option is needed because the theme in a home directory has no `index.theme`.
    private func updateCache() throws(FontError) {
        let arguments = [Self.cacheProgram, "--force", "--ignore-theme-index", "--quiet", directory]
        guard (try? SystemProgram.run(arguments, seconds: 5))?.succeeded == true else {
            throw FontError(
                .registrationFailed,
                "\(directory)/icon-theme.cache would hide the icon, and \(Self.cacheProgram) cannot bring it up to date. "
                    + "Install the program, or remove the cache.")
        }
    }
}
