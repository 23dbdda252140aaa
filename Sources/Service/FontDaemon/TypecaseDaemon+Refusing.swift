internal import BusInterface
internal import DBus
internal import FontModel

extension TypecaseDaemon {
    /// Answers every call with an error, where the home cannot be used.
    func refuse(with error: FontError, to connected: Connected) async {
        let (connections, callers, refusal) = (connected.connections, connected.callers, BusError(error))
        let icons = alternateIcons1Interface(UnavailableIcons(refusal: refusal))
        await connections.manager.export(
            ExportedObject(interfaces: [icons], admit: callers.admitAnyone, handlesConcurrently: true),
            at: AlternateIcons1Names.path)
        await connections.manager.export(
            ExportedObject(
                interfaces: [fontManager1Interface(UnavailableFontManager(refusal: refusal, callers: callers))],
                admit: callers.admitAnyone, handlesConcurrently: true),
            at: FontManager1Names.path)
        await connections.manager.export(
            ExportedObject(
                interfaces: [rendering1Interface(UnavailableRendering(refusal: refusal))],
                admit: callers.admitAnyone, handlesConcurrently: true),
            at: Rendering1Names.path)
        await connections.manager.export(
            ExportedObject(
                interfaces: [resources1Interface(UnavailableResources(refusal: refusal))],
                admit: callers.admitAnyone, handlesConcurrently: true),
            at: Resources1Names.path)
        await connections.management.export(
            ExportedObject(
                interfaces: [management1Interface(UnavailableManagement(refusal: refusal))],
                admit: callers.admitUnconfined, handlesConcurrently: true),
            at: Management1Names.path)
        await connections.portal.export(
            ExportedObject(
                interfaces: [
                    typecasePortalInterface(UnavailablePortal(refusal: refusal)), connected.textSizes.portalInterface,
                    rendering1Interface(UnavailableRendering(refusal: refusal)),
                    resources1Interface(UnavailableResources(refusal: refusal)),
                    icons,
                ],
                admit: callers.admitAnyone, handlesConcurrently: true),
            at: TypecasePortalNames.path)
    }
}
