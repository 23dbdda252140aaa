internal import DBus
internal import Localization

extension DoctorExamination {
    /// The minimum number of deleted fonts that is reported; the user probably deleted fewer fonts on purpose.
    ///
    /// Any number is reported if a directory of published fonts was deleted, because it contains no choice of the user's.
    private static let manyDeleted = 10
    /// The same if most fonts of the user were deleted.
    private static let severalDeleted = 3
    /// The variables that decide where programs look for fonts, settings and caches.
    private static let directories = [
        ("HOME", ""), ("XDG_DATA_HOME", ".local/share"), ("XDG_CONFIG_HOME", ".config"), ("XDG_CACHE_HOME", ".cache"),
        ("XDG_STATE_HOME", ".local/state"),
    ]
    private static let fontconfigVariables = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"]

    /// Checks the font service and its units.
    mutating func examineService() {
        if let failure = facts.service.failure {
            find(
                .serviceUnreachable, failure.message,
                remedy: localized(
                    """
                    Run 'systemctl --user status typecased' and 'journalctl --user -u typecased'. Without systemd, \
                    check that the session has a bus and that typecased is installed.
                    """))
        }
        if !facts.service.failedUnits.isEmpty {
            find(
                .unitsFailed,
                localized("Some systemd units of the font service have failed."), items: facts.service.failedUnits,
                remedy: localized(
                    "Run 'journalctl --user -u UNIT' to see why, then 'systemctl --user reset-failed UNIT'."))
        }
        guard let status = facts.service.status else { return }
        if status.value("read_only") ?? false, status["directory_failures"] == nil {
            let unreadable = status.text("registry_failure")
            find(
                .readOnly,
                unreadable.isEmpty
                    ? localized(
                        "The font service cannot change fonts: %1", status.text("read_only_reason")) : unreadable,
                remedy: localized("Fix this problem; the service then tries again automatically."))
        }
        examineSpace(status)
        let failure = status.text("system_fonts_failure")
        if !failure.isEmpty {
            find(
                .systemFontsUnknown, localized("The system fonts could not be read: %1", failure),
                remedy: localized(
                    """
                    Run 'fc-list' to check whether fontconfig works, then 'systemctl --user restart typecased' to try \
                    again.
                    """))
        }
        let quarantined: UInt32 = status.value("quarantined") ?? 0
        if quarantined > 0 {
            find(
                .quarantinedFonts,
                localized(
                    "%1 fonts are quarantined: they were altered or lost, are no longer valid, or are banned.",
                    quarantined),
                remedy: localized(
                    """
                    Run 'typecase list' to see which fonts these are, and 'typecase info' to see why. Replace them \
                    with valid fonts, or uninstall them.
                    """))
        }
        let colliding: UInt32 = status.value("colliding_fonts") ?? 0
        if colliding > 0 {
            find(
                .collidingFonts,
                colliding == 1
                    ? localized(
                        """
                        A registered font has the same name as a system font that was added later, or would \
                        hide it.
                        """)
                    : localized(
                        """
                        %1 registered fonts have the same names as system fonts that were added later, or would \
                        hide them.
                        """,
                        colliding),
                remedy:
                    localized(
                        """
                        Run 'typecase list' to see which fonts these are, and 'typecase info' to see the file of the system font. Disable or uninstall your fonts, or remove the system fonts.
                        """))
        }
        let deleted: UInt32 = status.value("deleted_fonts") ?? 0
        let installed: UInt32 = status.value("fonts") ?? 0
        let withDirectory: UInt32 = status.value("deleted_with_directory") ?? 0
        if deleted >= Self.manyDeleted || deleted >= Self.severalDeleted && deleted > installed || withDirectory > 0 {
            find(
                .deletedFiles,
                localized(
                    "The file of 1 font was deleted from the directory of the published fonts.",
                    "The files of %1 fonts were deleted from the directory of the published fonts.", count: Int(deleted)
                ),
                remedy: localized(
                    """
                    Run 'typecase restore' to list these fonts, or 'typecase restore --deleted' to restore all of them.
                    """))
        }
        examineServers(status)
        examineRights(status)
        examineSandbox(status)
    }

    private mutating func examineSpace(_ status: FontRecord) {
        let space = DiskSpace(status)
        guard !space.full.isEmpty else { return }
        find(.fullDisk, space.full.joined(separator: " "), items: space.freeable, remedy: DiskSpace.remedy)
    }

    private mutating func examineServers(_ status: FontRecord) {
        let servers: [String] = status.value("resource_servers") ?? []
        let failure = status.text("resource_servers_failure")
        guard !servers.isEmpty || !failure.isEmpty else { return }
        find(
            .replacedServers,
            failure.isEmpty
                ? localized("Download servers are replaced by other servers, for development.") : failure,
            items: servers,
            remedy: localized("Remove ~/.config/typecase/servers.json when you no longer need it for development."))
    }

    private mutating func examineRights(_ status: FontRecord) {
        let failures: [String] = status.value("policy_failures") ?? []
        if !failures.isEmpty {
            find(
                .policyDamaged,
                localized("Parts of the policy cannot be read, so sandboxed programs have no rights."),
                items: failures,
                remedy: localized(
                    "Ask your administrator to repair these files. Their format is described in typecase-policy(5)."))
        }
        let grants = status.text("grants_failure")
        if !grants.isEmpty {
            find(
                .grantsUnknown, localized("Your decisions about rights are not known: %1", grants),
                remedy: localized(
                    """
                    Run 'typecase grants' to list the known decisions, and 'typecase grants set' to make a decision \
                    again.
                    """))
        }
    }

    private mutating func examineSandbox(_ status: FontRecord) {
        let failures: [String: BusVariant] = status.value("sandbox_failure") ?? [:]
        let denied: [String: BusVariant] = status.value("denied") ?? [:]
        let open = denied.keys.sorted().flatMap { mode in
            let measures = (try? denied[mode]?.converted(to: [String: BusVariant].self)) ?? [:]
            return measures.filter { (try? $0.value.converted(to: Bool.self)) != true }.keys.sorted()
                .map { "\(mode): \($0)" }
        }
        if !failures.isEmpty {
            find(
                .weakSandbox, localized("Typecase could not check whether the sandboxed processes are confined."),
                items: failures.keys.sorted().map { mode in
                    "\(mode): \((try? failures[mode]?.converted(to: String.self)) ?? "")"
                },
                remedy: localized(
                    """
                    Run 'systemctl --user status typecase-inspect.socket typecase-fetch.socket' to check that the \
                    units are installed. 'fetch' is the downloader; all other names belong to the sandboxed parser.
                    """))
        } else if !open.isEmpty {
            find(
                .weakSandbox,
                localized("Sandboxed processes can do things that the sandbox should prevent."), items: open,
                remedy: localized(
                    """
                    Install the systemd units of Typecase and use a kernel with seccomp and Landlock. Run \
                    'systemd-analyze --user security typecase-inspect.service typecase-fetch@.service' to see what is \
                    missing.
                    """))
        }
    }

    /// Checks whether this shell and the service manager use the same directories.
    mutating func examineEnvironment() {
        var differing: [String] = []
        if let manager = facts.service.managerVariables {
            for (name, relative) in Self.directories {
                // A manager that does not report the home uses the one in the user database.
                if name == "HOME", manager[name] == nil { continue }
                let ours = Self.directory(name, orInHome: relative, facts.variables)
                let theirs = Self.directory(
                    name, orInHome: relative, ["HOME": facts.places.home].merging(manager) { $1 })
                if ours != theirs {
                    differing.append(localized("%1: %2 here, %3 in the service manager", name, ours, theirs))
                }
            }
            for name in Self.fontconfigVariables where facts.variables[name] != manager[name] {
                let (ours, theirs) = (
                    facts.variables[name] ?? localized("not set"), manager[name] ?? localized("not set")
                )
                differing.append(localized("%1: %2 here, %3 in the service manager", name, ours, theirs))
            }
        }
        let published = facts.service.status?.text("published_directory") ?? ""
        if !published.isEmpty, !facts.places.publishedRoots.contains(published) {
            differing.append(
                localized(
                    "the service publishes fonts in %1, but this shell looks in %2", published, facts.places.fonts))
        }
        if !differing.isEmpty {
            find(
                .environmentDiffers, localized("This shell and the service manager have different settings."),
                items: differing,
                remedy: localized(
                    """
                    Set the variables in ~/.config/environment.d/*.conf, not in the startup file of a shell, and log \
                    in again.
                    """))
        }
        let fixed = [
            (localized("this shell"), facts.variables),
            (localized("the service manager"), facts.service.managerVariables ?? [:]),
        ]
        .filter { $0.1["SOURCE_DATE_EPOCH"] != nil }.map(\.0)
        if !fixed.isEmpty {
            find(
                .fixedCacheTimes, localized("SOURCE_DATE_EPOCH is set."), items: fixed,
                remedy: localized(
                    """
                    Set this variable only for builds: run 'unset SOURCE_DATE_EPOCH' and 'systemctl --user \
                    unset-environment SOURCE_DATE_EPOCH'.
                    """))
        }
    }

    private static func directory(
        _ name: String, orInHome relative: String, _ variables: [String: String]
    ) -> String {
        if let path = UserPlaces.absolute(variables[name]) { return path }
        return UserPlaces.joined(UserPlaces.absolute(variables["HOME"]) ?? "", relative)
    }
}
