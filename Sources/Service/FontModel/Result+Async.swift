extension Result {
    /// What an asynchronous body returns, or the error that it throws.
    package init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
