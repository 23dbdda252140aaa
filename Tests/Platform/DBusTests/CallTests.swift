import EventLoop
import LinuxSystem
import Synchronization
import Testing

@testable import DBus

@Suite struct CallTests {
    @Test func `a call brings back the results`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("sia{sv}"))
            let arguments: [BusValue] = [
                .string("Grüße"), .int32(-7), ["weight": BusVariant(400.0), "names": BusVariant(["a", "b"])].busValue,
            ]
            let results = try await fixture.call("Echo", arguments)
            #expect(results == arguments)
        }
    }

    @Test func `a bus error of the handler reaches the caller with name and message`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(
                ExportedMethod(name: "Fail", inputSignature: "", outputSignature: "") { _ in
                    throw BusError(name: "org.example.Error.Nope", message: "not today")
                })
            await #expect(throws: BusError(name: "org.example.Error.Nope", message: "not today")) {
                _ = try await fixture.call("Fail")
            }
        }
    }

    @Test func `any other error of the handler is replied without its details`() async throws {
        struct Secret: Error { let path = "/home/someone" }
        try await BusFixture.with { fixture in
            await fixture.export(
                ExportedMethod(name: "Fail", inputSignature: "", outputSignature: "") { _ in throw Secret() })
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Fail") }
            #expect(error?.code == .failed)
            #expect(error?.message.contains("home") == false)
        }
    }

    @Test func `an error with an invalid name becomes a general error`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(
                ExportedMethod(name: "Fail", inputSignature: "", outputSignature: "") { _ in
                    throw BusError(name: "no dots", message: "a\0b")
                })
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Fail") }
            #expect(error?.code == .failed)
        }
    }

    @Test func `what does not exist is named in the error`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("s"))
            let name = fixture.server.uniqueName
            func code(_ path: ObjectPath, _ interface: String, _ member: String) async -> BusError.Code? {
                do throws(BusError) {
                    _ = try await fixture.client.call(
                        destination: name, path: path, interface: interface, member: member)
                    return nil
                } catch {
                    return error.code
                }
            }
            #expect(await code(BusFixture.path, BusFixture.interface, "Missing") == .unknownMethod)
            #expect(await code(BusFixture.path, "org.example.Missing", "Echo") == .unknownInterface)
            #expect(await code("/org/example/Missing", BusFixture.interface, "Echo") == .unknownObject)
            #expect(await code(BusFixture.path, "org.freedesktop.DBus.Peer", "Missing") == .unknownMethod)
        }
    }

    @Test func `arguments of the wrong types are refused before the handler, naming both`() async throws {
        try await BusFixture.with { fixture in
            let called = Atomic(false)
            await fixture.export(
                ExportedMethod(name: "Take", inputSignature: "sa{sv}", outputSignature: "") { _ in
                    called.store(true, ordering: .relaxed)
                    return []
                })
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Take", [.uint32(1)]) }
            #expect(error?.code == .invalidArguments)
            #expect(error?.message.contains("'sa{sv}'") == true)
            #expect(error?.message.contains("'u'") == true)
            let wasCalled = called.load(ordering: .relaxed)
            #expect(!wasCalled)
        }
    }

    @Test func `results of other types than declared become an error`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(
                ExportedMethod(name: "Lie", inputSignature: "", outputSignature: "s") { _ in [.uint32(1)] })
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Lie") }
            #expect(error?.code == .failed)
        }
    }

    @Test func `a call without a reply ends after its time`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            await fixture.export(
                ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                    for await _ in never {}
                    return []
                })
            let clock = ContinuousClock()
            let start = clock.now
            let error = await #expect(throws: BusError.self) {
                _ = try await fixture.call("Hang", timeout: .milliseconds(80))
            }
            #expect(error == .timedOut(.milliseconds(80)))
            #expect(clock.now - start >= .milliseconds(80))
            end.finish()
        }
    }

    @Test func `cancelling the task ends the waiting`() async throws {
        try await BusFixture.with { fixture in
            let (calls, called) = AsyncStream.makeStream(of: Void.self)
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            await fixture.export(
                ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                    called.yield()
                    for await _ in never {}
                    return []
                })
            let task = Task { try await fixture.call("Hang") }
            for await _ in calls { break }
            task.cancel()
            await #expect(throws: BusError.cancelled) { try await task.value }
            #expect(await fixture.client.pendingCallCount == 0)
            end.finish()
        }
    }

    @Test func `a call of a cancelled task is not made`() async throws {
        try await BusFixture.with { fixture in
            let called = Atomic(false)
            await fixture.export(
                ExportedMethod(name: "Touch", inputSignature: "", outputSignature: "") { _ in
                    called.store(true, ordering: .relaxed)
                    return []
                }, .echo("s"))
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await fixture.call("Touch")
            }
            await #expect(throws: BusError.cancelled) { try await task.value }
            // Messages keep their order, so a call that was made would have come before this one.
            _ = try await fixture.call("Echo", [.string("")])
            let wasCalled = called.load(ordering: .relaxed)
            #expect(!wasCalled)
        }
    }

    @Test func `a thousand calls at once are each answered with their own reply`() async throws {
        var limits = BusLimits.standard
        limits.callsInFlightPerSender = 1000
        try await BusFixture.with(limits: limits) { fixture in
            await fixture.export(
                ExportedMethod(name: "Echo", inputSignature: "u", outputSignature: "u") { call in
                    await Task.yield()
                    return call.arguments
                })
            let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in UInt32(0)..<1000 {
                    group.addTask { try await fixture.call("Echo", [.uint32(number)]) != [.uint32(number)] }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wrong == 0)
        }
    }
}
