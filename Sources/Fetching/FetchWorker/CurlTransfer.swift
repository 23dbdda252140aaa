internal import CCurl
internal import FetchProtocol
internal import Glibc

/// A libcurl transfer: its options, and the header of the response.
struct CurlTransfer: ~Copyable {
    /// The libcurl handle, for ``CurlLoop``.
    let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    /// Creates a transfer without options.
    ///
    /// - Throws: ``FetchFailure/Kind/system`` if there is not enough memory.
    init() throws(FetchFailure) {
        guard let handle = curl_easy_init() else { throw FetchFailure(.system, "libcurl cannot start a transfer.") }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
        // Signals affect the whole process. libcurl resolves names in a thread, so it does not need them.
        set(CURLOPT_NOSIGNAL, 1)
        for certificates in Self.certificates { set(certificates.option, certificates.path) }
    }

    /// The certificates that replace the system's, from the environment variables that curl(1) uses.
    static var certificates: [(option: CURLoption, path: String)] {
        let variables = [
            ("SSL_CERT_DIR", CURLOPT_CAPATH), ("SSL_CERT_FILE", CURLOPT_CAINFO), ("CURL_CA_BUNDLE", CURLOPT_CAINFO),
        ]
        return variables.compactMap { name, option in getenv(name).map { (option, String(cString: $0)) } }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        errorText.deallocate()
    }

    /// Sets a string option.
    ///
    /// libcurl supports all options in its headers, so setting an option fails only if there is not enough memory.
    func set(_ option: CURLoption, _ value: String) { typecase_curl_set_text(handle, option, value) }

    /// Sets a numeric option.
    func set(_ option: CURLoption, _ value: Int) {
        if option.rawValue >= UInt32(CURLOPTTYPE_OFF_T) {
            typecase_curl_set_offset(handle, option, curl_off_t(value))
        } else {
            typecase_curl_set_number(handle, option, value)
        }
    }

    /// Sets a pointer that is passed to callbacks; the caller keeps ownership of it.
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) { typecase_curl_set_data(handle, option, value) }

    /// Adds a line to the header of the request.
    mutating func addHeader(_ line: String) {
        headers = curl_slist_append(headers, line)
        typecase_curl_set_list(handle, headers)
    }

    /// The status code of the response; 0 before there is a response.
    var status: Int { typecase_curl_response_code(handle) }

    /// The number of bytes after the header; `nil` if the server does not declare it.
    var contentLength: Int? {
        let length = typecase_curl_content_length(handle)
        return length < 0 ? nil : Int(length)
    }

    /// Returns a field of the response header.
    func header(_ name: String) -> String? {
        var header: UnsafeMutablePointer<curl_header>?
        guard curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK, let header else {
            return nil
        }
        return header.pointee.value.map { String(cString: $0) }
    }

    /// Returns libcurl's description of an error, in English.
    func message(of code: CURLcode) -> String {
        let text = String(cString: errorText)
        return text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    }
}
