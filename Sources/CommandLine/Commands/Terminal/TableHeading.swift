internal import Localization

/// The headings of tables, which the program identifies by their English texts.
enum TableHeading {
    /// The heading in the user's language.
    ///
    /// - Parameter heading: The heading in English.
    /// - Returns: The translation; the heading itself if there is none.
    static func text(_ heading: String) -> String {
        // Translators: The following words in capitals are headings of the columns of tables on a terminal.
        switch heading {
        case "APPLICATION": localized("APPLICATION")
        case "BY": localized("BY")
        case "CHANGE": localized("CHANGE")
        case "CHARACTERS": localized("CHARACTERS")
        case "CODE": localized("CODE")
        case "DECISION": localized("DECISION")
        case "DISABLED": localized("DISABLED")
        case "EMPHASIZED": localized("EMPHASIZED")
        case "ENABLED": localized("ENABLED")
        case "FACES": localized("FACES")
        case "FAMILY": localized("FAMILY")
        case "FILE": localized("FILE")
        case "FILES": localized("FILES")
        case "FINDING": localized("FINDING")
        case "FONT": localized("FONT")
        case "FONTS": localized("FONTS")
        case "FORMAT": localized("FORMAT")
        case "FROM": localized("FROM")
        case "ICON": localized("ICON")
        case "KEPT FOR": localized("KEPT FOR")
        case "KIND": localized("KIND")
        case "LEADING": localized("LEADING")
        case "NAME": localized("NAME")
        case "NOT INSTALLED": localized("NOT INSTALLED")
        case "PATH": localized("PATH")
        case "POLICY": localized("POLICY")
        case "PROCESS": localized("PROCESS")
        case "PROGRAM": localized("PROGRAM")
        case "PROVIDER": localized("PROVIDER")
        case "REMOVED": localized("REMOVED")
        case "REQUEST": localized("REQUEST")
        case "RESULT": localized("RESULT")
        case "RIGHT": localized("RIGHT")
        case "RUN": localized("RUN")
        case "SCOPE": localized("SCOPE")
        case "SIZE": localized("SIZE")
        case "SOURCE": localized("SOURCE")
        case "STATE": localized("STATE")
        case "STYLE": localized("STYLE")
        case "STYLES": localized("STYLES")
        case "TAGS": localized("TAGS")
        case "TOOLKIT": localized("TOOLKIT")
        case "TRACKING": localized("TRACKING")
        case "VERSION": localized("VERSION")
        case "WEIGHT": localized("WEIGHT")
        case "WHEN": localized("WHEN")
        case "WHY": localized("WHY")
        default: heading
        }
    }
}
