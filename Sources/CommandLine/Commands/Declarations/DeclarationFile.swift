internal import FontModel
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// A declaration that was read, and the directory of its files.
struct DeclarationFile: Sendable {
    /// The declaration.
    let declaration: FontDeclaration
    /// The directory to which relative paths in it refer.
    let directory: String

    /// Reads a declaration.
    ///
    /// - Parameters:
    ///   - path: The file, or `-`.
    ///   - environment: The environment with the standard input.
    /// - Returns: The declaration.
    /// - Throws: An error if it cannot be read, or the first fault in it.
    static func read(_ path: String, _ environment: CommandEnvironment) async throws(CommandFailure) -> DeclarationFile
    {
        let bytes: [UInt8]
        if path == StandardInput.argument {
            bytes = try await environment.input.bytes(limit: FontDeclaration.maximumSize)
        } else {
            let file = try FontFile.open(path, followsLinks: true)
            do throws(Errno) {
                bytes = try file.contents(limit: FontDeclaration.maximumSize)
            } catch .fileTooLarge {
                throw CommandFailure(
                    .failure, code: .exceededResourceLimit,
                    localized(
                        "The file is too large: a declaration may have at most %1 bytes.", FontDeclaration.maximumSize),
                    item: path)
            } catch {
                throw CommandFailure(
                    .failure, code: .insufficientPermissions, localized("Cannot be read: %1.", "\(error)"), item: path)
            }
        }
        let (declaration, faults) = FontDeclaration.read(bytes)
        if let first = faults.first {
            let others = faults.count - 1
            let more =
                others > 0
                ? " " + localized("There is 1 more error.", "There are %1 more errors.", count: others) : ""
            throw CommandFailure(.failure, code: .insufficientInfo, "\(first)\(more)", item: path)
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let directory = parts.joined(separator: "/")
        return DeclarationFile(
            declaration: declaration, directory: parts.isEmpty ? "." : directory.isEmpty ? "/" : directory)
    }

    /// The path of a file that a declaration names.
    static func path(_ file: String, in directory: String) -> String {
        file.hasPrefix("/") ? file : UserPlaces.joined(directory, file)
    }
}
