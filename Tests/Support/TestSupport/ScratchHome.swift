package import SystemPackage

/// A home directory for one test, with the XDG directories and a private fontconfig, removed with the last reference.
///
/// Fontconfig sees three places only: ``systemFontDirectory``, the user's fonts directory and `~/.fonts`; the last two
/// are not made, because whether they exist decides what Typecase does.
package final class ScratchHome: Sendable {
    /// The directory that holds everything else.
    package let scratch: ScratchDirectory
    /// `$HOME`.
    package let path: String
    /// `$XDG_DATA_HOME`.
    package let dataDirectory: String
    /// `$XDG_STATE_HOME`.
    package let stateDirectory: String
    /// `$XDG_CACHE_HOME`.
    package let cacheDirectory: String
    /// `$XDG_CONFIG_HOME`.
    package let configurationDirectory: String
    /// `$XDG_RUNTIME_DIR`.
    package let runtimeDirectory: String
    /// A directory that plays the part of `/usr/share/fonts`; exists and is empty.
    package let systemFontDirectory: String
    /// A directory that plays the part of `/etc/typecase`; exists and is empty.
    package let policyDirectory: String
    /// `$XDG_DATA_HOME/fonts`, which does not exist at first.
    package let userFontDirectory: String
    /// The one cache directory that fontconfig knows; exists and is empty.
    package let fontconfigCacheDirectory: String
    /// `$FONTCONFIG_FILE`, an absolute path.
    package let fontconfigFile: String

    /// Makes a home.
    ///
    /// - Parameter fontconfigRules: More elements for fontconfig's configuration, such as a `<match>`.
    /// - Throws: What the system said.
    package init(fontconfigRules: String = "") throws(Errno) {
        scratch = try ScratchDirectory()
        path = try scratch.makeDirectory("home")
        dataDirectory = try scratch.makeDirectory("home/.local/share")
        stateDirectory = try scratch.makeDirectory("home/.local/state")
        cacheDirectory = try scratch.makeDirectory("home/.cache")
        configurationDirectory = try scratch.makeDirectory("home/.config")
        runtimeDirectory = try scratch.makeDirectory("run")
        systemFontDirectory = try scratch.makeDirectory("system/fonts")
        fontconfigCacheDirectory = try scratch.makeDirectory("home/.cache/fontconfig")
        try scratch.makeDirectory("tmp")
        try scratch.makeDirectory("share")
        policyDirectory = try scratch.makeDirectory("policy")
        // As on a machine whose administrator trusts the applications that the tests are.
        let rights = #"["install-fonts", "install-undeclared-fonts"]"#
        let rule = #"{"providers": ["org.example.*", "snap.*"], "rights": \#(rights), "decision": "allow"}"#
        try scratch.write(#"{"version": 1, "rules": [\#(rule)]}"#, to: "policy/policy.d/50-tests.json")
        userFontDirectory = "\(dataDirectory)/fonts"
        fontconfigFile = try scratch.write(
            """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              <dir>\(systemFontDirectory)</dir>
              <dir>\(userFontDirectory)</dir>
              <dir>\(path)/.fonts</dir>
              <cachedir>\(fontconfigCacheDirectory)</cachedir>
              \(fontconfigRules)
            </fontconfig>

            """, to: "fonts.conf")
    }

    /// Has fonts fetched from this machine as well, as where an administrator has web servers of their own.
    ///
    /// - Throws: What the system said.
    package func allowLocalNetwork() throws(Errno) {
        try scratch.write(
            #"{"version": 1, "rules": [{"providers": ["*"], "downloads": {"local-network": true}}]}"#,
            to: "policy/policy.d/60-local-network.json")
    }

    /// The whole environment of a child process that lives in this home; nothing of ours is passed on.
    ///
    /// The buses it names do not exist: a test that needs one adds `DBUS_SESSION_BUS_ADDRESS` or
    /// `DBUS_SYSTEM_BUS_ADDRESS`.
    package var environment: [String: String] {
        [
            "HOME": path,
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TMPDIR": scratch["tmp"],
            "XDG_DATA_HOME": dataDirectory,
            "XDG_STATE_HOME": stateDirectory,
            "XDG_CACHE_HOME": cacheDirectory,
            "XDG_CONFIG_HOME": configurationDirectory,
            "XDG_RUNTIME_DIR": runtimeDirectory,
            "XDG_DATA_DIRS": scratch["share"],
            "FONTCONFIG_FILE": fontconfigFile,
            "TYPECASE_POLICY_PATH": policyDirectory,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(runtimeDirectory)/bus",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(runtimeDirectory)/system-bus",
        ]
    }
}
