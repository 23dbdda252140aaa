internal import DBus
internal import Testing

@testable internal import FontDaemon

/// What logind of systemd 252 and of later releases tells, in its own words.
struct LoginSessionListTests {
    private func session(_ identifier: String, user: UInt32, path: ObjectPath) -> BusValue {
        .structure([.string(identifier), .uint32(user), .string("name"), .string(""), .objectPath(path)])
    }

    @Test func `the sessions of one user are found among those of others`() throws {
        let reply: [BusValue] = [
            .array(
                element: "(susso)",
                [
                    session("2", user: 1000, path: "/org/freedesktop/login1/session/_32"),
                    session("c1", user: 117, path: "/org/freedesktop/login1/session/c1"),
                    session("5", user: 1000, path: "/org/freedesktop/login1/session/_35"),
                ])
        ]
        let list = try #require(LoginSessionList(reply, userID: 1000))
        #expect(list.entries.map(\.identifier) == ["2", "5"])
        #expect(list.entries.map(\.path.text).last == "/org/freedesktop/login1/session/_35")
        #expect(LoginSessionList([.array(element: "(susso)", [])], userID: 1000)?.entries.isEmpty == true)
    }

    @Test func `a reply of another form is not taken for nobody being there`() {
        #expect(LoginSessionList([], userID: 1000) == nil)
        #expect(LoginSessionList([.string("sessions")], userID: 1000) == nil)
        #expect(
            LoginSessionList([.array(element: "(su)", [.structure([.string("2"), .uint32(1000)])])], userID: 1000)
                == nil)
    }

    @Test(arguments: [
        ("user", "active", true), ("user", "online", true), ("user-light", "active", true),
        ("user-early", "online", true),
        // Logged out of, with a process left.
        ("user", "closing", false),
        // The service manager of a lingering user, from systemd 256 on; a job; others that nobody logs in with.
        ("manager", "active", false), ("manager-early", "active", false), ("background", "active", false),
        ("background-light", "active", false), ("greeter", "active", false), ("lock-screen", "active", false),
    ])
    func `only what somebody is logged in with counts`(kind: String, state: String, isLogin: Bool) {
        let properties = LoginSessionProperties([
            "Class": BusVariant(kind), "State": BusVariant(state), "Timestamp": BusVariant(UInt64(17)),
        ])
        #expect(properties.login(identifier: "4") == (isLogin ? "4@17" : nil))
    }

    @Test func `a session that tells nothing of itself counts`() {
        #expect(LoginSessionProperties([:]).login(identifier: "4") == "4@0")
    }
}
