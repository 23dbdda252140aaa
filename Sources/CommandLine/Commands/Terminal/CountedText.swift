/// A number of things, as `1 file` and `2 files`.
///
/// - Parameters:
///   - count: The number.
///   - noun: What there is one of, with a regular plural unless `plural` gives it.
///   - plural: What there are several of.
/// - Returns: The number with the noun.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? "\(noun)s")"
}
