extension ApplicationManifest {
    /// Returns the result for a name: all of its fonts, or the first error.
    ///
    /// If there is an error, the fonts that were newly registered for the name are returned as unwanted.
    func result(
        of assets: [Asset], named name: String,
        _ registered: ArraySlice<Result<RegisteredFont, FontManagerError>>
    ) -> (fonts: Result<[RegisteredFont], FontManagerError>, unwanted: [String]) {
        var fonts: [RegisteredFont] = []
        var failure: FontManagerError?
        for (asset, result) in zip(assets, registered) {
            switch result {
            case .success(let font):
                fonts.append(font)
                // An upgrade may have replaced the file since its bytes were compared.
                if let sha256 = font.sha256, sha256 != asset.sha256, failure == nil {
                    failure = mismatch(of: asset.path, named: name)
                }
            case .failure(let error): failure = failure ?? error.about(.asset(name))
            }
        }
        if fonts.count < assets.count, failure == nil {
            failure = FontManagerError(.registrationFailed, "There is no result.", item: .asset(name))
        }
        guard let failure else { return (.success(fonts), []) }
        return (.failure(failure), fonts.filter { !$0.wasAlreadyRegistered }.map(\.id))
    }
}
