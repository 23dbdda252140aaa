// The headers of CLinux declare stat as well.
internal import CLinux
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Finds the user's running programs that have fontconfig loaded.
struct ApplicationSurvey {
    /// The process names of the settings daemons that notify GTK of font changes.
    private static let settingsDaemons: Set<String> = [
        "gsd-xsettings", "csd-xsettings", "msd-xsettings", "xfsettingsd",
    ]

    /// The process names of the service's own workers, of which the kernel keeps 15 bytes; they show nothing.
    private static let workers: Set<String> = ["typecase-inspec", "typecase-conver"]

    /// A file that every process of a program that is built from Chromium maps, whatever the program is called.
    private static let chromiumResources = "chrome_100_percent.pak"

    /// The directory in which the service publishes fonts.
    let directory: String
    /// The generation of the current fonts.
    let generation: UInt64

    /// The link target of the descriptor of an adapter's file in memory; see Adapters/README.md.
    private static let marker = "/memfd:typecase-fonts (deleted)"

    /// The programs, in the order of their process ids.
    ///
    /// Programs that end during the survey are left out, and so is this process.
    func applications() -> [FontApplication] { applications(olderThanFonts: false) }

    /// The programs that do not see the current fonts, or of which this is not known.
    func outdatedApplications() -> [FontApplication] {
        applications(olderThanFonts: true).filter { $0.view != .current }
    }

    /// The programs, or only those that started before the last change of the fonts.
    ///
    /// Programs that started later are then not examined any further.
    private func applications(olderThanFonts isSelective: Bool) -> [FontApplication] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let processes = names.compactMap(Int32.init).sorted().filter {
            Self.status(of: "/proc/\($0)")?.st_uid == getuid()
        }
        let programs = processes.map { Self.text(of: "/proc/\($0)/comm").trimmingSuffix("\n") }
        let displays = Set(
            zip(processes, programs).filter { Self.settingsDaemons.contains($1) }.compactMap { Self.display(of: $0.0) })
        let now = Double(WallClock.microsecondsSince1970) / 1e6
        let changeAge = lastChange().map { now - $0 }
        let found = zip(processes, programs).compactMap {
            process, program -> (application: FontApplication, facts: FontApplication.Facts)? in
            if isSelective, (Self.age(of: Self.numbers(of: process)) ?? 0) <= (changeAge ?? .infinity) { return nil }
            guard process != getpid(), !Self.workers.contains(program),
                let facts = facts(of: process, displays: displays)
            else { return nil }
            return FontApplication(
                processID: process, program: program, facts: facts, changeAge: changeAge, generation: generation
            ).map { ($0, facts) }
        }
        return FontApplication.applications(of: found)
    }

    /// The X server on which a process draws; `nil` if it has none.
    private static func display(of process: Int32) -> String? {
        text(of: "/proc/\(process)/environ").split(separator: "\0").first { $0.hasPrefix("DISPLAY=") }.map {
            // :0 and :0.0 are the same server.
            String($0.dropFirst("DISPLAY=".count).prefix { $0 != "." })
        }
    }

    /// The time of the last change of the published fonts, in seconds since 1970.
    ///
    /// It is the latest modification time of the directories that contain fonts.
    func lastChange() -> Double? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let directories = names.filter { !$0.hasPrefix(".") && $0 != PublishedNames.sentinel }
        return directories.compactMap { Self.status(of: "\(directory)/\($0)") }
            .map { Double($0.st_mtim.tv_sec) + Double($0.st_mtim.tv_nsec) / 1e9 }.max()
    }

    /// The facts about a process that can be determined from outside, given the displays of settings daemons.
    private func facts(of process: Int32, displays: Set<String>) -> FontApplication.Facts? {
        let maps = Self.text(of: "/proc/\(process)/maps")
        var libraries: Set<String> = []
        var isChromium = false
        for line in maps.split(separator: "\n") {
            guard let name = line.split(separator: "/").last else { continue }
            if name == Self.chromiumResources { isChromium = true }
            if name.hasPrefix("lib") { libraries.insert(String(name)) }
        }
        let numbers = Self.numbers(of: process)
        guard var age = Self.age(of: numbers) else { return nil }
        let report = Self.adapterReport(of: process)
        // An adapter looks at the fonts when it begins.
        if let report, report.generation == 0 { age = min(age, report.age) }
        let parent = Int32(numbers[1]) ?? 0
        let environment = Self.text(of: "/proc/\(process)/environ").split(separator: "\0")
        return FontApplication.Facts(
            libraries: libraries, isChromium: isChromium,
            isOnWayland: environment.contains { $0.hasPrefix("WAYLAND_DISPLAY=") },
            isFlatpak: Self.status(of: "/proc/\(process)/root/.flatpak-info") != nil, seesFonts: seesFonts(process),
            parentID: parent,
            hasSettingsDaemon: Self.display(of: process).map(displays.contains) ?? false, age: age,
            adapterGeneration: report?.generation)
    }

    /// The directory in which Flatpaks see the user's fonts.
    private static let fontsInFlatpak = "/run/host/user-fonts"

    /// Whether a process can access the user's fonts; `true` if this cannot be determined.
    private func seesFonts(_ process: Int32) -> Bool {
        // The published directory is created with the first font, so its parent is checked.
        [UserPlaces.parent(of: directory), Self.fontsInFlatpak].contains { path in
            access("/proc/\(process)/root\(path)", F_OK) == 0 || errno != ENOENT
        }
    }

    /// The fields of a process in `/proc/PID/stat` after its name.
    ///
    /// The name may contain any character, so the fields begin after the last closing bracket.
    private static func numbers(of process: Int32) -> [Substring] {
        text(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    }

    /// The seconds since a process started, from its ``numbers(of:)``; `nil` if the process is gone.
    private static func age(of numbers: [Substring]) -> Double? {
        // The 20th number is the start in ticks.
        guard numbers.count > 19, let ticks = UInt64(numbers[19]) else { return nil }
        return (BootClock.now - BootClock.time(ofTicks: ticks)) / .seconds(1)
    }

    /// What an adapter in a process reports.
    private struct AdapterReport {
        /// The generation of the fonts that it has drawn with; 0 before the first change.
        var generation: UInt64
        /// The seconds since it began, and looked at the fonts for the first time.
        var age: Double
    }

    /// The report of the adapters in a process; `nil` if there is no adapter.
    ///
    /// A Qt program with GTK's theme has two adapters, each of which draws a part; the earlier generation counts.
    private static func adapterReport(of process: Int32) -> AdapterReport? {
        let directory = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.map { "\(directory)/\($0)" }.filter { target(of: $0) == marker }
            .map { path in
                // The time of a file that was never written is that of its creation.
                let began = status(of: path).map { Double($0.st_mtim.tv_sec) + Double($0.st_mtim.tv_nsec) / 1e9 }
                return AdapterReport(
                    generation: UInt64(text(of: path).trimmingSuffix("\n")) ?? 0,
                    age: began.map { Double(WallClock.microsecondsSince1970) / 1e6 - $0 } ?? .infinity)
            }
            .min { $0.generation < $1.generation }
    }

    private static func target(of path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: marker.utf8.count + 1)
        let count = readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// The text of a file of /proc; empty if it cannot be read.
    static func text(of path: String) -> String {
        // Files of /proc report no size, so they are read to their end.
        guard let file = try? FileDescriptor.open(path, .readOnly) else { return "" }
        defer { try? file.close() }
        var bytes: [UInt8] = []
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { part.deallocate() }
        while let count = try? file.read(into: part), count > 0 { bytes += part[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// The text without a suffix, if it ends with it.
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
