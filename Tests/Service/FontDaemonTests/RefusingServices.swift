internal import BusInterface
internal import DBus

/// Refuses every call: tests of the interfaces' tables need a server, and never call it.
struct RefusingFontManager: RefusingFontManager1Service { let refusal = BusError.failed("") }

/// Refuses every call, as ``RefusingFontManager``.
struct RefusingManagement: RefusingManagement1Service { let refusal = BusError.failed("") }

/// Refuses every call, as ``RefusingFontManager``.
struct RefusingPortal: RefusingTypecasePortalService { let refusal = BusError.failed("") }

/// Refuses every call, as ``RefusingFontManager``.
struct RefusingBatch: RefusingBatch1Service { let refusal = BusError.failed("") }

/// Refuses every call, as ``RefusingFontManager``.
struct RefusingJob: RefusingJob1Service { let refusal = BusError.failed("") }

/// Refuses every call, as ``RefusingFontManager``.
struct RefusingIcons: RefusingAlternateIcons1Service { let refusal = BusError.failed("") }

/// Refuses every call, as ``RefusingFontManager``.
struct RefusingDynamicType: RefusingDynamicType1Service { let refusal = BusError.failed("") }

/// Refuses every call, as ``RefusingFontManager``.
struct RefusingResources: RefusingResources1Service { let refusal = BusError.failed("") }

/// Refuses every call, as ``RefusingFontManager``.
struct RefusingRendering: RefusingRendering1Service { let refusal = BusError.failed("") }
