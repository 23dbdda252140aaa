internal import CCurl

/// A URL as libcurl parses it.
struct CurlURL: ~Copyable {
    private let handle: OpaquePointer

    /// Parses a URL; `nil` if libcurl does not accept it.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - base: The base of a relative URL.
    ///   - guessesScheme: Whether a URL without a scheme is an HTTP URL.
    init?(_ text: String, relativeTo base: String? = nil, guessesScheme: Bool = false) {
        guard let handle = curl_url() else { return nil }
        var flags = UInt32(CURLU_NON_SUPPORT_SCHEME) | UInt32(CURLU_URLENCODE)
        if guessesScheme { flags |= UInt32(CURLU_GUESS_SCHEME) }
        for url in [base, text].compactMap({ $0 }) where curl_url_set(handle, CURLUPART_URL, url, flags) != CURLUE_OK {
            curl_url_cleanup(handle)
            return nil
        }
        self.handle = handle
    }

    deinit { curl_url_cleanup(handle) }

    /// Returns a part of the URL; `nil` if the URL does not have this part.
    func part(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
