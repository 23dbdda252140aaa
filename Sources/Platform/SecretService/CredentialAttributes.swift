/// The attributes by which secrets for the servers of providers are found.
package enum CredentialAttributes {
    /// The attributes of one secret.
    ///
    /// - Parameters:
    ///   - provider: The id of the provider whose manifest names it.
    ///   - name: What the manifest calls it.
    ///   - server: The server that it is for, with its port where that is not 443.
    /// - Returns: The attributes, with a schema as libsecret and its programs have it.
    package static func of(provider: String, name: String, server: String) -> [String: String] {
        ["xdg:schema": "org.typecase.Credential", "provider": provider, "credential": name, "server": server]
    }
}
