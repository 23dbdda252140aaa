/// The version of the programs, which are all released together.
package enum TypecaseVersion {
    /// The version that `--version` prints and `Status` returns, following semantic versioning.
    package static let current = "0.1.0"
}
