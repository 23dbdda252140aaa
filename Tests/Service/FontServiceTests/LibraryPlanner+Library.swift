import FontModel
import Registry

@testable import FontService

extension LibraryPlanner {
    /// Plans in a library of which so much is known; see ``PlannedLibrary``.
    init(
        names: [String: [PlannedLibrary.NameOwner]], instanceNames: [String: [PlannedLibrary.NameOwner]] = [:],
        fullNames: [String: [PlannedLibrary.NameOwner]] = [:],
        instanceFullNames: [String: [PlannedLibrary.NameOwner]] = [:],
        usage: [ProviderIdentifier: PlannedLibrary.Usage],
        programFonts: Int = 0, userFiles: [String: String] = [:], siblings: [String: [FamilyMember]] = [:],
        systemFaces: [String: [SystemFace]] = [:], familyHolders: [String: [FamilyHolder]] = [:],
        disabledNames: DisabledNames = [:], requestedFonts: [RequestedFont] = []
    ) {
        var library = PlannedLibrary()
        library.names = names
        library.instanceNames = instanceNames
        library.fullNames = fullNames
        library.instanceFullNames = instanceFullNames
        library.usage = usage
        library.programFonts = programFonts
        library.userFiles = userFiles
        library.siblings = siblings
        library.systemFaces = systemFaces
        library.familyFaces = PlannedLibrary.familyFaces(familyHolders)
        self.init(
            library, remembered: RememberedDecisions(disabledNames), calls: NamedCalls(requestedFonts))
    }
}
