internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import Glibc
internal import Registry

/// Reads the filters, options and descriptors of `org.typecase.FontManager1` and `org.typecase.Management1`.
///
/// A key of the wrong type causes `InvalidArgs`; an unknown key is ignored.
enum FontFilters {
    /// The default number of rows of a page.
    static let standardPageSize = 100

    /// The default number of families of a page.
    static let standardFamilyPageSize = 1000

    /// The most descriptors or ids in one call.
    static let maximumItems = 1000

    /// The most files that one call may replace: every copy of 16 fonts, with some reserve.
    static let maximumReplacedFiles = 4096

    /// The longest path in bytes; each byte of the path may be an escape of four.
    static let maximumPathLength = 4 * Int(PATH_MAX)

    /// The longest `request_id` in bytes.
    static let maximumRequestIDLength = 255

    /// The most languages in a filter or a descriptor.
    static let maximumLanguages = 32
    /// The most words or scripts in a filter.
    static let maximumWords = 32
    /// The longest word or script in bytes.
    static let maximumWordLength = 256

    /// The longest BCP 47 tag in bytes, far longer than any registered one.
    static let maximumLanguageLength = 64

    /// The longest text from a caller in bytes.
    static let maximumTextLength = 1024

    /// The caller's name for its call; `nil` if there is none.
    static func requestID(_ options: BusDictionary) throws(BusError) -> String? {
        let name = try text(options, "request_id", maximumLength: maximumRequestIDLength)
        return name?.isEmpty == true ? nil : name
    }

    /// The filter of a list of registrations.
    static func registrations(
        _ filter: [String: BusVariant], provider: ProviderIdentifier?
    ) throws(BusError) -> RegistrationFilter {
        let filter = BusDictionary(filter, "filter")
        let owner = provider == nil ? try identifier(filter, "provider") : provider
        return RegistrationFilter(
            provider: owner, scope: try filter.choice("scope"), isEnabled: try filter.boolean("enabled"),
            name: try text(filter, "name"), family: try text(filter, "family"), digest: try digest(filter, "sha256"),
            id: try text(filter, "id").map { FontIdentifier(rawValue: $0) }, faces: try properties(filter),
            cursor: try text(filter, "cursor"), limit: try limit(filter, maximum: RegistrationFilter.maximumLimit))
    }

    /// The filter of a list of providers.
    static func providers(_ filter: [String: BusVariant]) throws(BusError) -> ProviderFilter {
        let filter = BusDictionary(filter, "filter")
        return ProviderFilter(
            id: try identifier(filter, "id"), cursor: try text(filter, "cursor"),
            limit: try limit(filter, maximum: ProviderFilter.maximumLimit))
    }

    /// A provider's id in a filter.
    private static func identifier(_ filter: BusDictionary, _ key: String) throws(BusError) -> ProviderIdentifier? {
        guard let text = try filter.string(key) else { return nil }
        guard let identifier = ProviderIdentifier(rawValue: text) else {
            throw .invalidArguments("filter: \(key) is no provider id")
        }
        return identifier
    }

    /// Reads the keys of a filter that describe properties of faces, independently of their owner.
    private static func properties(_ filter: BusDictionary) throws(BusError) -> FaceFilter {
        FaceFilter(
            words: try words(filter, "words"), languages: try languages(filter), scripts: try words(filter, "scripts"),
            licences: try words(filter, "licences"), characters: try text(filter, "characters") ?? "",
            isMonospace: try filter.boolean("monospace"), isVariable: try filter.boolean("variable"),
            isColored: try filter.boolean("color"))
    }

    /// The filter of a list of faces or families.
    static func faces(_ filter: [String: BusVariant]) throws(BusError) -> FaceFilter {
        let filter = BusDictionary(filter, "filter")
        var faces = try properties(filter)
        faces.source = try filter.choice("source")
        faces.family = try text(filter, "family")
        faces.id = try text(filter, "id").map { FontIdentifier(rawValue: $0) }
        faces.cursor = try text(filter, "cursor")
        faces.limit = try limit(filter, maximum: FaceFilter.maximumLimit)
        return faces
    }

    /// The filter of a list of families.
    static func families(_ filter: [String: BusVariant]) throws(BusError) -> FaceFilter {
        var faceFilter = try faces(filter)
        faceFilter.limit = try limit(
            BusDictionary(filter, "filter"), standard: standardFamilyPageSize, maximum: FaceFilter.maximumFamilies)
        return faceFilter
    }

    /// Whether a filter or options request full face dictionaries.
    static func wantsDetails(
        _ dictionary: [String: BusVariant], in place: String = "filter"
    ) throws(BusError) -> Bool {
        try BusDictionary(dictionary, place).boolean("details") ?? false
    }

    /// The size limit of a page.
    static func limit(
        _ filter: BusDictionary, standard: Int = standardPageSize, maximum: Int
    ) throws(BusError) -> Int {
        guard let limit = try filter.uint32("limit") else { return min(standard, maximum) }
        guard limit > 0 else { throw .invalidArguments("limit must be at least 1") }
        return min(Int(limit), maximum)
    }

    /// The caller's names for fonts in messages: either one for each font, or none.
    static func names(_ options: BusDictionary, count: Int) throws(BusError) -> [String] {
        let names = try options.strings("names") ?? []
        guard names.isEmpty || names.count == count else {
            throw .invalidArguments("options: names must have one entry per font")
        }
        guard names.allSatisfy({ $0.utf8.count <= maximumTextLength }) else {
            throw .invalidArguments("options: one of names has more than \(maximumTextLength) bytes")
        }
        return names
    }

    /// Reads descriptors.
    static func descriptors(_ dictionaries: [[String: BusVariant]]) throws(BusError) -> [FontDescriptor] {
        try checkCount(dictionaries.count, of: "descriptors")
        var descriptors: [FontDescriptor] = []
        descriptors.reserveCapacity(dictionaries.count)
        for dictionary in dictionaries { descriptors.append(try descriptor(dictionary)) }
        return descriptors
    }

    /// The longest text that fonts must cover, in bytes.
    static let maximumCoveredText = 64 << 10

    /// The most fonts whose names are shown to the user before they are registered.
    static let maximumNamedFonts = 16

    /// Reads requests.
    static func requests(_ dictionaries: [[String: BusVariant]]) throws(BusError) -> [FontRequest] {
        try checkCount(dictionaries.count, of: "requests")
        var requests: [FontRequest] = []
        for dictionary in dictionaries {
            let text = try text(
                BusDictionary(dictionary, "request"), "text", maximumLength: maximumCoveredText)
            requests.append(FontRequest(try descriptor(dictionary), text: text))
        }
        return requests
    }

    private static func descriptor(_ dictionary: [String: BusVariant]) throws(BusError) -> FontDescriptor {
        let dictionary = BusDictionary(dictionary, "descriptor")
        return FontDescriptor(
            name: try text(dictionary, "name"), postscriptName: try text(dictionary, "postscript_name"),
            family: try text(dictionary, "family"), displayName: try text(dictionary, "full_name"),
            style: try text(dictionary, "style"), weight: try number(dictionary, "weight"),
            width: try number(dictionary, "width"), slant: try dictionary.choice("slant"),
            isBold: try dictionary.boolean("bold"), isItalic: try dictionary.boolean("italic"),
            isMonospace: try dictionary.boolean("monospace"), isVariable: try dictionary.boolean("variable"),
            variation: try variation(dictionary), languages: try languages(dictionary),
            characters: try text(dictionary, "characters") ?? "", source: try dictionary.choice("source"),
            userInfo: try text(dictionary, "user_info"))
    }

    /// The attributes that a match must have exactly.
    static func mandatoryAttributes(_ options: [String: BusVariant]) throws(BusError) -> Set<DescriptorAttribute> {
        var attributes: Set<DescriptorAttribute> = []
        for name in try BusDictionary(options).strings("mandatory") ?? [] {
            guard let attribute = DescriptorAttribute(rawValue: name) else {
                throw .invalidArguments("options: mandatory names '\(name)', which is no descriptor key")
            }
            attributes.insert(attribute)
        }
        return attributes
    }

    /// Ensures that descriptors contain the attributes that must match.
    ///
    /// - Parameters:
    ///   - dictionaries: The descriptors.
    ///   - attributes: The attributes that a match must have exactly.
    /// - Throws: `InsufficientInfo` if a descriptor lacks one.
    static func check(
        _ dictionaries: [[String: BusVariant]], have attributes: Set<DescriptorAttribute>
    ) throws(BusError) {
        for attribute in attributes.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard dictionaries.allSatisfy({ $0[attribute.rawValue] != nil }) else {
                throw BusError(
                    FontError(.insufficientInfo, "'\(attribute.rawValue)' is mandatory but not in every descriptor."))
            }
        }
    }

    /// Reads the ids of a call.
    static func ids(_ texts: [String]) throws(BusError) -> [FontIdentifier] {
        try checkCount(texts.count, of: "ids")
        guard texts.allSatisfy({ $0.utf8.count <= maximumTextLength }) else {
            throw .invalidArguments("ids: one has more than \(maximumTextLength) bytes")
        }
        return texts.map { FontIdentifier(rawValue: $0) }
    }

    /// Reads a scope.
    static func scope(_ text: String) throws(BusError) -> RegistrationScope {
        guard let scope = RegistrationScope(rawValue: text) else {
            let scopes = RegistrationScope.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw BusError(FontError(.unsupportedScope, "The scope must be one of \(scopes)."))
        }
        return scope
    }

    /// The longest element of an object path that a caller may choose, in bytes.
    static let maximumTokenLength = 64

    /// Reads the option for the last element of an object path.
    ///
    /// - Returns: The element; `nil` if the service may choose it.
    static func handleToken(_ options: BusDictionary) throws(BusError) -> String? {
        guard let token = try options.string("handle_token") else { return nil }
        guard (1...maximumTokenLength).contains(token.utf8.count), token.utf8.allSatisfy(\.isPathElementByte) else {
            throw .invalidArguments(
                "options: handle_token must be 1 to \(maximumTokenLength) ASCII letters, digits and underscores")
        }
        return token
    }

    /// Reads the SHA-256 of a font; `nil` if there is none.
    static func digest(_ dictionary: BusDictionary, _ key: String) throws(BusError) -> FontDigest? {
        guard let text = try dictionary.string(key) else { return nil }
        guard let digest = FontDigest(hexadecimal: text) else {
            throw .invalidArguments("\(key) is no SHA-256 of 64 hexadecimal digits")
        }
        return digest
    }

    /// Reads the rights that a caller requests.
    static func rights(_ names: [String]) throws(BusError) -> Set<Right> {
        guard !names.isEmpty else { throw .invalidArguments("rights: at least one is needed") }
        var rights: Set<Right> = []
        for name in names {
            guard let right = Right(rawValue: name) else {
                let known = Right.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidArguments("rights: '\(name.prefix(255))' is none of \(known)")
            }
            rights.insert(right)
        }
        return rights
    }

    /// Reads where the caller wants the user to be asked.
    static func consentPlace(_ options: BusDictionary) throws(BusError) -> ConsentPlace {
        var place = ConsentPlace()
        place.parentWindow = try text(options, "parent_window") ?? ""
        place.activationToken = try text(options, "activation_token") ?? ""
        return place
    }

    /// Which programs will find the fonts; `nil` if the options do not change it.
    static func visibility(_ options: BusDictionary) throws(BusError) -> FontVisibility? {
        try options.choice("visibility")
    }

    /// Refuses options that this version does not support, if ignoring them would change the result.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - mayLease: Whether the call can register fonts for a lease.
    /// - Throws: `invalidArguments`, which names the option.
    static func refuseUnsupported(_ options: BusDictionary, mayLease: Bool = false) throws(BusError) {
        // If this option were ignored, the fonts would stay.
        if try options.uint64("expires") != nil {
            throw .invalidArguments("options: expires is not supported by this version; use lease_seconds instead")
        }
        if !mayLease, try lease(options) != nil {
            throw .invalidArguments("options: only RegisterFonts, RegisterAssets and InstallFonts know leases")
        }
    }

    /// The longest duration of a lease in seconds: a year.
    static let maximumLeaseSeconds: UInt32 = 366 * 24 * 60 * 60

    /// Reads the lease that the options request.
    ///
    /// - Returns: Its term; `nil` if they request none.
    static func lease(_ options: BusDictionary) throws(BusError) -> LeaseTerm? {
        let isLease = try options.boolean("lease")
        let seconds = try options.uint32("lease_seconds")
        let handle = try options.string("lease_handle")
        guard isLease ?? (seconds != nil || handle != nil) else {
            guard seconds == nil, handle == nil else {
                throw .invalidArguments("options: lease is false, and lease_seconds or lease_handle asks for one")
            }
            return nil
        }
        if let seconds, !(1...maximumLeaseSeconds).contains(seconds) {
            throw .invalidArguments("options: lease_seconds must be 1 to \(maximumLeaseSeconds)")
        }
        if let handle { try checkLeaseHandle(handle, "options: lease_handle") }
        return LeaseTerm(handle: handle, time: seconds.map { .seconds(Int64($0)) })
    }

    /// Ensures that a text can be the handle of a lease.
    static func checkLeaseHandle(_ handle: String, _ place: String) throws(BusError) {
        guard (1...maximumTokenLength).contains(handle.utf8.count), handle.utf8.allSatisfy(\.isPathElementByte) else {
            throw .invalidArguments(
                "\(place) must be 1 to \(maximumTokenLength) ASCII letters, digits and underscores")
        }
    }

    /// Whether fonts may replace the caller's own fonts even if those are not older.
    static func allowsDowngrade(_ options: BusDictionary) throws(BusError) -> Bool {
        try options.boolean("allow_downgrade") ?? false
    }

    /// Reads how a call wants to register its fonts.
    ///
    /// - Parameters:
    ///   - options: The options of the call.
    ///   - scope: How long the registrations last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - requester: The requester that registers them.
    ///   - permission: Which fonts may be registered.
    ///   - mayLease: Whether the call supports leases.
    /// - Returns: The request.
    /// - Throws: An error if the arguments are invalid.
    static func registration(
        _ options: BusDictionary, scope: String, enabled: Bool, by requester: Requester,
        permission: InstallPermission = .everything, mayLease: Bool = false
    ) throws(BusError) -> RegistrationRequest {
        try refuseUnsupported(options, mayLease: mayLease)
        var request = RegistrationRequest(by: requester)
        request.permission = try self.permission(permission, options)
        request.scope = try self.scope(scope)
        request.isEnabled = enabled
        request.userInfo = try text(options, "user_info")
        request.requestID = try requestID(options)
        request.allowsDowngrade = try allowsDowngrade(options)
        request.visibility = try visibility(options)
        return request
    }

    /// Which fonts a call may register: if the options request it, only those that web browsers show.
    static func permission(
        _ permission: InstallPermission, _ options: BusDictionary
    ) throws(BusError) -> InstallPermission {
        try options.boolean("browser_safe") ?? false ? permission.forBrowserSafeFonts : permission
    }

    /// Whether the fonts must not replace any that the user has installed.
    static func keepsRegistered(_ options: [String: BusVariant]) throws(BusError) -> Bool {
        try BusDictionary(options).boolean("keep_registered") ?? false
    }

    /// Reads the paths of the files that an installation replaces.
    static func replacedFiles(_ options: [String: BusVariant]) throws(BusError) -> Set<String> {
        let paths = try BusDictionary(options).strings("replacing") ?? []
        guard paths.count <= maximumReplacedFiles else {
            throw .invalidArguments("options: replacing has more than \(maximumReplacedFiles) paths")
        }
        guard paths.allSatisfy({ $0.hasPrefix("/") && $0.utf8.count <= maximumPathLength }) else {
            throw .invalidArguments("options: replacing must have absolute paths")
        }
        return Set(paths)
    }

    /// Reads a text and ensures that it is not too long.
    static func text(
        _ dictionary: BusDictionary, _ key: String, maximumLength: Int = maximumTextLength
    ) throws(BusError) -> String? {
        guard let text = try dictionary.string(key) else { return nil }
        guard text.utf8.count <= maximumLength else {
            throw .invalidArguments("\(key) has more than \(maximumLength) bytes")
        }
        return text
    }

    private static func languages(_ dictionary: BusDictionary) throws(BusError) -> [String] {
        let languages = try dictionary.strings("languages") ?? []
        guard languages.count <= maximumLanguages,
            languages.allSatisfy({ $0.utf8.count <= maximumLanguageLength })
        else {
            throw .invalidArguments(
                "languages: at most \(maximumLanguages) of at most \(maximumLanguageLength) bytes each")
        }
        return languages
    }

    private static func words(_ dictionary: BusDictionary, _ key: String) throws(BusError) -> [String] {
        let words = try dictionary.strings(key) ?? []
        guard words.count <= maximumWords, words.allSatisfy({ $0.utf8.count <= maximumWordLength }) else {
            throw .invalidArguments("\(key): at most \(maximumWords) of at most \(maximumWordLength) bytes each")
        }
        return words
    }

    private static func variation(_ dictionary: BusDictionary) throws(BusError) -> [String: Double] {
        guard let values: [String: Double] = try dictionary.value("instance") else { return [:] }
        guard values.count <= FontLimits.axes, values.allSatisfy({ $0.key.utf8.count == 4 && $0.value.isFinite }) else {
            throw .invalidArguments(
                "instance: at most \(FontLimits.axes) finite numbers, by axis tags of four characters each")
        }
        return values
    }

    private static func number(_ dictionary: BusDictionary, _ key: String) throws(BusError) -> Double? {
        guard let number = try dictionary.double(key) else { return nil }
        guard number.isFinite else { throw .invalidArguments("\(key) must be a finite number") }
        return number
    }

    /// Ensures that a call does not contain too many items.
    static func checkCount(_ count: Int, of items: String) throws(BusError) {
        guard count <= maximumItems else {
            throw .invalidArguments("\(items): \(count) in one call; the limit is \(maximumItems)")
        }
    }
}

extension UInt8 {
    /// Whether the byte is allowed in an element of an object path.
    fileprivate var isPathElementByte: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
