internal import Foundation

/// Makes `Sources/Client/BusInterface/Generated` from the interface descriptions in `dbus`.
@main
enum Main {
    static func main() {
        do {
            let options = try GeneratorOptions(Array(CommandLine.arguments.dropFirst()))
            if options.showsHelp {
                print(GeneratorOptions.usage, terminator: "")
            } else {
                try run(options)
            }
        } catch let error as GeneratorError {
            report("error: \(error.message)")
            exit(1)
        } catch {
            report("error: \(error)")
            exit(1)
        }
    }

    private static func run(_ options: GeneratorOptions) throws {
        let interfaces = try InterfaceReader.readAll(in: options.input)
        var files: [String: String] = [:]
        for interface in interfaces {
            files[interface.shortName + "Names.swift"] = try NamesWriter(interface).text()
            files.merge(ServiceWriter(interface).files) { $1 }
            files.merge(DivisionWriter(interface).files) { $1 }
            files[interface.shortName + "Refusal.swift"] = RefusalWriter(interface).text
            files.merge(ClientWriter(interface).files) { $1 }
            files[interface.shortName + "Interface.swift"] = try ExportWriter(interface).text()
        }
        let directory = GeneratedDirectory(path: options.output)
        if options.checks {
            let differences = try directory.differences(from: files)
            for difference in differences { report(difference) }
            if !differences.isEmpty {
                throw GeneratorError("\(options.output) is out of date; run: swift run BusInterfaceGenerator")
            }
        } else {
            try directory.write(files)
        }
    }

    private static func report(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }
}
