internal import Fontconfig
internal import Glibc

extension FontconfigConfiguration {
    /// Loads the configuration of a home, which nothing but the environment tells fontconfig.
    ///
    /// - Parameter environment: That of programs in the home; this process has its own again afterwards, as the home may
    ///   go before it.
    /// - Returns: The configuration.
    /// - Throws: Why there is none.
    static func load(in environment: [String: String]) throws -> FontconfigConfiguration {
        let own = environment.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
        for (name, value) in environment { setenv(name, value, 1) }
        defer {
            for (name, value) in own {
                if let value { setenv(name, value, 1) } else { unsetenv(name) }
            }
        }
        return try FontconfigConfiguration()
    }
}
