internal import FontModel
internal import Foundation
internal import TestSupport
internal import Testing

/// Archives of fonts, as a user has them.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct ArchiveTests {
    @Test("The fonts of an archive are installed, the forms that desktops use, and the rest is named")
    func formats() async throws {
        try await RunningDaemon.run { daemon in
            for format in ArchiveBuilder.Format.allCases {
                let family = "Archived \(format.rawValue.replacing(".", with: " "))"
                let archive = try daemon.home.scratch.write(
                    ArchiveBuilder([
                        .init("\(family)/ttf/Regular.ttf", makeFont(family)),
                        .init("\(family)/webfonts/Regular.woff", WOFFBuilder(of: makeFont(family)).build()),
                        .init("\(family)/ttf/._Regular.ttf", [0, 5, 22, 7]), .init("\(family)/OFL.txt", [65]),
                        .init("\(family)/source.zip", [80, 75]),
                    ]).build(format), to: "given/fonts.\(format.rawValue)")
                let installed = try await daemon.typecase("install", archive)
                #expect(installed.termination == .exited(0), "\(installed.standardError)")
                #expect(installed.standardOutput.contains("Installed \(family) Regular 1.000 as "))
                #expect(
                    installed.standardOutput.contains("Ignored in \(archive): \(family)/webfonts/Regular.woff ("))
                #expect(installed.standardOutput.contains("\(family)/source.zip (archives in the archive"))
                #expect(!installed.standardOutput.contains("._Regular"))
                #expect(try await daemon.fontconfigFamilies().contains(family))
                #expect(try await daemon.typecase("install", archive).termination == .exited(2))
            }
        }
    }

    @Test("Who wants another form of a font in an archive is told how to install it")
    func otherForm() async throws {
        try await RunningDaemon.run { daemon in
            let advice = "typecase unpack --all"
            var variable = FontBuilder(family: "Forms")
            variable.axes = [.init(tag: "wght", minimum: 400, defaultValue: 400, maximum: 900)]
            let both = try daemon.home.scratch.write(
                ArchiveBuilder([
                    .init("static.ttf", makeFont("Forms")), .init("variable.ttf", variable.build()),
                ]).build(.zip), to: "given/both.zip")
            let installed = try await daemon.typecase("install", both)
            #expect(installed.standardOutput.contains("Ignored in \(both): variable.ttf ("), "\(installed)")
            #expect(installed.standardOutput.contains(advice), "\(installed)")
            // All forms are written, and installed as any file.
            let directory = daemon.home.scratch["forms"]
            let unpacked = try await daemon.typecase("unpack", "--all", both, directory)
            #expect(
                unpacked.standardOutput == "\(directory)/static.ttf\n\(directory)/variable.ttf\n", "\(unpacked)")
            #expect(try readAll("\(directory)/variable.ttf") == variable.build())
            let web = try daemon.home.scratch.write(
                ArchiveBuilder([
                    .init("web.ttf", makeFont("Web")), .init("web.woff", WOFFBuilder(of: makeFont("Web")).build()),
                ]).build(.zip), to: "given/web.zip")
            #expect(try await !daemon.typecase("install", web).standardOutput.contains(advice))
        }
    }

    @Test("An archive is unpacked to files of distinct names, without a service, and nothing is written over")
    func unpacking() async throws {
        let home = try ScratchHome()
        func unpack(_ arguments: String...) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(
                BuildProducts.executable("typecase"), ["unpack"] + arguments, environment: home.environment)
        }
        let archive = try home.scratch.write(
            ArchiveBuilder([
                .init("a/Regular.ttf", makeFont("First")), .init("b/REGULAR.ttf", makeFont("Second")),
                .init("b/web.woff", WOFFBuilder(of: makeFont("Third")).build()), .init("../up.ttf", makeFont("Up")),
                .init("OFL.txt", [65]),
            ]).build(.zip), to: "given/fonts.zip")
        let directory = home.scratch["fonts"]
        let first = try await unpack("--json", archive, directory)
        #expect(first.termination == .exited(1) && first.standardError.contains("up.ttf"), "\(first)")
        #expect(first.standardOutput.contains(#""file": "\#(directory)/REGULAR-2.ttf""#), "\(first)")
        #expect(first.standardOutput.contains(#""passed_over""#), "\(first)")
        #expect(try readAll("\(directory)/Regular.ttf") == makeFont("First"))
        #expect(try readAll("\(directory)/REGULAR-2.ttf") == makeFont("Second"))
        let again = try await unpack(archive, directory)
        #expect(again.termination == .exited(1) && again.standardError.contains("--force"), "\(again)")
        let web = try home.scratch.write(
            ArchiveBuilder([.init("web.woff", WOFFBuilder(of: makeFont("Web")).build())]).build(.zip),
            to: "given/web.zip")
        let refused = try await unpack(web, directory)
        #expect(refused.termination == .exited(1) && refused.standardError.contains("--convert"), "\(refused)")
        let converted = try await unpack("--convert", web, directory)
        #expect(converted.standardOutput.contains("\(directory)/web.ttf\n"), "\(converted)")
        #expect(try readAll("\(directory)/web.ttf").prefix(4) == [0, 1, 0, 0])
        #expect(FileManager.default.contents(atPath: home.scratch["up.ttf"]) == nil)
        let other = try await unpack(home.scratch.write("text", to: "given/text.zip"), directory)
        #expect(other.termination == .exited(1) && other.standardError.contains("not an archive"), "\(other)")
    }

    @Test("A bad entry is refused by name with a reason, and the others are installed; a bad archive installs nothing")
    func refusals() async throws {
        struct Failure: Decodable {
            var error: String
            var item: String
        }
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            let archive = try scratch.write(
                ArchiveBuilder([
                    .init("../up.ttf", makeFont("Up")), .init("good.ttf", makeFont("Good")),
                    .init("bad.ttf", [1, 2, 3]),
                    .init("link.ttf", linkTo: "/etc/passwd"),
                ]).build(.gzippedTar), to: "given/mixed.tgz")
            let mixed = try await daemon.typecase("install", "--json", archive)
            #expect(mixed.termination == .exited(1))
            let failures = try mixed.standardError.split(separator: "\n").map {
                try JSONDecoder().decode(Failure.self, from: Data($0.utf8))
            }
            #expect(
                Dictionary(uniqueKeysWithValues: failures.map { ($0.item, $0.error) }) == [
                    "\(archive)/../up.ttf": "org.typecase.Error.InvalidFontData",
                    "\(archive)/link.ttf": "org.typecase.Error.InvalidFontData",
                    "\(archive)/bad.ttf": "org.typecase.Error.UnrecognizedFormat",
                ])
            #expect(mixed.standardOutput.contains(#""entry": "good.ttf""#))
            #expect(mixed.standardOutput.contains(#""archive": "\#(archive)""#))
            #expect(try await daemon.fontconfigFamilies() == ["Good"])

            let sound = ArchiveBuilder([.init("one.ttf", makeFont("One")), .init("two.ttf", makeFont("Two"))])
            let cut = try scratch.write(Array(sound.build(.xzTar).dropLast(300)), to: "given/cut.tar.xz")
            let damaged = try await daemon.typecase("install", cut)
            #expect(damaged.termination == .exited(1))
            #expect(damaged.standardError.contains("The archive is damaged"))
            #expect(try await daemon.fontconfigFamilies() == ["Good"])
        }
    }

    @Test("Archives in directories are seen with --archives only; web fonts alone are expanded with --convert only")
    func options() async throws {
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            try scratch.write(
                ArchiveBuilder([.init("web.woff", WOFFBuilder(of: makeFont("From The Web")).build())]).build(.sevenZip),
                to: "given/web.7z")
            let none = try await daemon.typecase("install", scratch["given"])
            #expect(none.termination == .exited(2))
            let refused = try await daemon.typecase("install", "--archives", scratch["given"])
            #expect(refused.termination == .exited(1))
            #expect(refused.standardError.contains("typecase install --convert"))
            let installed = try await daemon.typecase("install", "--archives", "--convert", scratch["given"])
            #expect(installed.termination == .exited(0), "\(installed.standardError)")
            #expect(try await daemon.fontconfigFamilies() == ["From The Web"])
        }
    }

    @Test("An archive of more than 16 fonts is one change")
    func many() async throws {
        try await RunningDaemon.run { daemon in
            let entries = (10..<50).map { ArchiveBuilder.Entry("Many \($0).ttf", makeFont("Many \($0)")) }
            let archive = try daemon.home.scratch.write(ArchiveBuilder(entries).build(.zip), to: "given/many.zip")
            let installed = try await daemon.typecase("install", archive)
            #expect(installed.termination == .exited(0), "\(installed.standardError)")
            #expect(try await daemon.fontconfigFamilies() == Set((10..<50).map { "Many \($0)" }))
        }
    }
}
