internal import CCurl
internal import FetchProtocol
internal import Glibc

/// One transfer of libcurl: its options, and what the head of the answer says.
struct CurlTransfer: ~Copyable {
    /// The handle of libcurl, for ``CurlLoop``.
    let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    /// Creates a transfer without any option.
    ///
    /// - Throws: ``FetchFailure/Kind/system`` where there is no memory for it.
    init() throws(FetchFailure) {
        guard let handle = curl_easy_init() else { throw FetchFailure(.system, "libcurl cannot start a transfer.") }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
        // Signals are for the whole process; libcurl looks names up in a thread.
        set(CURLOPT_NOSIGNAL, 1)
        for certificates in Self.certificates { set(certificates.option, certificates.path) }
    }

    /// The certificates that the environment names in place of the system's, by the rules of curl(1).
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

    /// Sets a text.
    ///
    /// libcurl knows all options that its headers name, so that setting one fails only without memory.
    func set(_ option: CURLoption, _ value: String) { typecase_curl_set_text(handle, option, value) }

    /// Sets a number.
    func set(_ option: CURLoption, _ value: Int) {
        if option.rawValue >= UInt32(CURLOPTTYPE_OFF_T) {
            typecase_curl_set_offset(handle, option, curl_off_t(value))
        } else {
            typecase_curl_set_number(handle, option, value)
        }
    }

    /// Sets a pointer that callbacks get, which stays the caller's.
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) { typecase_curl_set_data(handle, option, value) }

    /// Adds a line to the head of the request.
    mutating func addHeader(_ line: String) {
        headers = curl_slist_append(headers, line)
        typecase_curl_set_list(handle, headers)
    }

    /// The status of the answer, 0 before there is one.
    var status: Int { typecase_curl_response_code(handle) }

    /// How many bytes are to follow the head; `nil` where the server does not say.
    var contentLength: Int? {
        let length = typecase_curl_content_length(handle)
        return length < 0 ? nil : Int(length)
    }

    /// A field of the answer's head.
    func header(_ name: String) -> String? {
        var header: UnsafeMutablePointer<curl_header>?
        guard curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK, let header else {
            return nil
        }
        return header.pointee.value.map { String(cString: $0) }
    }

    /// What libcurl says of an error, in English.
    func message(of code: CURLcode) -> String {
        let text = String(cString: errorText)
        return text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    }
}
