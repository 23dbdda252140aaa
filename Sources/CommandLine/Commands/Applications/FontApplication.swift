internal import FontModel
internal import Localization

/// A running program that has fontconfig loaded, and whether it sees the current fonts.
package struct FontApplication: Sendable, Equatable {
    /// Whether a program sees the current fonts.
    package enum View: String, Sendable, CaseIterable {
        /// The program sees the current fonts.
        case current
        /// The program will see the current fonts without a restart.
        case soon
        /// The program does not see the current fonts, or not in everything that it shows, until it is restarted.
        case restart
        /// The program may see the current fonts; this cannot be determined from outside.
        case unknown
    }

    /// The facts about a process that can be determined from outside.
    package struct Facts: Sendable, Equatable {
        /// The file names of the libraries that it has loaded.
        package var libraries: Set<String>
        /// Whether it is built from Chromium, which it then contains without a library of its own, as Electron does.
        package var isChromium = false
        /// Whether a Wayland compositor displays it rather than an X server.
        package var isOnWayland = false
        /// Whether it runs in a Flatpak, in which a portal may notify it of font changes.
        package var isFlatpak = false
        /// Whether it can access the directory of the published fonts.
        package var seesFonts = true
        /// The id of the process that started it; 0 if it is not known.
        package var parentID: Int32 = 0
        /// Whether a settings daemon that notifies GTK of font changes runs on its display.
        package var hasSettingsDaemon = false
        /// The seconds since it started.
        package var age: Double
        /// The generation of the fonts with which it draws, as reported by its adapter.
        ///
        /// It is 0 before the first change, and `nil` if the process has no adapter.
        package var adapterGeneration: UInt64?

        /// Creates the facts about a process.
        package init(
            libraries: Set<String>, isChromium: Bool = false, isOnWayland: Bool = false, isFlatpak: Bool = false,
            seesFonts: Bool = true,
            parentID: Int32 = 0, hasSettingsDaemon: Bool = false, age: Double, adapterGeneration: UInt64? = nil
        ) {
            self.libraries = libraries
            self.isChromium = isChromium
            self.isOnWayland = isOnWayland
            self.isFlatpak = isFlatpak
            self.seesFonts = seesFonts
            self.parentID = parentID
            self.hasSettingsDaemon = hasSettingsDaemon
            self.age = age
            self.adapterGeneration = adapterGeneration
        }
    }

    /// The most seconds until a program that checks for changes itself has seen one: Firefox checks every 31 seconds.
    package static let settlingTime = 40.0

    /// The id of the process.
    package let processID: Int32
    /// The name of the process.
    package let program: String
    /// The toolkit with which it draws text.
    package let toolkit: String
    /// Whether it sees the current fonts.
    package let view: View

    /// Creates the entry of a process; `nil` if the process has not loaded fontconfig.
    ///
    /// - Parameters:
    ///   - processID: The id of the process.
    ///   - program: Its name.
    ///   - facts: What is known about it.
    ///   - changeAge: Seconds since the last change of the fonts; `nil` if they never changed.
    ///   - generation: The generation of the current fonts.
    package init?(
        processID: Int32, program: String, facts: Facts, changeAge: Double?, generation: UInt64
    ) {
        func has(_ library: String) -> Bool { facts.libraries.contains { $0.hasPrefix(library) } }
        guard has("libfontconfig.so") else { return nil }
        // The toolkit, the effect of a change without an adapter, and whether an adapter updates all that is shown.
        let (toolkit, unaided, isReached): (String, View, Bool) =
            if has("libxul.so") {
                // Checks for changes itself.
                ("Firefox", .soon, false)
            } else if has("libmergedlo.so") || has("libvcllo.so") {
                ("LibreOffice", .restart, false)
            } else if has("libgimpui-") || has("libgimpwidgets-") {
                // The service asks it to check for changes.
                ("GIMP", .soon, false)
            } else if facts.isChromium {
                ("Chromium", .restart, false)
            } else if has("libinkscape_base.so") {
                ("Inkscape", .restart, false)
            } else if has("libgtk-4.so") {
                (
                    "GTK 4",
                    facts.isFlatpak ? .unknown : facts.hasSettingsDaemon && !facts.isOnWayland ? .soon : .restart, true
                )
            } else if has("libgtk-3.so") {
                // Even if it is notified, the text on the screen stays as it is.
                ("GTK 3", .restart, true)
            } else if has("libQt6Gui.so") {
                ("Qt 6", .restart, true)
            } else if has("libQt5Gui.so") {
                ("Qt 5", .restart, true)
            } else {
                // Programs that are known to read their fonts once; others may check for changes themselves.
                ("fontconfig", Self.readersAtStart.contains(program) ? .restart : .unknown, true)
            }
        self.processID = processID
        self.program = program
        self.toolkit = toolkit + (facts.adapterGeneration == nil ? "" : " " + localized("with adapter"))
        guard facts.seesFonts else {
            view = .unknown
            return
        }
        guard let changeAge, facts.age > changeAge else {
            view = .current
            return
        }
        if let known = facts.adapterGeneration, isReached {
            view = known >= generation ? .current : .soon
        } else {
            // Whether GIMP was asked, and has answered, cannot be determined.
            let settled: View = toolkit == "GIMP" ? .unknown : .current
            view = unaided == .soon && changeAge > Self.settlingTime ? settled : unaided
        }
    }

    /// The process names of terminals that read their fonts at their start.
    private static let readersAtStart: Set<String> = ["alacritty", "foot", "footclient", "st", "urxvt", "xterm"]

    /// The toolkits whose applications have many processes.
    private static let browsers: Set<String> = ["Firefox", "Chromium"]

    /// The applications of a list of processes.
    ///
    /// A process that was started by another process of the same browser does not count as an application.
    ///
    /// - Parameter processes: Each process with what is known about it.
    /// - Returns: One entry for each application, in the order of the processes.
    package static func applications(of processes: [(application: FontApplication, facts: Facts)]) -> [FontApplication]
    {
        let toolkits = Dictionary(
            processes.map { ($0.application.processID, $0.application.toolkit) },
            uniquingKeysWith: { first, _ in first })
        return processes.map { ($0.application, toolkits[$0.facts.parentID]) }
            .filter { !browsers.contains($0.toolkit) || $1 != $0.toolkit }.map(\.0)
    }

    /// The entry of a list in JSON.
    var json: JSONText {
        .object([
            ("process_id", .integer(Int64(processID))), ("program", .string(program)), ("toolkit", .string(toolkit)),
            ("view", .string(view.rawValue)),
        ])
    }
}
