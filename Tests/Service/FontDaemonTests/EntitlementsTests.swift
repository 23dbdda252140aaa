internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import ProviderInstallations
internal import SystemPackage
internal import TestSupport
internal import Testing

@testable internal import FontDaemon

/// What a manifest gives, by where it is.
///
/// The user of the test stands for root, who alone can install for all users.
@Suite struct EntitlementsTests {
    private static let application = "org.example.App"
    private static let deployment = "flatpak/app/\(application)/x86_64/stable/0123456789abcdef"

    private let scratch: ScratchDirectory
    private let installations: InstallationSearch
    private let asRoot: Entitlements

    init() throws {
        let scratch = try ScratchDirectory(name: "entitlements")
        try scratch.write(
            """
            {"version": 1, "id": "\(Self.application)", "name": "App", "rights": ["install-fonts"],
             "fonts": [{"file": "a.ttf", "sha256": "\(String(repeating: "0", count: 64))"}]}
            """, to: "\(Self.deployment)/files/share/typecase/providers/\(Self.application).json")
        try scratch.write("[Application]\n", to: "\(Self.deployment)/metadata")
        try retryingInterrupts { symlink("0123456789abcdef", scratch["\(Self.deployment)/../active"]) }
        try retryingInterrupts { symlink("x86_64/stable", scratch["flatpak/app/\(Self.application)/current"]) }
        self.scratch = scratch
        installations = InstallationSearch(
            environment: ["HOME": scratch["home"], "FLATPAK_SYSTEM_DIR": scratch["flatpak"]])
        asRoot = Entitlements(installations: installations, administrators: [0, geteuid()])
    }

    private func caller(startedFrom directory: String?) throws -> CallerIdentity {
        var caller = CallerIdentity(
            kind: .flatpak, applicationID: Self.application, displayName: "App",
            provider: try #require(ProviderIdentifier(rawValue: Self.application)), processID: 1)
        caller.applicationDirectory = directory
        caller.installation = installations.evidence(of: caller)
        return caller
    }

    private func looked(
        at directory: String?, by entitlements: Entitlements? = nil
    ) throws -> CallerIdentity {
        var caller = try caller(startedFrom: directory)
        (entitlements ?? asRoot).add(to: &caller)
        return caller
    }

    @Test func `A manifest that the administrator installed gives the rights that it asks for`() throws {
        for path in ["\(Self.deployment)/files", "flatpak/app/\(Self.application)/current/active/files"] {
            let found = try looked(at: scratch[path])
            #expect(found.entitlements == [.installFonts])
            #expect(found.declaredFonts.count == 1)
            #expect(!found.isUninstalled)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "what root installs is the administrator's"))
    func `A manifest that the user installed gives no right, and declares fonts`() throws {
        let found = try looked(at: scratch["\(Self.deployment)/files"], by: Entitlements(installations: installations))
        #expect(found.entitlements == [])
        #expect(found.declaredFonts.count == 1)
    }

    @Test(arguments: [
        "flatpak", "flatpak/app/\(application)", deployment, "\(deployment)/files/share",
        "\(deployment)/files/share/typecase/providers/\(application).json",
    ])
    func `A file of the administrator's gives no right where others chose that it is the one`(place: String) throws {
        try retryingInterrupts { chmod(scratch[place], 0o775) }
        let found = try looked(at: scratch["\(Self.deployment)/files"])
        #expect(found.entitlements == [])
        #expect(found.declaredFonts.count == 1, "it is the application's all the same")
    }

    @Test func `A file of the administrator's gives no right where a link of others leads to it`() throws {
        // Where everybody may put something, what belongs to the administrator may have a second name.
        try scratch.makeDirectory("shared")
        try retryingInterrupts { symlink(scratch["\(Self.deployment)/files"], scratch["shared/files"]) }
        try retryingInterrupts { chmod(scratch["shared"], 0o1777) }
        #expect(try looked(at: scratch["shared/files"]).entitlements == [])
    }

    @Test func `What was started from files that are not there any more has been uninstalled`() throws {
        let upgraded = "flatpak/app/\(Self.application)/x86_64/stable/old/files"
        #expect(try !looked(at: scratch[upgraded]).isUninstalled)
        #expect(try looked(at: scratch["built/files"]).isUninstalled, "it was never installed")
        scratch.remove("flatpak/app")
        #expect(try looked(at: scratch["\(Self.deployment)/files"]).isUninstalled)
    }

    @Test func `Of what nobody said where it is deployed, its deployment tells while it runs`() throws {
        var runtime = try caller(startedFrom: nil)
        runtime.installation = []
        var application = try caller(startedFrom: nil)
        #expect(application.installation.count == 1)
        for _ in 0..<2 {
            asRoot.add(to: &application)
            asRoot.add(to: &runtime)
            #expect(!application.isUninstalled)
            #expect(application.entitlements == [] && application.declaredFonts == [], "it may be of another origin")
        }
        scratch.remove("flatpak/app")
        asRoot.add(to: &application)
        asRoot.add(to: &runtime)
        #expect(application.isUninstalled)
        #expect(!runtime.isUninstalled, "what was never installed cannot go")
        // What showed it is forgotten with the next look at all that is installed.
        application.installation = installations.evidence(of: application)
        asRoot.add(to: &application)
        #expect(application.isUninstalled)
    }
}
