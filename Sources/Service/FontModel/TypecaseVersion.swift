/// The version of the programs, which all are released together.
package enum TypecaseVersion {
    /// The version as `--version` prints it and `Status` answers it, by the rules of semantic versioning.
    package static let current = "0.1.0"
}
