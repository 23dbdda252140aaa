internal import DBus
internal import Localization

extension DoctorExamination {
    /// From how many fonts on it is worth knowing that their files were deleted: fewer are somebody's own deed.
    private static let manyDeleted = 10
    /// Below how many bytes a disk is as good as full: a few fonts, and the registry's log.
    private static let littleSpace: UInt64 = 16 << 20
    /// The variables that decide where programs look for fonts, settings and caches.
    private static let directories = [
        ("HOME", ""), ("XDG_DATA_HOME", ".local/share"), ("XDG_CONFIG_HOME", ".config"), ("XDG_CACHE_HOME", ".cache"),
        ("XDG_STATE_HOME", ".local/state"),
    ]
    private static let fontconfigVariables = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"]

    /// Judges the font service and its units.
    mutating func examineService() {
        if let failure = facts.service.failure {
            find(
                .serviceUnreachable, failure.message,
                remedy: localized(
                    """
                    Look at 'systemctl --user status typecased' and 'journalctl --user -u typecased'; without \
                    systemd, whether the session has a bus and typecased is installed.
                    """))
        }
        if !facts.service.failedUnits.isEmpty {
            find(
                .unitsFailed, localized("Units of the service manager have failed."), items: facts.service.failedUnits,
                remedy: localized("'journalctl --user -u UNIT' tells why; then 'systemctl --user reset-failed UNIT'."))
        }
        guard let status = facts.service.status else { return }
        if status.value("read_only") ?? false, status["directory_failures"] == nil {
            let unreadable = status.text("registry_failure")
            find(
                .readOnly,
                unreadable.isEmpty
                    ? localized("The service changes no fonts: %1", status.text("read_only_reason")) : unreadable,
                remedy: localized("Do what the reason says; the service tries again by itself."))
        }
        examineSpace(status)
        let failure = status.text("system_fonts_failure")
        if !failure.isEmpty {
            find(
                .systemFontsUnknown, localized("The fonts of the system could not be read: %1", failure),
                remedy: localized(
                    """
                    'fc-list' shows whether fontconfig works at all; 'systemctl --user restart typecased' tries \
                    again.
                    """))
        }
        let quarantined: UInt32 = status.value("quarantined") ?? 0
        if quarantined > 0 {
            find(
                .quarantinedFonts,
                localized("%1 fonts are out of use: altered, not sound any more, or denied.", quarantined),
                remedy: localized(
                    """
                    'typecase list' shows which, and 'typecase info' why; install sound ones in their place, or \
                    uninstall them.
                    """))
        }
        let colliding: UInt32 = status.value("colliding_fonts") ?? 0
        if colliding > 0 {
            find(
                .collidingFonts,
                colliding == 1
                    ? localized(
                        """
                        A font that the system has by now has the name of a registered one, or would be hidden by it.
                        """)
                    : localized(
                        "%1 registered fonts have the names of fonts that the system has by now, or hide them.",
                        colliding),
                remedy:
                    localized(
                        """
                        'typecase list' shows which, and 'typecase info' the system's file; disable or uninstall \
                        them, or remove the system's.
                        """))
        }
        let deleted: UInt32 = status.value("deleted_fonts") ?? 0
        if deleted >= Self.manyDeleted {
            find(
                .deletedFiles,
                localized("The files of %1 fonts were deleted from the directory of the published fonts.", deleted),
                remedy: localized(
                    "'typecase restore' lists the fonts, and 'typecase restore --deleted' brings all of them back."))
        }
        examineServers(status)
        examineRights(status)
        examineSandbox(status)
    }

    private mutating func examineSpace(_ status: FontRecord) {
        guard let space: UInt64 = status.value("free_space"), space < Self.littleSpace else { return }
        let removed: UInt64 = status.value("removed_size") ?? 0
        let fetched: UInt64 = status.value("fetched_size") ?? 0
        var items: [String] = []
        if removed > 0 {
            items.append(
                localized("removed fonts, %1: deleted as soon as a font needs the room", ByteCount.text(removed)))
        }
        if fetched > 0 {
            items.append(
                localized("fetched files, %1: 'typecase resources purge' removes them", ByteCount.text(fetched)))
        }
        find(
            .fullDisk,
            localized("The disk of %1 is full: %2 are free.", status.text("store_directory"), ByteCount.text(space)),
            items: items, remedy: localized("Delete files that you do not need; fonts can be uninstalled meanwhile."))
    }

    private mutating func examineServers(_ status: FontRecord) {
        let servers: [String] = status.value("resource_servers") ?? []
        let failure = status.text("resource_servers_failure")
        guard !servers.isEmpty || !failure.isEmpty else { return }
        find(
            .replacedServers,
            failure.isEmpty ? localized("Servers are replaced by others, for development.") : failure, items: servers,
            remedy: localized("Remove ~/.config/typecase/servers.json when you do not develop with it any more."))
    }

    private mutating func examineRights(_ status: FontRecord) {
        let failures: [String] = status.value("policy_failures") ?? []
        if !failures.isEmpty {
            find(
                .policyDamaged,
                localized("The policy cannot be read whole, so that sandboxed programs have no rights."),
                items: failures,
                remedy: localized(
                    "Whoever administers this machine can mend the files; typecase-policy(5) says what they have."))
        }
        let grants = status.text("grants_failure")
        if !grants.isEmpty {
            find(
                .grantsUnknown, localized("It is not known what you have decided of rights: %1", grants),
                remedy: localized("'typecase grants' shows what is known, and 'typecase grants set' decides anew."))
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
                .weakSandbox, localized("What is to be confined could not be asked whether it is."),
                items: failures.keys.sorted().map { mode in
                    "\(mode): \((try? failures[mode]?.converted(to: String.self)) ?? "")"
                },
                remedy: localized(
                    """
                    'systemctl --user status typecase-inspect.socket typecase-fetch.socket' tells whether the units \
                    are there; 'fetch' is the downloader, all else the sandboxed parser.
                    """))
        } else if !open.isEmpty {
            find(
                .weakSandbox, localized("What is to be confined was able to do what it must not."), items: open,
                remedy: localized(
                    """
                    Install the units of Typecase and use a kernel with seccomp and Landlock; 'systemd-analyze \
                    --user security typecase-inspect.service typecase-fetch@.service' shows what is missing.
                    """))
        }
    }

    /// Judges whether this shell and the service manager agree on where things are.
    mutating func examineEnvironment() {
        var differing: [String] = []
        if let manager = facts.service.managerVariables {
            for (name, relative) in Self.directories {
                // A manager that does not tell the home has that of the user database.
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
                localized("the service publishes fonts in %1, this shell looks in %2", published, facts.places.fonts))
        }
        if !differing.isEmpty {
            find(
                .environmentDiffers, localized("This shell and the service manager have different settings."),
                items: differing,
                remedy: localized(
                    """
                    Set the variables in ~/.config/environment.d/*.conf and log in anew, rather than in the start-up \
                    file of a shell.
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
                    Set the variable for builds only: 'unset SOURCE_DATE_EPOCH', 'systemctl --user unset-environment \
                    SOURCE_DATE_EPOCH'.
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
