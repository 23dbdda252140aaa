internal import FontModel
internal import Localization

/// A running program that has fontconfig loaded, and what it knows of the fonts.
package struct FontApplication: Sendable, Equatable {
    /// Whether a program sees the fonts as they are.
    package enum View: String, Sendable, CaseIterable {
        /// It does.
        case current
        /// It does not yet, and will without a restart.
        case soon
        /// It does not, or not in all it shows, before it is restarted.
        case restart
        /// It may: that cannot be told from outside.
        case unknown
    }

    /// What can be told of a process from outside.
    package struct Facts: Sendable, Equatable {
        /// The file names of the libraries that it has loaded.
        package var libraries: Set<String>
        /// Whether it is drawn by a Wayland compositor rather than an X server.
        package var isOnWayland = false
        /// Whether it is in a Flatpak, where a portal may tell it of fonts.
        package var isFlatpak = false
        /// Whether the directory of the published fonts is among the files that it sees.
        package var seesFonts = true
        /// The process that started it; 0 where that is not known.
        package var parentID: Int32 = 0
        /// Whether a settings daemon that tells GTK of fonts is on its display.
        package var hasSettingsDaemon = false
        /// Seconds since it started.
        package var age: Double
        /// The generation of the fonts that an adapter in it says it draws with, 0 before the first change; `nil` where it
        /// has no adapter.
        package var adapterGeneration: UInt64?

        /// Notes what is known of a process.
        package init(
            libraries: Set<String>, isOnWayland: Bool = false, isFlatpak: Bool = false, seesFonts: Bool = true,
            parentID: Int32 = 0, hasSettingsDaemon: Bool = false, age: Double, adapterGeneration: UInt64? = nil
        ) {
            self.libraries = libraries
            self.isOnWayland = isOnWayland
            self.isFlatpak = isFlatpak
            self.seesFonts = seesFonts
            self.parentID = parentID
            self.hasSettingsDaemon = hasSettingsDaemon
            self.age = age
            self.adapterGeneration = adapterGeneration
        }
    }

    /// How long programs that look by themselves take at most: Firefox looks every 31 seconds.
    package static let settlingTime = 40.0

    /// The process.
    package let processID: Int32
    /// Its name.
    package let program: String
    /// What it draws text with.
    package let toolkit: String
    /// Whether it sees the fonts as they are.
    package let view: View

    /// Judges a process; `nil` for one without fontconfig.
    ///
    /// - Parameters:
    ///   - processID: The process.
    ///   - program: Its name.
    ///   - facts: What is known of it.
    ///   - changeAge: Seconds since the fonts changed last; `nil` where they never did.
    ///   - generation: That of the fonts as they are.
    package init?(
        processID: Int32, program: String, facts: Facts, changeAge: Double?, generation: UInt64
    ) {
        func has(_ library: String) -> Bool { facts.libraries.contains { $0.hasPrefix(library) } }
        guard has("libfontconfig.so") else { return nil }
        // What a change comes to without an adapter, and whether the adapter reaches all that is shown.
        let (toolkit, unaided, isReached): (String, View, Bool) =
            if has("libxul.so") {
                // Looks by itself.
                ("Firefox", .soon, false)
            } else if has("libmergedlo.so") || has("libvcllo.so") {
                ("LibreOffice", .restart, false)
            } else if has("libgimpui-") || has("libgimpwidgets-") {
                // The service asks it to look.
                ("GIMP", .soon, false)
            } else if Self.chromium.contains(program) {
                ("Chromium", .restart, false)
            } else if has("libinkscape_base.so") {
                ("Inkscape", .restart, false)
            } else if has("libgtk-4.so") {
                (
                    "GTK 4",
                    facts.isFlatpak ? .unknown : facts.hasSettingsDaemon && !facts.isOnWayland ? .soon : .restart, true
                )
            } else if has("libgtk-3.so") {
                // Also where it is told: the text on the screen stays.
                ("GTK 3", .restart, true)
            } else if has("libQt6Gui.so") {
                ("Qt 6", .restart, true)
            } else if has("libQt5Gui.so") {
                ("Qt 5", .restart, true)
            } else {
                ("fontconfig", .restart, true)
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
            view = unaided == .soon && changeAge > Self.settlingTime ? .current : unaided
        }
    }

    /// The processes of Chromium and of programs made of it, which link with all of it statically.
    private static let chromium: Set<String> = ["chromium", "chrome", "electron", "msedge", "brave", "vivaldi-bin"]

    /// The toolkits whose applications have many processes.
    private static let browsers: Set<String> = ["Firefox", "Chromium"]

    /// The applications of a list of processes: those of a browser that its own processes have started belong to it.
    ///
    /// - Parameter processes: Each with what is known of it.
    /// - Returns: One for each application, in their order.
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
