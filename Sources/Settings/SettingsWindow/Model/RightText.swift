internal import Localization

/// The texts about rights, for the permissions and for the consent dialog.
enum RightText {
    static func title(_ right: String) -> String {
        switch right {
        // Translators: This and the next five are permissions of a program.
        case "install-fonts": localized("Install fonts")
        case "install-undeclared-fonts": localized("Install undeclared fonts")
        case "use-installed-fonts": localized("Use fonts of other programs")
        case "request-fonts": localized("Request fonts")
        case "set-alternate-icons": localized("Change its icon")
        case "set-undeclared-icons": localized("Provide its own icon")
        default: ShownText.line(right)
        }
    }

    /// The default of a right for a program.
    static func standard(_ program: ProgramRights) -> String {
        guard program.isPolicyKnown else { return localized("The policy of this machine cannot be read now.") }
        return switch program.isSandboxed {
        case true?: localized("The program runs in a sandbox, so you are asked when it needs a permission.")
        case false?: localized("The program does not run in a sandbox. It has all permissions that are not denied.")
        case nil: localized("If the program runs in a sandbox, you are asked. Otherwise, it has these permissions.")
        }
    }

    /// The change of a right by an update of a program.
    static func update(_ update: ProgramRights.Update) -> String {
        // Translators: %1 stands for a date; "update" is a new version of the program.
        let change = localized("Changed by an update on %1", LocalTime(update.time).day)
        guard !update.isGain else { return change }
        return change + "\n" + localized("The manifest of the program does not allow it any more")
    }

    static func meaning(_ right: String) -> String {
        switch right {
        // Translators: This and the next five tell what a permission means; "it" is the program.
        case "install-fonts": localized("All programs can use the fonts that it installs.")
        case "install-undeclared-fonts": localized("It can install fonts that it does not declare.")
        case "use-installed-fonts": localized("It can see which fonts other programs have installed.")
        case "request-fonts": localized("Fonts of other providers are available while it runs.")
        case "set-alternate-icons": localized("It can be shown with another of its icons.")
        case "set-undeclared-icons": localized("It could look like another program.")
        default: ""
        }
    }
}
