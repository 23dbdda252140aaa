import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import DBus

@Suite struct CodecTests {
    @Test func `values of every type cross the bus unchanged`() async throws {
        let faces: BusValue = .array(
            element: "a{sv}",
            [
                .dictionary(
                    key: "s", value: "v",
                    [
                        .init(.string("weight"), .variant(.double(400))),
                        .init(
                            .string("axes"),
                            .variant(["wght": BusVariant(.structure([.double(1), .double(2)]))].busValue)),
                        .init(.string("names"), .variant(.array(element: "s", [.string("日本"), .string("")]))),
                    ]),
                .dictionary(key: "s", value: "v", []),
            ])
        let values: [BusValue] = [
            .byte(255), .boolean(true), .boolean(false), .int16(-32768), .uint16(65535), .int32(.min), .uint32(.max),
            .int64(.min), .uint64(.max), .double(-0.1), .string("a 𝒻 string"), .objectPath("/a/b"), .signature("a{sv}"),
            faces, .array(element: "(yat)", []), .array(element: "ay", [.array(element: "y", [.byte(1)])]),
            .structure([.byte(1), .structure([.uint64(2), .string("x")]), .array(element: "d", [.double(3)])]),
            .dictionary(key: "u", value: "(ss)", [.init(.uint32(1), .structure([.string("a"), .string("b")]))]),
            .dictionary(key: "o", value: "a{ys}", []),
            .variant(.variant(.structure([.variant(.signature("")), .boolean(false)]))),
        ]
        let signature = try Signature(joining: values.map(\.signature))
        try await BusFixture.with { fixture in
            await fixture.export(.echo(signature))
            let results = try await fixture.call("Echo", values)
            #expect(results == values)
        }
    }

    @Test func `the number of a descriptor that did not come with the message is a wrong argument`() throws {
        var bytes = try MessageDecoding.message(with: [.array(element: "u", [.uint32(0)]), .uint32(7)])
        let signature = try #require(bytes.indices.first { bytes[$0...].starts(with: "auu\0".utf8) })
        bytes.replaceSubrange(signature..<(signature + 3), with: "ahu".utf8)
        let error = #expect(throws: BusError.self) { try MessageDecoding.arguments(ofMessage: bytes) }
        #expect(error?.code == .invalidArguments)
    }

    @Test func `a message's size is counted as libdbus makes it`() async throws {
        let values: [BusValue] = [
            .byte(1), .array(element: "t", []), .byte(2), .structure([.byte(1), .uint16(2), .string("abc")]),
            .dictionary(
                key: "y", value: "v", [.init(.byte(1), .variant(.uint64(1))), .init(.byte(2), .variant(.string("x")))]),
            .signature("ss"), .objectPath("/a"), .array(element: "a(d)", [.array(element: "(d)", [])]),
        ]
        let message = try BusMessage(destination: "a.b", path: "/", interface: "a.b", member: "M")
        try MessageWriter.write(values, to: message, limits: .standard)
        let body = message.bodySize
        // The header is allowed for with a fixed amount, so the limit is met exactly by the body and that amount.
        var limits = BusLimits.standard
        limits.messageSize = MessageWriter.headerAllowance + 8 + body
        let fitting = try BusMessage(destination: "a.b", path: "/", interface: "a.b", member: "M")
        try MessageWriter.write(values, to: fitting, limits: limits)
        limits.messageSize -= 1
        let tooLarge = try BusMessage(destination: "a.b", path: "/", interface: "a.b", member: "M")
        #expect(throws: BusError.self) { try MessageWriter.write(values, to: tooLarge, limits: limits) }
    }

    @Test(
        arguments: [
            .string("a\0b"), .array(element: "s", [.uint32(1)]), .array(element: "ss", []), .array(element: "", []),
            .structure([]), .variant(.structure([])), .dictionary(key: "v", value: "s", []),
            .dictionary(key: "s", value: "ss", []), .dictionary(key: "s", value: "s", [.init(.byte(1), .string(""))]),
            .dictionary(key: "s", value: "s", [.init(.string(""), .byte(1))]),
            .variant(.structure((0..<300).map { _ in .byte(1) })),
            .array(element: "(s)", [.structure([.string("a\0")])]),
        ] as [BusValue]) func `what D-Bus cannot carry is refused, and libdbus not provoked`(
            _ value: BusValue
        ) async throws
    {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("s"))
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Echo", [value]) }
            #expect(error?.code == .invalidArguments)
            let results = try await fixture.call("Echo", [.string("alive")])
            #expect(results == [.string("alive")])
        }
    }

    @Test func `too many arguments for a signature are refused`() async throws {
        try await BusFixture.with { fixture in
            let error = await #expect(throws: BusError.self) {
                _ = try await fixture.call("Echo", (0..<256).map { _ in .byte(1) })
            }
            #expect(error?.code == .limitsExceeded)
        }
    }

    @Test(arguments: ["", "no dots", "org.example.\0", "org..example", String(repeating: "a.b", count: 200)])
    func `invalid names are refused, and libdbus not provoked`(_ name: String) async throws {
        try await BusFixture.with { fixture in
            let client = fixture.client
            let errors = [
                await #expect(throws: BusError.self) {
                    _ = try await client.call(destination: name, path: "/", interface: "a.b", member: "M")
                },
                await #expect(throws: BusError.self) {
                    _ = try await client.call(destination: "a.b", path: "/", interface: name, member: "M")
                },
                await #expect(throws: BusError.self) {
                    _ = try await client.call(destination: "a.b", path: "/", interface: "a.b", member: name)
                },
                await #expect(throws: BusError.self) {
                    try await client.emit(signal: name, interface: "a.b", path: "/")
                },
                await #expect(throws: BusError.self) { try await client.emit(signal: "M", interface: name, path: "/") },
                await #expect(throws: BusError.self) {
                    try await client.emit(signal: "M", interface: "a.b", path: "/", destination: name)
                },
                await #expect(throws: BusError.self) { try await client.requestName(name) },
                await #expect(throws: BusError.self) { _ = try await client.owner(of: name) },
            ]
            #expect(errors.allSatisfy { $0?.code == .invalidArguments })
        }
    }

    @Test func `descriptors cross the bus both ways and stay open files of their own`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(
                ExportedMethod(name: "Swap", inputSignature: "ah", outputSignature: "hah") { call in
                    let descriptors = try [OwnedFileDescriptor](busValue: call.arguments[0])
                    let answer = try SealedMemory(bytes: Array("answer".utf8)).descriptor
                    return [answer.busValue, Array(descriptors.reversed()).busValue]
                })
            let memories = try (0..<15).map { try SealedMemory(bytes: Array("memory \($0)".utf8)) }
            let results = try await fixture.call("Swap", [memories.map(\.descriptor).busValue])
            let answer = try OwnedFileDescriptor(busValue: results[0])
            let swapped = try [OwnedFileDescriptor](busValue: results[1])
            #expect(contents(of: answer) == "answer")
            #expect(swapped.map(contents) == (0..<15).reversed().map { "memory \($0)" })
            #expect(swapped.allSatisfy { isClosedOnExecution($0) })
        }
    }

    @Test func `more descriptors than a bus passes are refused before they are sent`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("ah"))
            let descriptors = try (0..<17).map { _ in try OwnedFileDescriptor(duplicating: 0) }
            let error = await #expect(throws: BusError.self) {
                _ = try await fixture.call("Echo", [descriptors.busValue])
            }
            #expect(error?.code == .limitsExceeded)
            let results = try await fixture.call("Echo", [Array(descriptors.prefix(16)).busValue])
            #expect(results.count == 1)
        }
    }

    private func contents(of descriptor: OwnedFileDescriptor) -> String {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor.rawValue, &buffer, buffer.count, 0)
        return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }

    private func isClosedOnExecution(_ descriptor: OwnedFileDescriptor) -> Bool {
        fcntl(descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0
    }
}
