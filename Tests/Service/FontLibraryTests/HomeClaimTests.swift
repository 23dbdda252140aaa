internal import FontLibrary
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Who may change the fonts where the environments of two sessions name some of the same directories.
@Suite struct `The right to change the fonts of a home` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func locations(data: String, state: String) throws -> FontLocations {
        try FontLocations(environment: [
            "XDG_DATA_HOME": scratch[data], "XDG_STATE_HOME": scratch[state], "XDG_CACHE_HOME": scratch["cache"],
        ])
    }

    private func claim(_ locations: FontLocations, sharing shared: String? = nil) throws(HomeRefusal) -> HomeClaim {
        let traits = HomeTraits(machine: Machine(identifier: "aa", bootIdentifier: "1", hostName: "desk")) { path in
            shared.map { path.contains("/\($0)/") } ?? false
        }
        return try HomeClaim(locations, bus: nil, traits: traits)
    }

    @Test(arguments: [("data", "other"), ("other", "state")])
    func `is had by one process at a time, be it that only one of two directories is the same`(
        data: String, state: String
    ) throws {
        let first = try locations(data: "data", state: "state")
        let second = try locations(data: data, state: state)
        let claim = try claim(first)
        let refusal = #expect(throws: HomeRefusal.self) { try self.claim(second) }
        #expect(refusal?.error.code == .readOnly)
        #expect(refusal?.error.message.contains("process \(getpid())") == true)
        #expect(refusal?.holder?.hasPrefix("process \(getpid())") == true)
        #expect(refusal?.heldLock == (data == "data" ? second.locks[1] : second.locks[0]))
        // What it had meanwhile is free again.
        let third = try locations(data: "third", state: state == "state" ? "third" : state)
        try self.claim(third).release()
        claim.release()
        try self.claim(second).release()
    }

    @Test(arguments: [["usual", "first"], ["first", "usual"], ["first", "second"]])
    func `is had by one process at a time where nothing but the root in the old directory is the same`(
        sessions: [String]
    ) throws {
        try scratch.makeDirectory("home/.fonts")
        let homes = try sessions.map { session in
            var environment = ["HOME": scratch["home"]]
            if session != "usual" {
                environment["XDG_DATA_HOME"] = scratch["\(session)/data"]
                environment["XDG_STATE_HOME"] = scratch["\(session)/state"]
            }
            return try FontLocations(environment: environment).settled()
        }
        #expect(Set(homes.map { $0.publishedRoot() }) == [scratch["home/.fonts/typecase"]])
        let claim = try claim(homes[0])
        let refusal = #expect(throws: HomeRefusal.self) { try self.claim(homes[1]) }
        #expect(refusal?.heldLock == scratch["home/.local/share/typecase/lock"])
        claim.release()
        try self.claim(homes[1]).release()
        #expect(access(scratch["home/.fonts/typecase"], F_OK) != 0, "no font, no root")
    }

    @Test func `is had by both of two sessions whose roots are apart, and stays where it was found`() throws {
        try scratch.makeDirectory("home")
        let homes = try ["first", "second"].map { session in
            try FontLocations(environment: [
                "HOME": scratch["home"], "XDG_DATA_HOME": scratch["\(session)/data"],
                "XDG_STATE_HOME": scratch["\(session)/state"],
            ]).settled()
        }
        let claims = try homes.map { try claim($0) }
        // Somebody makes the directory that both would share.
        try scratch.makeDirectory("home/.fonts")
        #expect(Set(homes.map { $0.publishedRoot() }).count == 2)
        for claim in claims { claim.release() }
    }

    @Test func `names nobody's end to wait for where the holder is on another machine`() throws {
        let home = try locations(data: "data", state: "state")
        try scratch.makeDirectory("data/typecase")
        let lock = try InstanceLock(path: home.locks[1], holder: LockHolder(processID: 7, host: "shelf", bus: nil))
        let refusal = #expect(throws: HomeRefusal.self) { try claim(home, sharing: "data") }
        #expect(refusal?.error.message.contains("shelf") == true)
        #expect(refusal?.heldLock == nil)
        lock.release()
        try claim(home, sharing: "data").release()
    }

    @Test(arguments: ["shelf", nil])
    func `names the end to wait for in a home of this machine alone, whatever the holder calls its host`(
        host: String?
    ) throws {
        let home = try locations(data: "data", state: "state")
        try scratch.makeDirectory("data/typecase")
        // As of a container, of a machine that has another name by now, or of a disk that was full.
        let lock = try InstanceLock(path: home.locks[1], holder: LockHolder(processID: 7, host: host, bus: nil))
        let refusal = #expect(throws: HomeRefusal.self) { try claim(home) }
        #expect(refusal?.heldLock == home.locks[1])
        lock.release()
        try claim(home).release()
    }

    @Test func `is had where both directories are one, under one name or two`() throws {
        for state in ["data", "link"] {
            if state == "link" { try #require(symlink(scratch["data"], scratch["link"]) == 0) }
            let home = try locations(data: "data", state: state)
            let claim = try claim(home, sharing: state)
            #expect(claim.leases.count == 1)
            #expect(throws: HomeRefusal.self) { try self.claim(home) }
            claim.release()
        }
    }

    @Test(arguments: ["data", "state"])
    func `leaves neither lock nor lease where one of them cannot be had`(shared: String) throws {
        let home = try locations(data: "data", state: "state")
        let claim = try claim(home, sharing: shared)
        #expect(claim.leases.count == 1)
        claim.release()
        let path = home.leases[shared == "data" ? 1 : 0]
        #expect(access(path, F_OK) != 0)
        // Another machine has the fonts, or this one the directory of a lock.
        if shared == "data" {
            try SmallFile(path: path).replace(with: "bb\n1\n7 shelf -\n")
        } else {
            unlink(home.locks[1])
            try scratch.makeDirectory("data/typecase/lock")
        }
        let refusal = #expect(throws: HomeRefusal.self) { try self.claim(home, sharing: shared) }
        #expect(refusal?.heldLock == nil)
        #expect(refusal?.holder == (shared == "data" ? "process 7 on the machine shelf" : nil))
        #expect(!InstanceLock.isHeld(path: home.locks[0]))
        #expect(access(home.leases[0], F_OK) != 0)
    }
}
