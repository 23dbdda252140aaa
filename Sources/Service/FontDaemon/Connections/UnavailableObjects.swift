internal import BusInterface
internal import DBus
internal import FontModel

/// The objects of the daemon on the bus if the home cannot be used.
struct UnavailableObjects: Sendable {
    let connected: TypecaseDaemon.Connected
    /// Why the home cannot be used; every call gets this error.
    let error: FontError

    /// Refuses calls from now on.
    func export() async {
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
