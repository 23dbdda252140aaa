internal import CLinux
package import FontModel
internal import Glibc
package import InspectionProtocol
internal import LinuxSystem
package import SystemPackage

/// The user's part of the theme `hicolor`, in which all other themes find what they do not have.
///
/// Programs notice new icons when the time stamp of the theme's own directory changes; one that only its subdirectories
/// tell of is never seen by a program that runs. They compare whole seconds. A cache, where there is one, hides whatever
/// came after it, so that it is brought up to date; where there is none, none is made, which would hide all that comes
/// later. Sources: GTK 4.8 `gtkicontheme.c`; Icon Theme Specification 0.13.
package struct IconTheme: Sendable {
    /// What brings a cache up to date.
    static let cacheProgram = "gtk-update-icon-cache"

    /// The directory of the theme.
    package let directory: String

    /// Names the theme of a home.
    ///
    /// - Parameter dataHome: `$XDG_DATA_HOME`.
    package init(dataHome: String) { directory = "\(dataHome)/icons/hicolor" }

    private func place(_ size: Int) -> String { "\(directory)/\(size)x\(size)/apps" }

    /// Puts pictures under a name; durable when it returns.
    ///
    /// - Parameters:
    ///   - pictures: One of each size.
    ///   - icon: The name.
    ///   - beforeStep: Called before anything is written.
    /// - Throws: What the system said; some may be there then.
    package func add(
        _ pictures: [IconPicture], as icon: String, beforeStep: () -> Void = {}
    ) throws(Errno) {
        // All before the first waits for the disk, which then has them at once.
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

    /// Whether there is any picture under a name.
    package func has(_ icon: String) -> Bool {
        IconPicture.sizes.contains { (try? FileStatus(path: "\(place($0))/\(icon).png")) != nil }
    }

    /// Removes the pictures whose names begin with a word.
    ///
    /// - Parameters:
    ///   - prefix: The word.
    ///   - kept: Those that stay.
    /// - Returns: Whether there were any.
    /// - Throws: What kept one of them from being removed.
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

    /// Has programs that run look again, and a cache know what has changed.
    ///
    /// - Throws: What kept the time of the directory from being changed.
    package func announce() throws(FontError) {
        let cache = "\(directory)/icon-theme.cache"
        let hasCache = (try? FileStatus(path: cache)) != nil
        if hasCache { try updateCache() }
        guard let status = try? FileStatus(path: directory, followsLinks: true) else { return }
        // A second that no program has seen yet, and the same for the cache, which may not be older.
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

    /// Runs what knows the form of caches.
    ///
    /// A home has no `index.theme`, which it would miss.
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
