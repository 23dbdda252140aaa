internal import CFontconfig
internal import Glibc
internal import Typecase

/// An application that does with the library what the lines of its standard input say, for tests that need a process of
/// its own: fontconfig has one configuration for each.
///
/// The words of a line are separated by tabs. Each line is answered with one.
@main
enum Main {
    static func main() async {
        while let line = readLine() {
            let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            do {
                print(try await Commands.run(words[0], Array(words.dropFirst())))
            } catch let error as FontManagerError {
                print("error \(error.code)")
            } catch let error as FontCacheError {
                print("error \(error.code)")
            } catch {
                print("error \(error)")
            }
            // Somebody waits for each answer.
            fflush(nil)
        }
    }
}

/// What a line can ask for.
@MainActor
enum Commands {
    private static let manager = FontManager.shared
    /// What shows a window, once there is one.
    private static var toolkit: Toolkit?
    /// What the last line that made a font has made.
    private static var font: Font?
    private static var cache = FontCache.shared
    private static var changes: FontChanges.Iterator?
    /// What was begun and is not waited for.
    private static var registering: Task<RegisteredFont, any Error>?
    private static var categories: AsyncStream<ContentSizeCategory>.Iterator?

    static func run(_ verb: String, _ words: [String]) async throws -> String {
        switch verb {
        case "font":
            var configuration = FontCache.Configuration()
            configuration.resourceDirectories = [words[0]]
            configuration.applicationID = words.count > 2 && !words[2].isEmpty ? words[2] : nil
            configuration.scope = words.count > 3 ? FontScope(rawValue: words[3]) ?? .process : .process
            configuration.fallback = .family("sans-serif")
            cache = FontCache(configuration)
            let font = try await Font(descriptor: NamedAppFont(words[1]), size: 12, cache: cache)
            Self.font = font
            return "\(font.postscriptName) \(font.pointSize)"
        case "family":
            return font?.familyName ?? "none"
        case "again":
            return try await Font(descriptor: NamedAppFont(words[0]), size: 12, cache: cache).postscriptName
        case "contend":
            return try await contend(words)
        case "remote-font":
            var configuration = FontCache.Configuration()
            configuration.scope = FontScope(rawValue: words[3]) ?? .process
            let cache = FontCache(configuration)
            let descriptor = NamedAppFont(
                words[1], source: .remote(words[0], sha256: words[2].isEmpty ? nil : words[2]))
            let names = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<(Int(words[4]) ?? 1) {
                    group.addTask { try await Font(descriptor: descriptor, size: 12, cache: cache).postscriptName }
                }
                var names: [String] = []
                for try await name in group { names.append(name) }
                return names
            }
            return "\(Set(names).sorted().joined(separator: ", ")) \(names.count)"
        case "remote":
            let font = try await manager.registerFont(
                from: words[0], sha256: words[1].isEmpty ? nil : words[1],
                scope: FontScope(rawValue: words[2]) ?? .process)
            return names(font)
        case "first-font":
            var configuration = FontCache.Configuration()
            configuration.resourceDirectories = [words[0]]
            configuration.scope = FontScope(rawValue: words[2]) ?? .process
            let descriptor = NamedAppFont(words[1])
            // As after the first text of a toolkit.
            if words.count > 3, words[3] == "loaded", FcInit() == 0 { return "failed" }
            let start = ContinuousClock.now
            _ = try await Font(descriptor: descriptor, size: 12, cache: FontCache(configuration))
            return "\(start.duration(to: .now) / .microseconds(1))"
        case "time-fontconfig":
            // What every program that draws text waits for, whatever it draws with.
            let start = ContinuousClock.now
            return FcInit() != 0 ? "\(start.duration(to: .now) / .microseconds(1))" : "failed"
        case "time-launch":
            var configuration = FontCache.Configuration()
            configuration.applicationID = words[0]
            let start = ContinuousClock.now
            let results = try await FontCache(configuration).registerLaunchFonts()
            // What the first text waits for in any case, where there were no launch fonts to wait for it.
            guard FcInit() != 0 else { return "no fontconfig" }
            let time = start.duration(to: .now) / .microseconds(1)
            return results.allSatisfy { (try? $0.get()) != nil } ? "\(time) \(results.count)" : "refused"
        case "time-on-demand":
            // The time of the first font, and of all of them one after the other.
            var configuration = FontCache.Configuration()
            configuration.resourceDirectories = [words[0]]
            // As launch fonts do not wait for it either.
            configuration.followsTextSize = false
            let cache = FontCache(configuration)
            let start = ContinuousClock.now
            var times: [Double] = []
            for name in words.dropFirst() {
                _ = try await Font(descriptor: NamedAppFont(name), size: 12, cache: cache)
                times.append(start.duration(to: .now) / .microseconds(1))
            }
            return "\(times.first ?? 0) \(times.last ?? 0)"
        case "time-burst":
            var configuration = FontCache.Configuration()
            configuration.resourceDirectories = [words[0]]
            configuration.scope = FontScope(rawValue: words[2]) ?? .process
            let cache = FontCache(configuration)
            // The same bytes may lie there under other names too.
            let descriptors = ([words[1]] + words.dropFirst(4)).map { NamedAppFont(words[1], fileName: $0) }
            let start = ContinuousClock.now
            let tasks = (0..<(Int(words[3]) ?? 1)).map { index in
                Task.detached {
                    try await Font(descriptor: descriptors[index % descriptors.count], size: 12, cache: cache).face
                }
            }
            var faces: [FontFace] = []
            for task in tasks { faces.append(try await task.value) }
            let time = start.duration(to: .now) / .microseconds(1)
            // An id of process scope is made of the bytes: however often they are registered, it is one.
            let count =
                configuration.scope == .process
                ? applicationFaces(of: words[1]) : Set(faces.map(\.id)).count
            return "\(time) \(count)"
        case "follow-text-size":
            let stream = manager.contentSizeCategories()
            categories = stream.makeAsyncIterator()
            var category = await nextCategory()
            // Whichever come before the one that is waited for.
            while let wanted = words.first, !category.hasPrefix("\(wanted) ") { category = await nextCategory() }
            return category
        case "next-text-size":
            return await nextCategory()
        case "postscript-name":
            return try await manager.faces(inFileAt: words[0]).first?.postscriptName ?? ""
        case "auto-activation":
            let id = words[0].isEmpty ? nil : words[0]
            if words.count > 1, let setting = AutoActivationSetting(rawValue: words[1]) {
                try await manager.setAutoActivation(setting, for: id)
            }
            return try await manager.autoActivationSetting(for: id).rawValue
        case "match-activating":
            let descriptor = FontDescriptor(name: words[1])
            let faces =
                if words.count > 2 {
                    try await manager.matchingFaces(for: [descriptor], activatingFontsOf: words[0]) { fonts in
                        words[2] == "yes" && !fonts.isEmpty
                    }
                } else {
                    try await manager.matchingFaces(
                        for: [descriptor], activatingFontsOf: words[0].isEmpty ? nil : words[0])
                }
            return faces.first??.postscriptName ?? "none"
        case "pause":
            // Longer than a configuration that has just been loaded counts as one that nobody uses.
            try await Task.sleep(for: .milliseconds(200))
            return "done"
        case "begin-register":
            registering = Task.detached { try await FontManager.shared.registerFont(at: words[0], scope: .process) }
            return "begun"
        case "wait":
            return "done"
        case "follow":
            changes = manager.changes(since: words.first.flatMap { UInt64($0) }).makeAsyncIterator()
            return "done"
        case "changes":
            guard var iterator = changes else { return "nobody follows" }
            let set = await iterator.next()
            changes = iterator
            return set.map { set in
                set.isComplete ? set.changes.map { "\($0.kind.rawValue)" }.joined(separator: " ") : "incomplete"
            } ?? "none"
        case "available":
            return try await font?.isAvailable() == true ? "yes" : "no"
        case "resolve":
            let font = try await font?.resolved()
            return font.map { "\($0.familyName)\($0.isFallback ? " fallback" : "")" } ?? "none"
        case "launch":
            let results = try await cache.registerLaunchFonts()
            return results.map { result in
                switch result {
                case .success(let font): names(font)
                case .failure(let error): error.code.name
                }
            }.joined(separator: " ")
        case "launch-fonts":
            var configuration = FontCache.Configuration()
            configuration.applicationID = words[0]
            cache = FontCache(configuration)
            return try await cache.registerLaunchFonts().map { names(try $0.get()) }.joined(separator: " ")
        case "show":
            guard var toolkit = Toolkit() else { return "no GTK" }
            toolkit.show(words[0], styleSheet: words[1], labels: Array(words.dropFirst(2)))
            self.toolkit = toolkit
            return toolkit.fonts.joined(separator: ", ")
        case "draw":
            guard let toolkit else { return "no GTK" }
            print(toolkit.fonts.joined(separator: ", "))
            fflush(nil)
            toolkit.run()
        case "link":
            return symlink(words[0], words[1]) == 0 ? "done" : "failed"
        case "delete":
            return unlink(words[0]) == 0 ? "done" : "failed"
        case "register":
            let font = try await manager.registerFont(
                at: words[1], scope: FontScope(rawValue: words[0]) ?? .process, enabled: words.count < 3)
            return "\(names(font)) \(font.scope) \(font.wasAlreadyRegistered ? "known" : "new")"
        case "register-all":
            let results = try await manager.registerFonts(
                at: Array(words.dropFirst()), scope: FontScope(rawValue: words[0]) ?? .process)
            return "\(results.count { (try? $0.get()) != nil })"
        case "lease":
            var options = FontRegistrationOptions()
            options.lease = FontLease(handle: words[0], duration: .seconds(3600))
            let results = try await manager.registerFonts(at: Array(words.dropFirst()), options: options)
            return "\(results.count { (try? $0.get()) != nil })"
        case "end-lease":
            try await manager.endLease(words[0])
            return "done"
        case "register-bytes":
            let font = try await manager.registerFont(
                data: bytes(of: words[1]), scope: FontScope(rawValue: words[0]) ?? .process, enabled: words.count < 3)
            return "\(names(font)) \(font.path ?? "no path") \(font.wasAlreadyRegistered ? "known" : "new")"
        case "register-assets":
            let results = try await manager.registerFonts(
                withAssetNames: Array(words.dropFirst(2)), of: words[1],
                scope: FontScope(rawValue: words[0]) ?? .process)
            return results.map { result in
                switch result {
                case .success(let fonts): fonts.map(names).joined(separator: " ")
                case .failure(let error): "\(error.code.name)\(error.item.map { " \($0)" } ?? "")"
                }
            }.joined(separator: ", ")
        case "own-assets":
            return try await manager.registerOwnAssets(Array(words.dropFirst(2)), words[0], id: words[1])
        case "resource": return try await ResourceAccess.text(of: words[0], words[1])
        case "explain-assets":
            return try await manager.explanations(ofAssets: Array(words.dropFirst()), of: words[0])
        case "register-named":
            let results = try await manager.registerFonts(
                [FontDescriptor(name: words[1])], scope: FontScope(rawValue: words[0]) ?? .process)
            return try results.map { "\(try $0.get().count)" }.joined()
        case "unregister":
            let errors = try await manager.unregisterFonts(
                at: [words[1]], scope: FontScope(rawValue: words[0]) ?? .process)
            return errors.first.map { "error \($0.code)" } ?? "done"
        case "unregister-named":
            let errors = try await manager.unregisterFonts(
                [FontDescriptor(name: words[1])], scope: FontScope(rawValue: words[0]) ?? .process)
            return errors.first.map { "error \($0.code)" } ?? "done"
        case "own":
            let fonts = try await manager.registeredFonts(scope: FontScope(rawValue: words[0]))
            return fonts.map { names($0) }.sorted().joined(separator: ", ")
        case "open":
            let font = try await manager.registeredFonts().first { names($0) == words[0] }
            return try await manager.data(ofFont: font?.id ?? "") == bytes(of: words[1]) ? "the same" : "another"
        case "rights":
            return try await manager.rights()[FontRight(rawValue: words[0])]?.rawValue ?? "unknown"
        case "request-rights":
            let standings = try await manager.requestRights(Set(words.map { FontRight(rawValue: $0) }))
            return standings.map { "\($0.key.rawValue) \($0.value.rawValue)" }.sorted().joined(separator: ", ")
        case "request": return try await FontRequests.describe(words, manager)
        case "found-font": return try await FontRequests.font(words[0], requesting: words.count > 1)
        case "text-size":
            return try await manager.contentSizeCategory().rawValue
        case "details":
            var filter = FontFaceFilter(familyName: words[0])
            filter.source = FontSource(rawValue: words[1])
            let faces = try await manager.availableFaces(matching: filter, includingDetails: true)
            return faces.map { $0.details.map(text) ?? "none" }.joined(separator: ", ")
        case "forget":
            let fonts = try await manager.registeredFonts(scope: .process).filter { names($0) == words[0] }
            let errors = try await manager.unregisterFonts(ids: fonts.map(\.id))
            return errors.first.map { "error \($0.code)" } ?? "done"
        case "size":
            let font = try await manager.registeredFonts(scope: .process).first { names($0) == words[0] }
            return "\(try await manager.data(ofFont: font?.id ?? "").count)"
        case "faces":
            var filter = FontFaceFilter(familyName: words[0])
            if words[0].isEmpty { filter.familyName = nil }
            filter.source = words.count > 1 ? FontSource(rawValue: words[1]) : nil
            filter.languages = Array(words.dropFirst(2))
            return try await manager.availableFaces(matching: filter).map { "\($0.source) \($0.postscriptName)" }
                .joined(separator: ", ")
        case "disable", "enable":
            let fonts = try await manager.registeredFonts(scope: .process)
            let ids = fonts.filter { names($0) == words[0] }.map(\.id)
            let errors = try await verb == "enable" ? manager.enableFonts(ids: ids) : manager.disableFonts(ids: ids)
            return errors.first.map { "error \($0.code)" } ?? "done"
        case "disable-named", "enable-named":
            let descriptors = words.map { FontDescriptor(name: $0) }
            let errors =
                try await verb == "enable-named"
                ? manager.enableFonts(descriptors) : manager.disableFonts(descriptors)
            return errors.first.map { "error \($0.code)" } ?? "done"
        case "list":
            let fonts = try await manager.registeredFonts(scope: .process)
            return fonts.map { "\(names($0))\($0.isEnabled ? "" : " disabled")" }.sorted().joined(separator: ", ")
        case "match":
            var descriptor = FontDescriptor(name: words[0])
            descriptor.source = words.count > 1 ? FontSource(rawValue: words[1]) : nil
            let face = try await manager.matchingFace(for: descriptor)
            return face.map { "\($0.source) \($0.postscriptName)" } ?? "none"
        case "match-like":
            let (descriptor, mandatory) = descriptor(words)
            guard let face = try await manager.matchingFaces(for: [descriptor], mandatory: mandatory)[0] else {
                return "none"
            }
            let place = face.variation.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return ([face.familyName, face.namedInstance ?? face.styleName] + place).joined(separator: " ")
        case "families":
            return try await manager.availableFamilyNames().joined(separator: ", ")
        case "sorted":
            return words.sorted(by: FontManager.isFamilyName(_:before:)).joined(separator: ", ")
        case "system":
            let design = SystemFont.Design(rawValue: words[1]) ?? .default
            let font = Font.system(
                size: Double(words[0]) ?? 0, weight: SystemFont.Weight(rawValue: Double(words[2]) ?? 0), design: design)
            return "\(font.postscriptName) \(font.face.weight) \(font.pointSize) \(font.face.source) \(font.face.id)"
        case "named":
            guard let font = Font(named: words[0], size: 17) else { return "none" }
            Self.font = font
            return "\(font.postscriptName) \(font.familyName) \(font.pointSize) \(font.face.source)"
        case "mask":
            let font = FontDescriptor(familyName: words[0])
            let run = TextMask.Run("ABC", font: font, size: 20, textStyle: nil)
            let mask = TextMask(Array(repeating: run, count: words.count > 1 ? Int(words[1]) ?? 1 : 1))
            let picture = try await mask.picture()
            let isInked = picture.withBytes { $0.contains { $0 > 0 } }
            return "\(picture.measures.lineCount) \(picture.measures.missingGlyphCount) \(isInked)"
        case "kit":
            FontCache.shared.traits.category = try ContentSizeCategory(name: words[0])
            return SystemKit.all.map { "\($0.postscriptName) \($0.pointSize)" }.joined(separator: ", ")
        case "icons": return try await ApplicationIcons.describe(Application(manager))
        case "icon": return try await ApplicationIcons.set(words, Application(manager))
        case "application":
            return try await manager.applicationID() ?? "none"
        case "scope":
            return try await manager.scope(ofFontAt: words[0])?.rawValue ?? "none"
        case "describe":
            return try await manager.faces(inFileAt: words[0]).map(\.fullName).joined(separator: ", ")
        case "instances":
            let instances = try await manager.faces(inFileAt: words[0]).flatMap(\.namedInstances)
            return instances.map { instance in
                ([instance.postscriptName, instance.name] + ["wght", "wdth"].map { "\(instance.variation[$0] ?? 0)" })
                    .joined(separator: " ")
            }.joined(separator: ", ")
        case "describe-bytes":
            return try await manager.faces(in: bytes(of: words[0])).map(\.fullName).joined(separator: ", ")
        case "fontconfig":
            return FontconfigUser.family(for: words[0])
        case "fontconfig-file":
            return FontconfigUser.file(for: words[0])
        case "reload":
            return FontconfigUser.reload() ? "done" : "failed"
        case "own-configuration":
            return FontconfigUser.add(configurationFile: words[0]) ? "done" : "failed"
        case "register-amid-reloads":
            return try await register(words, amid: FontconfigUser.reload)
        case "register-amid-searches":
            return try await register(words, amid: FontconfigUser.search)
        case "adapter":
            // A library with the adapter for GTK 4.
            return (toolkit ?? Toolkit())?.call(words[1], of: words[0]) == true ? "done" : "no adapter"
        default:
            return "unknown verb"
        }
    }

    /// Reads a descriptor, and what of it is mandatory, from words such as `languages=he,en` and `variation=wght:650`.
    private static func descriptor(_ words: [String]) -> (FontDescriptor, Set<FontDescriptor.Attribute>) {
        var descriptor = FontDescriptor()
        var mandatory: Set<FontDescriptor.Attribute> = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let values = parts[1].split(separator: ",").map(String.init)
            switch parts[0] {
            case "name": descriptor.name = parts[1]
            case "style": descriptor.styleName = parts[1]
            case "weight": descriptor.weight = Double(parts[1])
            case "width": descriptor.width = Double(parts[1])
            case "bold": descriptor.isBold = parts[1] == "yes"
            case "italic": descriptor.isItalic = parts[1] == "yes"
            case "slant": descriptor.slant = FontSlant(rawValue: parts[1])
            case "monospace": descriptor.isMonospace = parts[1] == "yes"
            case "source": descriptor.source = FontSource(rawValue: parts[1])
            case "languages": descriptor.languages = values
            case "characters": descriptor.characters = parts[1]
            case "mandatory": mandatory = Set(values.compactMap { FontDescriptor.Attribute(rawValue: $0) })
            case "variation":
                for value in values {
                    let axis = value.split(separator: ":").map(String.init)
                    descriptor.variation[axis[0]] = Double(axis[1])
                }
            default: preconditionFailure("\(word) is no attribute of this program")
            }
        }
        return (descriptor, mandatory)
    }

    /// The next category, and when it was known, by the clock that all processes share, in nanoseconds.
    private static func nextCategory() async -> String {
        guard var iterator = categories else { return "nobody follows" }
        let category = await iterator.next(isolation: #isolation)
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        categories = iterator
        return "\(category?.rawValue ?? "none") \(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))"
    }

    private static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    /// All that is told of a face, in one order.
    private static func text(_ details: FontFaceDetails) -> String {
        [
            details.familyNames.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "+"),
            details.languages.joined(separator: "+"), details.scripts.joined(separator: "+"),
            details.axes.map { "\($0.tag)=\($0.minimum)/\($0.defaultValue)/\($0.maximum)" }.joined(separator: "+"),
            details.format ?? "", details.colorTables.joined(separator: "+"), details.version, details.foundry,
            details.license, details.embedding, details.glyphCount.map { "\($0)" } ?? "",
        ].joined(separator: "|")
    }

    private static func names(_ font: RegisteredFont) -> String {
        font.faces.map(\.postscriptName).joined(separator: "+")
    }

    /// How many faces with a PostScript name fontconfig has among the fonts of this process.
    private static func applicationFaces(of name: String) -> Int {
        guard let set = FcConfigGetFonts(nil, FcSetApplication), let fonts = set.pointee.fonts else { return 0 }
        // Places to spare hold a font that is there anyway.
        var known: Set<OpaquePointer> = []
        return (0..<Int(set.pointee.nfont)).count { position in
            var text: UnsafeMutablePointer<UInt8>?
            var index: Int32 = 0
            var isVariable: FcBool = 0
            guard let pattern = fonts[position], known.insert(pattern).inserted,
                FcPatternGetInteger(pattern, FC_INDEX, 0, &index) == FcResultMatch,
                FcPatternGetString(pattern, FC_POSTSCRIPT_NAME, 0, &text) == FcResultMatch
            else { return false }
            FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable)
            // A variable face has a pattern for its whole range too, and one for each named instance.
            return FcStrCmp(text, name) == 0 && isVariable == 0 && index >> 16 == 0
        }
    }

    /// Registers and unregisters fonts over and over, while another thread goes on doing something.
    private static func register(_ words: [String], amid other: @escaping @Sendable () -> Bool) async throws -> String {
        let others = Task.detached {
            var count = 0
            while !Task.isCancelled { count += other() ? 1 : 0 }
            return count
        }
        for _ in 0..<(Int(words[0]) ?? 1) {
            for path in words.dropFirst() {
                _ = try await manager.registerFont(at: path, scope: .process)
                let errors = try await manager.unregisterFonts(at: [path], scope: .process)
                if let error = errors.first { throw error }
                _ = try await manager.registerFont(at: path, scope: .process)
            }
        }
        others.cancel()
        return await others.value > 0 ? "done" : "nothing was done meanwhile"
    }
}
