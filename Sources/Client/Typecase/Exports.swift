// Font sizes use the types of this module, and applications should need to import only one module.
@_exported public import DynamicType
