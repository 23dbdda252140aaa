import Testing

@testable import FontService

/// How long leases last, and how that outlives the service.
@Suite struct LeaseTermTests {
    @Test func `The note keeps holders, handles and deadlines, and reads what an earlier version wrote`() {
        let claims: [LeaseClaim: LeaseDeadline] = [
            LeaseClaim(holder: ":1.5"): .never,
            LeaseClaim(holder: ":1.5", handle: "mine"): .never,
            LeaseClaim(holder: ":1.6"): LeaseDeadline(nanoseconds: 17),
            LeaseClaim(holder: ":1.7", handle: "a_1"): LeaseDeadline(nanoseconds: 42),
        ]
        let note = LeaseNote(bus: "b0", leases: ["lease:1": claims, "lease:2": [LeaseClaim(holder: ":1.9"): .never]])
        #expect(LeaseNote(text: note.text) == note)
        let old = LeaseNote(text: "bus b0\nheld lease:2 :1.9\nheld\nheld lease:3 :1.1/x\nnonsense\n")
        #expect(old.bus == "b0")
        #expect(old.leases["lease:2"] == [LeaseClaim(holder: ":1.9"): .never])
        #expect(old.leases["lease:3"] == [:], "a damaged word holds nothing")
        #expect(LeaseNote(bus: "b0", leases: [:]).text.isEmpty)
    }

    @Test func `Of equal claims the one that lasts longer counts, and each handle is one`() {
        var lease = LeaseState([LeaseClaim(holder: ":1.5"): LeaseDeadline(nanoseconds: 10)])
        lease.add([LeaseClaim(holder: ":1.5"): LeaseDeadline(nanoseconds: 5)])
        #expect(lease.claims == [LeaseClaim(holder: ":1.5"): LeaseDeadline(nanoseconds: 10)])
        lease.add([LeaseClaim(holder: ":1.5"): .never, LeaseClaim(holder: ":1.5", handle: "a"): .never])
        #expect(lease.claims(of: ":1.5") == 2 && lease.claims[LeaseClaim(holder: ":1.5")] == .never)
        lease.removeClaims { claim, _ in claim.handle == nil }
        #expect(lease.isHeld(by: ":1.5") && !lease.isHeld(by: ":1.6"))
    }

    @Test func `A deadline beyond what the clock can tell never comes`() {
        #expect(LeaseDeadline(after: nil) == .never)
        #expect(LeaseDeadline(after: .seconds(Int64.max), now: 7) == .never)
        #expect(LeaseDeadline(after: .milliseconds(1), now: 7).nanoseconds == 1_000_007)
        #expect(LeaseDeadline(nanoseconds: 7).hasPassed(at: 7) && !LeaseDeadline(nanoseconds: 8).hasPassed(at: 7))
        #expect(!LeaseDeadline.never.hasPassed(at: .max))
    }
}
