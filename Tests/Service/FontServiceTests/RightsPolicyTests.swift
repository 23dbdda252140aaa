import FetchProtocol
import FontModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Logging
import Policy
import PositionedJSON
import Registry
import SystemPackage
import TestSupport
import Testing

@testable import FontService

@Suite struct `The policy on rights` {
    private let scratch: ScratchDirectory
    private let service: RightsService

    init() throws {
        scratch = try ScratchDirectory(name: "policy")
        service = RightsService(
            policyDirectories: [scratch["etc"], scratch["usr"]],
            registry: try Registry.open(at: scratch["registry.sqlite"]).0,
            threads: BlockingThreads(name: "test", maximumCount: 1),
            log: Logger(label: "test"))
    }

    private func write(_ rules: String, to name: String) throws {
        try scratch.write("{\"version\": 1, \"rules\": [\(rules)]}", to: name)
    }

    private func rule(_ provider: String, _ decision: String, _ more: String = "") -> String {
        "{\"providers\": [\"\(provider)\"], \"decision\": \"\(decision)\"\(more)}"
    }

    private func caller(_ provider: String, isSandboxed: Bool = true) throws -> CallerIdentity {
        CallerIdentity(
            kind: isSandboxed ? .flatpak : .process, applicationID: nil, displayName: provider,
            provider: try #require(ProviderIdentifier(rawValue: provider)), processID: 1)
    }

    private func standings(_ provider: String, isSandboxed: Bool = true) throws -> [RightsService.Standing] {
        let caller = try caller(provider, isSandboxed: isSandboxed)
        return [Right.installFonts, .useInstalledFonts].map { service.standing($0, of: caller) }
    }

    @Test func `gives no sandboxed caller a right before it has been read`() async throws {
        #expect(try standings("org.example.App") == [.denied, .denied])
        await service.refresh()
        #expect(try standings("org.example.App") == [.ask, .ask])
        #expect(try standings("session.app", isSandboxed: false) == [.granted, .granted])
    }

    @Test func `decides by the first rule that fits, for the rights that it names`() async throws {
        try write(
            [
                rule("org.example.One", "deny", ", \"rights\": [\"install-fonts\"], \"reason\": \"It is broken.\""),
                rule("org.example.*", "allow"), rule("org.other.*", "ask"), rule("*", "deny"),
            ].joined(separator: ","), to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(service.policyFailures == [])
        #expect(try standings("org.example.One") == [.denied, .granted])
        #expect(try standings("org.example.Two") == [.granted, .granted])
        #expect(try standings("org.example") == [.denied, .denied])
        #expect(try standings("org.other.App") == [.ask, .ask])
        #expect(try standings("org.other.App", isSandboxed: false) == [.granted, .granted])
        #expect(try standings("session.app", isSandboxed: false) == [.denied, .denied])
        let error = #expect(throws: FontError.self) {
            try service.check([.installFonts], of: caller("org.example.One"))
        }
        #expect(error?.code == .missingEntitlement)
        #expect(
            error?.message == "org.example.One has not the right install-fonts. The policy of this machine denies it: "
                + "It is broken.")
        #expect(throws: Never.self) { try service.check([.useInstalledFonts], of: caller("org.example.One")) }
    }

    @Test func `puts the administrator before the system, which a file of the same name hides`() async throws {
        try write(rule("org.example.A", "allow"), to: "usr/policy.d/10-a.json")
        try write(rule("org.example.B", "deny"), to: "usr/policy.d/20-b.json")
        try write(rule("org.example.C", "deny"), to: "usr/policy.d/30-c.json")
        try write(rule("org.example.A", "deny"), to: "etc/policy.d/90-a.json")
        try write("", to: "etc/policy.d/20-b.json")
        try scratch.write("not read", to: "etc/policy.d/README")
        await service.refresh()
        #expect(try standings("org.example.A")[0] == .denied)
        #expect(try standings("org.example.B")[0] == .ask)
        #expect(try standings("org.example.C")[0] == .denied)
        scratch.remove("etc/policy.d/90-a.json")
        await service.refresh()
        #expect(try standings("org.example.A") == [.granted, .granted])
    }

    @Test(arguments: [
        "", "{", "[]", "{\"version\": 2, \"rules\": []}", "{\"version\": 1}", "{\"version\": 1, \"rules\": [{}]}",
        "{\"version\": 1, \"rules\": [], \"rule\": []}",
        "{\"version\": 1, \"rules\": [{\"providers\": [\"a\"], \"decision\": \"denied\"}]}",
        "{\"version\": 1, \"rules\": [{\"providers\": [\"a*b\"], \"decision\": \"deny\"}]}",
        "{\"version\": 1, \"rules\": [{\"providers\": [\"\"], \"decision\": \"deny\"}]}",
        "{\"version\": 1, \"rules\": [{\"providers\": \"a\", \"decision\": \"deny\"}]}",
        "{\"version\": 1, \"rules\": [{\"providers\": [\"a\"], \"decision\": \"deny\", \"rights\": [\"all\"]}]}",
        "{\"version\": 1, \"rules\": [{\"providers\": [\"a\"], \"decision\": \"deny\", \"reason\": \"\\u202e\"}]}",
    ])
    func `takes all rights from sandboxed callers while a file cannot be understood`(_ text: String) async throws {
        try write(rule("org.example.*", "allow"), to: "etc/policy.d/a.json")
        try scratch.write(text, to: "usr/policy.d/b.json")
        await service.refresh()
        #expect(service.policyFailures.count == 1)
        #expect(service.policyFailures.first?.hasPrefix("\(scratch["usr"])/policy.d/b.json:1:") == true)
        #expect(try standings("org.example.App") == [.denied, .denied])
        #expect(try standings("session.app", isSandboxed: false) == [.granted, .granted])
        let error = #expect(throws: FontError.self) {
            try service.check([.installFonts], of: caller("org.example.App"))
        }
        #expect(error?.message.contains("typecase status tells why") == true)
        scratch.remove("usr/policy.d/b.json")
        await service.refresh()
        #expect(service.policyFailures == [])
        #expect(try standings("org.example.App") == [.granted, .granted])
    }

    @Test(
        arguments: [
            ("etc/policy.d/a.json", 0o664), ("etc/policy.d/a.json", 0o602), ("etc/policy.d", 0o770), ("etc", 0o757),
        ] as [(String, mode_t)])
    func `says nothing where others could have said it, and takes all rights from sandboxed callers`(
        _ name: String, _ mode: mode_t
    ) async throws {
        try write(rule("org.example.*", "allow"), to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(try standings("org.example.App") == [.granted, .granted])
        try retryingInterrupts { chmod(scratch[name], mode) }
        await service.refresh()
        #expect(service.policyFailures.count == 1)
        #expect(service.policyFailures.first?.contains("by others than root and you") == true)
        #expect(try standings("org.example.App") == [.denied, .denied])
        #expect(try standings("session.app", isSandboxed: false) == [.granted, .granted])
        try retryingInterrupts { chmod(scratch[name], 0o700) }
        await service.refresh()
        #expect(service.policyFailures == [])
        #expect(try standings("org.example.App") == [.granted, .granted])
    }

    @Test func `gives an application nothing that runs and has been uninstalled`() async throws {
        try write(rule("org.example.Allowed", "allow"), to: "etc/policy.d/a.json")
        await service.refresh()
        let digest = try SealedMemory(bytes: [1]).digest
        for provider in ["org.example.Allowed", "org.example.Granted", "org.example.Entitled", "org.example.One"] {
            var caller = try caller(provider)
            switch provider {
            case "org.example.Granted":
                try await service.decisions.set(.useInstalledFonts, of: caller.provider, isAllowed: true)
            case "org.example.Entitled": caller.entitlements = [.useInstalledFonts]
            case "org.example.One":
                try await service.decisions.set(.useInstalledFonts, for: digest, of: caller.provider, isAllowed: true)
            default: break
            }
            let own = FaceAudience.owner(caller.provider, also: [])
            #expect(service.audience(of: caller) != own, "\(provider)")
            caller.isUninstalled = true
            #expect(service.audience(of: caller) == own, "\(provider)")
            let error = #expect(throws: FontError.self) { try service.check([.useInstalledFonts], of: caller) }
            #expect(
                error?.message == "\(provider) has not the right use-installed-fonts. It has been uninstalled. "
                    + "Install it again, and start it anew.")
        }
    }

    @Test func `comes before what the user said, which comes before a manifest`() async throws {
        var entitled = try caller("org.example.App")
        entitled.entitlements = [.installFonts]
        func standing() -> [RightsService.Standing] {
            [Right.installFonts, .useInstalledFonts].map { service.standing($0, of: entitled) }
        }
        #expect(standing() == [.denied, .denied], "before anything was read")
        await service.refresh()
        #expect(standing() == [.granted, .ask])
        try await service.decisions.set(.installFonts, of: entitled.provider, isAllowed: false)
        try await service.decisions.set(.useInstalledFonts, of: entitled.provider, isAllowed: true)
        #expect(standing() == [.denied, .granted])
        let error = #expect(throws: FontError.self) { try service.check([.installFonts], of: entitled) }
        #expect(error?.message.contains("typecase grants set org.example.App install-fonts allow gives it") == true)
        #expect(try standings("org.example.Other") == [.ask, .ask])
        #expect(try standings("org.example.App", isSandboxed: false) == [.denied, .granted])
        try write(rule("org.example.App", "allow"), to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(standing() == [.granted, .granted])
        try write(rule("org.example.App", "ask"), to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(standing() == [.denied, .granted])
        #expect(try await service.decisions.revoke(Right.allCases, of: entitled.provider) == 2)
        #expect(try await service.decisions.revoke(Right.allCases, of: entitled.provider) == 0)
        #expect(standing() == [.ask, .ask], "a rule that demands to ask is not answered by a manifest")
    }

    // MARK: What the user said and cannot be read

    /// A service on another registry, which has read what there is.
    private func service(
        _ registry: Registry, unreadable: FontError? = nil, lostRegistry: LostRegistry? = nil
    ) async -> RightsService {
        let service = RightsService(
            policyDirectories: [scratch["etc"]], registry: registry,
            threads: BlockingThreads(name: "test", maximumCount: 1), log: Logger(label: "test"),
            unreadable: unreadable, lostRegistry: lostRegistry)
        await service.refresh()
        return service
    }

    /// What is known of the right to install of an application with a rule, of one whose manifest allows it, of any other,
    /// and of a program without a sandbox.
    private func standings(_ service: RightsService) throws -> [RightsService.Standing] {
        var entitled = try caller("org.example.Entitled")
        entitled.entitlements = [.installFonts]
        let callers = [
            try caller("org.allowed.App"), entitled, try caller("org.example.App"),
            try caller("session.app", isSandboxed: false),
        ]
        return callers.map { service.standing(.installFonts, of: $0) }
    }

    @Test func `counts alone where a registry stands for one that cannot be read`() async throws {
        try write(rule("org.allowed.*", "allow"), to: "etc/policy.d/a.json")
        let threads = BlockingThreads(name: "test", maximumCount: 2)
        let known = await service(try Registry.temporary(threads: threads))
        #expect(try standings(known) == [.granted, .granted, .ask, .granted])
        #expect(known.decisions.failure == nil)

        let reason = FontError(.readOnly, "There are no locks.")
        let unknown = await service(try Registry.temporary(threads: threads), unreadable: reason)
        #expect(try standings(unknown) == [.granted, .denied, .denied, .granted])
        #expect(unknown.decisions.failure == reason.message)
        let error = #expect(throws: FontError.self) {
            try unknown.check([.installFonts], of: caller("org.example.App"))
        }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.message.contains("typecase status tells why") == true)
        await #expect(throws: reason) { try await unknown.decisions.grants() }
    }

    @Test func `counts alone from when the registry cannot be read any more`() async throws {
        try write(rule("org.allowed.*", "allow"), to: "etc/policy.d/a.json")
        let registry = try Registry.open(at: scratch["closed.sqlite"]).0
        let service = await service(registry)
        try await service.decisions.set(
            .installFonts, of: #require(ProviderIdentifier(rawValue: "org.example.App")), isAllowed: true)
        #expect(try standings(service) == [.granted, .granted, .granted, .granted])
        try registry.close()
        await service.refresh()
        #expect(try standings(service) == [.granted, .denied, .denied, .granted])
        #expect(service.decisions.failure?.isEmpty == false)
    }

    @Test(arguments: [
        LostRegistry.damaged(keptAs: "/home/somebody/registry.sqlite.damaged-1"),
        .deleted(note: "/home/somebody/registry-lost"),
    ])
    func `is not helped by a manifest after the user's decisions were lost, and the user is asked`(
        lost: LostRegistry
    ) async throws {
        let registry = try Registry.open(at: scratch["new.sqlite"]).0
        let service = await service(registry, lostRegistry: lost)
        #expect(try standings(service) == [.ask, .ask, .ask, .granted])
        #expect(service.decisions.failure?.contains("/home/somebody/registry") == true)
        let entitled = try #require(ProviderIdentifier(rawValue: "org.example.Entitled"))
        try await service.decisions.set(.installFonts, of: entitled, isAllowed: true)
        #expect(try standings(service) == [.ask, .granted, .ask, .granted], "what was decided since counts")
        let later = await self.service(registry)
        #expect(later.decisions.failure == nil)
        #expect(try standings(later) == [.ask, .granted, .ask, .granted])
    }

    @Test func `has the members that its schema has`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../schemas/policy-1.json"
        let data = try #require(FileManager.default.contents(atPath: path))
        let schema = try #require(JSONReading([UInt8](data), maximumDepth: 32).root?.node)
        func members(_ path: [String]) -> [String] {
            guard case .object(let members)? = schema.descendant(path)?.value else { return [] }
            return members.map(\.name).sorted()
        }
        func known(_ text: String) throws -> [String] {
            let fault = try #require(
                RightsPolicy.rules(in: Array(text.utf8)).faults.first { $0.pointer.hasSuffix("/unheard") })
            return fault.message.split(separator: "there are ")[1].dropLast().split(separator: ", ").map(String.init)
                .sorted()
        }
        #expect(try members(["properties"]) == known("{\"unheard\": 1}"))
        #expect(
            try members(["properties", "rules", "items", "properties"]) == known("{\"rules\": [{\"unheard\": 1}]}"))
        let decisions = schema.descendant(["properties", "rules", "items", "properties", "decision", "enum"])?.value
        guard case .array(let names)? = decisions else {
            Issue.record("no decisions")
            return
        }
        #expect(names.map(\.value) == RightsPolicy.Decision.allCases.map { .string($0.rawValue) })
        let rule = ["properties", "rules", "items", "properties"]
        #expect(
            try members(rule + ["quota", "properties"])
                == known("{\"rules\": [{\"providers\": [], \"quota\": {\"unheard\": 1}}]}"))
        #expect(
            try members(rule + ["downloads", "properties"])
                == known("{\"rules\": [{\"providers\": [], \"downloads\": {\"unheard\": 1}}]}"))
        func values(_ members: String...) -> [String] {
            guard case .array(let nodes)? = schema.descendant(rule + members + ["items", "enum"])?.value else {
                return []
            }
            return nodes.compactMap { node -> String? in
                guard case .string(let text) = node.value else { return nil }
                return text
            }
        }
        #expect(values("formats") == FontFormat.allCases.map(\.rawValue))
        #expect(values("sources") == FontOrigin.allCases.map(\.rawValue))
        #expect(values("downloads", "properties", "schemes") == RemoteScheme.allCases.map(\.rawValue))
    }

    // MARK: Fonts and how many

    private func refusal(_ format: FontFormat?, _ source: FontOrigin, _ provider: String) throws -> String? {
        let provider = try #require(ProviderIdentifier(rawValue: provider))
        do {
            try service.checkPolicy(on: format, from: source, for: provider)
            return nil
        } catch {
            #expect(error.code == .missingEntitlement)
            return error.message
        }
    }

    @Test func `says which formats may be registered and by which ways, whoever has the right`() async throws {
        #expect(try refusal(.collection, .file, "org.example.App") == nil)
        try write(
            [
                rule("org.example.App", "allow", ", \"formats\": [\"collection\"], \"sources\": [\"asset\"]"),
                rule("org.example.*", "deny", ", \"formats\": [\"collection\", \"cff2\"], \"reason\": \"Slow.\""),
                rule("session.*", "deny", ", \"sources\": [\"descriptor\"]"),
            ].joined(separator: ","), to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(service.policyFailures == [])
        let path = "\(scratch["etc"])/policy.d/a.json"
        #expect(try refusal(.truetype, .file, "org.example.App") == nil)
        #expect(try refusal(.collection, .asset, "org.example.App") == nil)
        let message = try #require(try refusal(.collection, .file, "org.example.App"))
        #expect(
            message == "org.example.App may not register fonts of the format collection: \(path) denies it: Slow. "
                + "Whoever administers this machine can change that.")
        #expect(try refusal(.cff2, .asset, "org.example.App") != nil)
        #expect(try refusal(nil, .descriptor, "org.example.App") == nil)
        #expect(try refusal(.collection, .file, "org.other.App") == nil)
        #expect(try refusal(nil, .descriptor, "session.app")?.contains("by the way descriptor: \(path)") == true)
        #expect(try standings("org.example.App") == [.ask, .ask], "rights are another matter")
        #expect(try standings("session.app", isSandboxed: false) == [.granted, .granted])
        let font = OfferedFont(digest: try SealedMemory(bytes: [1]).digest, name: "", format: .collection)
        guard case .denied = service.standing(of: font, from: .file, for: try caller("org.example.App")) else {
            Issue.record("it may be registered")
            return
        }
    }

    @Test func `says who may have fonts fetched, and by which ways`() async throws {
        func terms(
            _ provider: String, hasNetwork: Bool = true, isSandboxed: Bool = true
        ) throws -> DownloadTerms? {
            var caller = try caller(provider, isSandboxed: isSandboxed)
            caller.hasNetwork = hasNetwork
            do {
                return try service.downloadTerms(of: caller)
            } catch {
                #expect(error.code == .missingEntitlement)
                return nil
            }
        }
        func schemes(
            _ provider: String, hasNetwork: Bool = true, isSandboxed: Bool = true
        ) throws -> Set<RemoteScheme>? {
            try terms(provider, hasNetwork: hasNetwork, isSandboxed: isSandboxed)?.schemes
        }
        #expect(try caller("org.example.App").hasNetwork == false)
        #expect(try caller("session.app", isSandboxed: false).hasNetwork)
        await service.refresh()
        #expect(try schemes("org.example.App") == [.https])
        #expect(try schemes("org.example.App", hasNetwork: false) == nil)
        #expect(try schemes("session.app", hasNetwork: false, isSandboxed: false) == [.https])
        try write(
            [
                rule("org.example.App", "allow", ", \"sources\": [\"download\"]"),
                rule("org.example.Bad", "deny", ", \"sources\": [\"download\"], \"reason\": \"Noisy.\""),
                rule("session.bad", "deny", ", \"sources\": [\"download\"]"),
                "{\"providers\": [\"org.example.*\"], \"downloads\": {\"schemes\": [\"http\", \"https\"]}}",
                "{\"providers\": [\"org.near.*\"], \"downloads\": {\"local-network\": true}}",
            ].joined(separator: ","), to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(service.policyFailures == [])
        #expect(try schemes("org.example.App", hasNetwork: false) == [.https, .http])
        #expect(try schemes("org.example.Other") == [.https, .http])
        #expect(try schemes("org.example.Other", hasNetwork: false) == nil)
        #expect(try schemes("org.example.Bad") == nil)
        #expect(try schemes("session.bad", isSandboxed: false) == nil)
        #expect(try schemes("org.other.App") == [.https])
        #expect(try terms("org.near.App")?.allowsLocalNetwork == true)
        #expect(try schemes("org.near.App") == [.https])
        #expect(try terms("org.example.App")?.allowsLocalNetwork == false)
        #expect(try terms("session.app", isSandboxed: false)?.allowsLocalNetwork == false)
        // Nobody knows what the rest would say.
        try scratch.write("{", to: "etc/policy.d/b.json")
        await service.refresh()
        #expect(try schemes("org.example.App", hasNetwork: false) == nil)
        #expect(try schemes("org.example.App") == nil)
        #expect(try terms("session.app", isSandboxed: false) == DownloadTerms())
        #expect(try schemes("org.near.App") == nil)
    }

    @Test func `says how much may be registered, of which a manifest may wish for less`() async throws {
        func allowance(_ provider: String, _ wish: FontQuota = FontQuota()) throws -> FontAllowance {
            var record = ProviderRecord(
                id: try #require(ProviderIdentifier(rawValue: provider)), kind: "flatpak", displayName: provider)
            record.quotaWish = wish
            return service.allowance(of: record)
        }
        let usual = try allowance("org.example.App")
        #expect(usual == FontAllowance(of: try #require(ProviderIdentifier(rawValue: "org.example.App"))))
        #expect(try allowance("org.example.App", FontQuota(fonts: 9999, bytes: 1 << 40)) == usual)
        try write(
            [
                "{\"providers\": [\"org.example.App\"], \"quota\": {\"fonts\": 5000}}",
                "{\"providers\": [\"*\"], \"quota\": {\"fonts\": 10, \"bytes\": 4096}}",
            ].joined(separator: ","), to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(service.policyFailures == [])
        let path = "\(scratch["etc"])/policy.d/a.json"
        let app = try allowance("org.example.App", FontQuota(fonts: 9999, bytes: 100))
        #expect(app.fonts == 5000)
        #expect(app.fontsReason == "\(path) sets it.")
        #expect(app.bytes == 100)
        #expect(app.bytesReason == "Its manifest wishes for no more.")
        #expect(try allowance("org.other.App").fonts == 10)
        #expect(try allowance("org.other.App").bytes == 4096)
        #expect(try allowance("user") == FontAllowance(of: .user), "nobody says how many fonts a person has")
    }

    @Test(arguments: [
        ("\"formats\": [\"woff\"], \"decision\": \"deny\"", "/rules/0/formats/0"),
        ("\"sources\": [\"web\"], \"decision\": \"deny\"", "/rules/0/sources/0"),
        ("\"formats\": [\"cff\"], \"decision\": \"ask\"", "/rules/0/decision"),
        ("\"formats\": [\"cff\"], \"rights\": [], \"decision\": \"deny\"", "/rules/0/rights"),
        ("\"quota\": {\"fonts\": 1}, \"decision\": \"deny\"", "/rules/0/decision"),
        ("\"quota\": {\"fonts\": 1}, \"formats\": [\"cff\"]", "/rules/0/formats"),
        ("\"downloads\": {\"schemes\": [\"http\"]}, \"sources\": [\"download\"]", "/rules/0/sources"),
        ("\"downloads\": {}", "/rules/0/downloads"), ("\"downloads\": 7", "/rules/0/downloads"),
        ("\"downloads\": {\"schemes\": []}", "/rules/0/downloads/schemes"),
        ("\"downloads\": {\"schemes\": [\"ftp\"]}", "/rules/0/downloads/schemes/0"),
        ("\"downloads\": {\"local-network\": \"yes\"}", "/rules/0/downloads/local-network"),
        ("\"quota\": {}", "/rules/0/quota"), ("\"quota\": {\"fonts\": -1}", "/rules/0/quota/fonts"),
        ("\"quota\": {\"bytes\": 1.5}", "/rules/0/quota/bytes"), ("\"quota\": 7", "/rules/0/quota"),
        ("\"reason\": \"None.\"", "/rules/0"),
    ])
    func `names what is wrong with a rule on fonts`(_ members: String, _ pointer: String) async throws {
        let text = "{\"version\": 1, \"rules\": [{\"providers\": [\"*\"], \(members)}]}"
        let faults = RightsPolicy.rules(in: Array(text.utf8)).faults
        #expect(faults.map(\.pointer) == [pointer])
        try scratch.write(text, to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(service.policyFailures.first?.hasPrefix("\(scratch["etc"])/policy.d/a.json:1:") == true)
        #expect(try standings("org.example.App") == [.denied, .denied])
    }

    @Test func `takes them while a file cannot be read`() async throws {
        try scratch.makeDirectory("etc/policy.d/a.json")
        await service.refresh()
        #expect(service.policyFailures.count == 1)
        #expect(try standings("org.example.App") == [.denied, .denied])
        scratch.remove("etc/policy.d/a.json")
        try scratch.write([UInt8](repeating: 0x20, count: RightsPolicy.maximumFileSize + 1), to: "etc/policy.d/a.json")
        await service.refresh()
        #expect(service.policyFailures.first?.contains("cannot be read") == true)
        scratch.remove("etc/policy.d/a.json")
        for number in 0...256 { try write("", to: "etc/policy.d/\(number).json") }
        await service.refresh()
        #expect(service.policyFailures.first?.contains("more than 256 files") == true)
    }
}
