/// A catalog of a distribution, as AppStream has it, that names one package with fonts.
package enum DistributionCatalog {
    /// Makes the catalog in Debian's form, DEP-11.
    ///
    /// - Parameters:
    ///   - package: The package.
    ///   - family: The family of its fonts.
    ///   - styles: The styles of its fonts.
    /// - Returns: The text of the file.
    package static func text(package: String, family: String, styles: [String] = ["Regular"]) -> String {
        """
        ---
        File: DEP-11
        Version: '0.12'
        Origin: test
        ---
        Type: font
        ID: org.example.\(package)
        Package: \(package)
        Name:
          C: \(family)
        Summary:
          C: A typeface
        Provides:
          fonts:
        \(styles.map { "  - name: \(family) \($0)\n" }.joined())
        """
    }
}
