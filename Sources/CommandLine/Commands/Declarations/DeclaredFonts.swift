internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// Finds the files of declared fonts, or fetches fonts from their addresses if they have no files.
struct DeclaredFonts: Sendable {
    /// The directory to which relative paths refer.
    let directory: String
    /// The connection.
    let session: CommandSession
    /// The environment of this process.
    let variables: [String: String]
    /// The line that shows the progress.
    let progress: ProgressLine

    /// The fonts that were found, and the failures of the others.
    struct Found: Sendable {
        /// The paths that identify the fonts, in order; fetched fonts have addresses instead.
        var paths: [String] = []
        /// The fonts, by their path or address in ``paths``.
        var fonts: [String: FontDeclaration.Font] = [:]
        /// The files of the fetched fonts, which have the declared bytes.
        ///
        /// Other files are opened again when they are needed, because a process may have only a few files open at once.
        var files: [String: OwnedFileDescriptor] = [:]
        /// The addresses of the fetched fonts.
        var addresses: [String: String] = [:]
        /// The failures of the fonts that were not found.
        var failures: [CommandFailure] = []
    }

    /// Finds fonts.
    ///
    /// - Parameter fonts: The fonts, each with a file or an address.
    /// - Returns: The fonts whose bytes are as declared, and the failures of the others.
    /// - Throws: The failure that ends the command.
    func find(_ fonts: [FontDeclaration.Font]) async throws(CommandFailure) -> Found {
        var found = Found()
        var remote: [(font: FontDeclaration.Font, address: String)] = []
        for font in fonts {
            do throws(CommandFailure) {
                let path = font.file.map { DeclarationFile.path($0, in: directory) }
                do throws(CommandFailure) {
                    guard let path else { throw Self.noFile }
                    let file = try FontFile.open(path, followsLinks: true)
                    try check(try Self.digest(of: file, path), of: font, path)
                    found.add(font, nil, as: path)
                } catch {
                    guard error.exit == .notFound, let address = font.address else { throw error }
                    remote.append((font, address))
                }
            } catch {
                found.failures.append(error)
            }
        }
        try await fetch(remote, into: &found)
        return found
    }

    /// The failure of a font that has no file, and can only be fetched from its address.
    private static var noFile: CommandFailure {
        CommandFailure(.notFound, code: .fileNotFound, localized("Not installed, and no file or url is declared."))
    }

    /// Fetches fonts, and takes the fonts out of fetched archives and web fonts.
    private func fetch(
        _ remote: [(font: FontDeclaration.Font, address: String)], into found: inout Found
    ) async throws(CommandFailure) {
        guard !remote.isEmpty else { return }
        var addresses: [String] = []
        for (_, address) in remote where !addresses.contains(address) { addresses.append(address) }
        let downloads = try await RemoteFonts(session: session, progress: progress).fetch(addresses)
        let unpacked = try await ArchiveUnpacker(
            workers: .besideThisProgram(), for: .installation(expandsWebFonts: true), variables: variables
        ).unpack(addresses, opened: downloads, progress: progress)
        let expansion = WebFontExpansion(workers: .besideThisProgram())
        // The declared fonts that each address contains, the digests of all its fonts, and why some cannot be read.
        let declared = Dictionary(grouping: remote, by: \.address).mapValues { Set($0.map(\.font.digest)) }
        var contents: [String: [FontDigest: OwnedFileDescriptor]] = [:]
        var digests: [String: Set<FontDigest>] = [:]
        var failures: [String: CommandFailure] = [:]
        for refused in unpacked.refused { failures[refused.path] = CommandFailure(refused) }
        for path in unpacked.paths {
            let address = unpacked.members[path]?.archive ?? path
            do throws(CommandFailure) {
                let opened =
                    if let member = unpacked.members[path] { try member.open() } else { try downloads[path]?.get() }
                guard let opened else { continue }
                let file = try await expansion.expanded(opened, path: path)
                let digest = try Self.digest(of: file, path)
                digests[address, default: []].insert(digest)
                if declared[address]?.contains(digest) == true { contents[address, default: [:]][digest] = file }
            } catch {
                if error.endsCommand {
                    await expansion.end()
                    throw error
                }
                failures[address] = error
            }
        }
        await expansion.end()
        for (font, address) in remote {
            do throws(CommandFailure) {
                let here = digests[address] ?? []
                if let file = contents[address]?[font.digest] {
                    let path = found.fonts[address] == nil ? address : "\(address)#\(font.name)"
                    found.add(font, file, as: path)
                    found.addresses[path] = address
                } else if here.count == 1, let digest = here.first {
                    try check(digest, of: font, address)
                } else {
                    throw failures[address]
                        ?? CommandFailure(
                            .failure, code: .invalidFontData,
                            localized(
                                "No font at this address has the SHA-256 %1, which is declared for %2.",
                                font.digest.hexadecimal, font.name), item: address)
                }
            } catch {
                found.failures.append(error)
            }
        }
    }

    private static func digest(of file: OwnedFileDescriptor, _ path: String) throws(CommandFailure) -> FontDigest {
        do throws(Errno) {
            return try FileDigest.of(file)
        } catch {
            throw CommandFailure(
                .failure, code: .insufficientPermissions, localized("Cannot be read: %1.", "\(error)"), item: path)
        }
    }

    /// Checks that a file has the declared bytes.
    private func check(_ digest: FontDigest, of font: FontDeclaration.Font, _ path: String) throws(CommandFailure) {
        guard digest != font.digest else { return }
        throw CommandFailure(
            .failure, code: .invalidFontData,
            localized(
                "The SHA-256 is %1, but %2 is declared for %3.", digest.hexadecimal, font.digest.hexadecimal,
                font.name), item: path)
    }
}

extension DeclaredFonts.Found {
    fileprivate mutating func add(_ font: FontDeclaration.Font, _ file: OwnedFileDescriptor?, as path: String) {
        guard fonts.updateValue(font, forKey: path) == nil else { return }
        paths.append(path)
        files[path] = file
    }
}
