// libcurl, and a function for each type that its variadic functions take: Swift cannot call those.
#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode typecase_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode typecase_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode typecase_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode typecase_curl_set_data(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode typecase_curl_set_list(CURL *handle, struct curl_slist *value) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, value);
}

static inline CURLcode typecase_curl_set_write_function(CURL *handle, curl_write_callback value) {
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, value);
}

static inline CURLcode typecase_curl_set_open_socket_function(CURL *handle, curl_opensocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline long typecase_curl_response_code(CURL *handle) {
    long code = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK ? code : 0;
}

static inline curl_off_t typecase_curl_content_length(CURL *handle) {
    curl_off_t length = -1;
    return curl_easy_getinfo(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length) == CURLE_OK ? length : -1;
}
