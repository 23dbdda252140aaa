// Sizes of fonts are said in its terms, and applications are to import one module.
@_exported public import DynamicType
