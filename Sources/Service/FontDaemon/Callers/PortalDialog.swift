internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging
internal import SystemPackage

/// The dialog in which a desktop asks whether an application may do something.
///
/// The back ends of xdg-desktop-portal provide it as `org.freedesktop.impl.portal.Access`; their `.portal` files list
/// the available back ends. Sources: xdg-desktop-portal 1.16, portals(5) and
/// data/org.freedesktop.impl.portal.Access.xml.
struct PortalDialog: Sendable {
    private static let interface = "org.freedesktop.impl.portal.Access"
    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    /// The most back-end descriptions that are read from a directory.
    private static let maximumFiles = 64
    /// Longer than any question is open; the asking task cancels the call.
    private static let callTime = Duration.seconds(24 * 60 * 60)
    private static let noticeTime = Duration.seconds(5)

    let connection: BusConnection
    let threads: BlockingThreads
    let log: Logger
    /// The environment that determines where the back-end descriptions are, and which desktop this is.
    let environment: [String: String]

    /// Asks the user; `nil` if no back end with such a dialog runs, or it fails.
    func ask(_ question: ConsentQuestion) async -> ConsentAnswer? {
        let names = (try? await threads.run { [environment] in Self.backEnds(environment) }) ?? []
        for name in names {
            // A back end that does not run on this desktop must not be started for this.
            guard (try? await connection.hasOwner(name)) == true else { continue }
            if let answer = await ask(question, name) { return answer }
        }
        return nil
    }

    private func ask(_ question: ConsentQuestion, _ name: String) async -> ConsentAnswer? {
        do throws(BusError) {
            let handle = try Self.path.appending("request").appending("typecase").appending("question_\(question.id)")
            return try await ask(question, name, handle)
        } catch {
            log.warning("The desktop's dialog failed", metadata: ["bus-name": "\(name)", "error": "\(error.message)"])
            return nil
        }
    }

    private func ask(
        _ question: ConsentQuestion, _ name: String, _ handle: ObjectPath
    ) async throws(BusError) -> ConsentAnswer {
        do throws(BusError) {
            let reply = try await connection.call(
                destination: name, path: Self.path, interface: Self.interface, member: "AccessDialog",
                arguments: Self.arguments(question, handle), timeout: Self.callTime)
            let response: UInt32 = try BusReply(reply, of: Self.interface).value(0, "response")
            switch response {
            case 0: return .allow
            case 1: return .deny
            default: return .dismiss
            }
        } catch {
            guard error.code == .cancelled else { throw error }
            Task { [connection] in
                // A back end that has exited has already closed the dialog.
                _ = try? await connection.call(
                    destination: name, path: handle, interface: "org.freedesktop.impl.portal.Request",
                    member: "Close", timeout: Self.noticeTime)
            }
            return .unanswered(reason: "")
        }
    }

    private static func arguments(_ question: ConsentQuestion, _ handle: ObjectPath) -> [BusValue] {
        let name = question.caller.displayName
        let title: String
        if question.rights.contains(.installFonts) {
            title = "Allow \(name) to install fonts?"
        } else if question.rights.contains(.installUndeclaredFonts) {
            title = "Allow \(name) to install fonts that did not come with it?"
        } else if question.rights.contains(.requestFonts) {
            title = "Allow \(name) to use fonts of other applications that are not in use?"
        } else if question.rights.contains(.setUndeclaredIcons) {
            title = "Allow \(name) to show itself with an icon that did not come with it?"
        } else if question.rights.contains(.setAlternateIcons) {
            title = "Allow \(name) to change its icon?"
        } else {
            title = "Allow \(name) to use the fonts that other applications have installed?"
        }
        var body = question.rights.map(\.sentence).joined(separator: " ")
        if !question.fonts.isEmpty { body += "\n\n" + lines(of: question).joined(separator: "\n") }
        if question.unnamedFonts > 0 { body += "\nand \(question.unnamedFonts) more" }
        if !question.providers.isEmpty { body += "\n\n\(question.byteCount) bytes together" }
        if !question.packages.isEmpty {
            body +=
                "\n\nThese packages are installed for all users and stay installed: "
                + question.packages.joined(separator: ", ")
        }
        let options: [String: BusVariant] = [
            "modal": BusVariant(true), "icon": BusVariant("font-x-generic"),
            "deny_label": BusVariant("Deny"), "grant_label": BusVariant("Allow"),
        ]
        let application = question.caller.applicationID ?? ""
        return [
            handle.busValue, application.busValue, question.place.parentWindow.busValue, title.busValue,
            question.caller.provider.rawValue.busValue, body.busValue, options.busValue,
        ]
    }

    /// The lines for the fonts, with the owners of those that belong to other providers.
    private static func lines(of question: ConsentQuestion) -> [String] {
        question.fonts.enumerated().map { index, font in
            question.providers.indices.contains(index) ? "\(font) (\(question.providers[index]))" : font
        }
    }

    // MARK: Back ends

    /// The bus names of the back ends that have the dialog, those of the running desktop first.
    ///
    /// Blocks.
    static func backEnds(_ environment: [String: String]) -> [String] {
        let desktops = Set(
            (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map { $0.lowercased() })
        var names: [(name: String, isMeant: Bool)] = []
        var seen: Set<String> = []
        for directory in BaseDirectories.list(
            environment["XDG_DATA_DIRS"], otherwise: "/usr/local/share:/usr/share")
        {
            let place = "\(directory)/xdg-desktop-portal/portals"
            let files = ((try? ConfinedDirectory(path: place).names()) ?? []).filter { $0.hasSuffix(".portal") }
            for file in files.sorted().prefix(maximumFiles) where seen.insert(file).inserted {
                guard let text = try? SmallFile(path: "\(place)/\(file)").read(), let back = KeyFile(text),
                    let name = back["portal", "DBusName"], name.hasPrefix("org.freedesktop.impl.portal."),
                    (back["portal", "Interfaces"] ?? "").split(separator: ";").contains(Substring(interface))
                else { continue }
                let uses = (back["portal", "UseIn"] ?? "").lowercased().split(separator: ";").map(String.init)
                names.append((name, !desktops.isDisjoint(with: uses)))
            }
        }
        return names.filter(\.isMeant).map(\.name) + names.filter { !$0.isMeant }.map(\.name)
    }
}

extension Right {
    /// A sentence for the user that says what a program with the right can do.
    fileprivate var sentence: String {
        switch self {
        case .installFonts: "Fonts that it installs can be used by all applications, until they or it are removed."
        case .useInstalledFonts: "It learns which fonts other applications have installed."
        case .installUndeclaredFonts: "Nobody has declared these fonts beforehand."
        case .requestFonts: "All applications can use these fonts, for as long as it runs."
        case .setAlternateIcons: "It can be shown with another of its icons."
        case .setUndeclaredIcons: "It could look like another application."
        }
    }
}
