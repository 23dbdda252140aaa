internal import FontModel

/// A running program that has fontconfig loaded, and what it knows of the fonts.
package struct FontApplication: Sendable, Equatable {
    /// Whether a program sees the fonts as they are.
    package enum View: String, Sendable, CaseIterable {
        /// It does.
        case current
        /// It does not yet, and will without a restart.
        case soon
        /// It does not before it is started anew, as far as one can tell.
        case restart
    }

    /// What can be told of a process from outside.
    package struct Facts: Sendable, Equatable {
        /// The file names of the libraries that it has loaded.
        package var libraries: Set<String>
        /// Whether it is drawn by a Wayland compositor rather than an X server.
        package var isOnWayland = false
        /// Whether it is in a Flatpak, where the settings portal tells it of fonts.
        package var isFlatpak = false
        /// Seconds since it started.
        package var age: Double
        /// The generation of the fonts that an adapter in it says it draws with, 0 before the first change; `nil` where it
        /// has no adapter.
        package var adapterGeneration: UInt64?

        /// Notes what is known of a process.
        package init(
            libraries: Set<String>, isOnWayland: Bool = false, isFlatpak: Bool = false, age: Double,
            adapterGeneration: UInt64? = nil
        ) {
            self.libraries = libraries
            self.isOnWayland = isOnWayland
            self.isFlatpak = isFlatpak
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
    ///   - hasSettingsDaemon: Whether a settings daemon runs that tells GTK of fonts.
    package init?(
        processID: Int32, program: String, facts: Facts, changeAge: Double?, generation: UInt64,
        hasSettingsDaemon: Bool
    ) {
        func has(_ library: String) -> Bool { facts.libraries.contains { $0.hasPrefix(library) } }
        guard has("libfontconfig.so") else { return nil }
        // Who looks by itself: fontconfig tells nobody.
        let (toolkit, looks): (String, Bool) =
            if has("libxul.so") {
                ("Firefox", true)
            } else if has("libgtk-4.so") {
                ("GTK 4", facts.isFlatpak || hasSettingsDaemon && !facts.isOnWayland)
            } else if has("libgtk-3.so") {
                ("GTK 3", facts.isFlatpak || hasSettingsDaemon)
            } else if has("libQt6Gui.so") {
                ("Qt 6", false)
            } else if has("libQt5Gui.so") {
                ("Qt 5", false)
            } else {
                ("fontconfig", false)
            }
        self.processID = processID
        self.program = program
        self.toolkit = toolkit + (facts.adapterGeneration == nil ? "" : " with adapter")
        guard let changeAge, facts.age > changeAge else {
            view = .current
            return
        }
        if let known = facts.adapterGeneration {
            view = known >= generation ? .current : .soon
        } else {
            view = !looks ? .restart : changeAge > Self.settlingTime ? .current : .soon
        }
    }

    /// The entry of a list in JSON.
    var json: JSONText {
        .object([
            ("process_id", .integer(Int64(processID))), ("program", .string(program)), ("toolkit", .string(toolkit)),
            ("view", .string(view.rawValue)),
        ])
    }
}
