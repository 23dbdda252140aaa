internal import Glibc

/// Draws SVG by librsvg, which is loaded when it is needed: workers of other modes shall not pay for it and its libraries.
///
/// Sources: `librsvg/rsvg.h` 2.54 and `cairo.h` 1.16, of which these are the declarations.
package final class SVGRenderer {
    private typealias Pointer = UnsafeMutableRawPointer
    /// `RsvgRectangle`: x, y, width and height.
    private typealias Rectangle = (Double, Double, Double, Double)

    private let newHandle: @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Pointer?
    private let size: @convention(c) (Pointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32
    private let render: @convention(c) (Pointer, Pointer, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32
    private let unreference: @convention(c) (Pointer) -> Void
    private let newSurface: @convention(c) (Int32, Int32, Int32) -> Pointer?
    private let newContext: @convention(c) (Pointer) -> Pointer?
    private let destroyContext: @convention(c) (Pointer) -> Void
    private let status: @convention(c) (Pointer) -> Int32
    private let flush: @convention(c) (Pointer) -> Void
    private let data: @convention(c) (Pointer) -> UnsafePointer<UInt8>?
    private let stride: @convention(c) (Pointer) -> Int32
    private let destroySurface: @convention(c) (Pointer) -> Void

    /// Loads the library; `nil` where it is not installed.
    package init?() {
        guard let rsvg = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL),
            let cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL),
            let objects = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL)
        else { return nil }
        func symbol<Function>(_ library: Pointer, _ name: String, as type: Function.Type) -> Function? {
            // A pointer to a C function is what dlsym gives and what such a value is.
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard
            let newHandle = symbol(
                rsvg, "rsvg_handle_new_from_data",
                as: (@convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Pointer?).self),
            let size = symbol(
                rsvg, "rsvg_handle_get_intrinsic_size_in_pixels",
                as: (@convention(c) (Pointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32)
                    .self),
            let render = symbol(
                rsvg, "rsvg_handle_render_document",
                as: (@convention(c) (Pointer, Pointer, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32).self),
            let unreference = symbol(objects, "g_object_unref", as: (@convention(c) (Pointer) -> Void).self),
            let newSurface = symbol(
                cairo, "cairo_image_surface_create", as: (@convention(c) (Int32, Int32, Int32) -> Pointer?).self),
            let newContext = symbol(cairo, "cairo_create", as: (@convention(c) (Pointer) -> Pointer?).self),
            let destroyContext = symbol(cairo, "cairo_destroy", as: (@convention(c) (Pointer) -> Void).self),
            let status = symbol(cairo, "cairo_surface_status", as: (@convention(c) (Pointer) -> Int32).self),
            let flush = symbol(cairo, "cairo_surface_flush", as: (@convention(c) (Pointer) -> Void).self),
            let data = symbol(
                cairo, "cairo_image_surface_get_data", as: (@convention(c) (Pointer) -> UnsafePointer<UInt8>?).self),
            let stride = symbol(
                cairo, "cairo_image_surface_get_stride", as: (@convention(c) (Pointer) -> Int32).self),
            let destroySurface = symbol(
                cairo, "cairo_surface_destroy", as: (@convention(c) (Pointer) -> Void).self)
        else { return nil }
        (self.newHandle, self.size, self.render, self.unreference) = (newHandle, size, render, unreference)
        (self.newSurface, self.newContext, self.destroyContext) = (newSurface, newContext, destroyContext)
        (self.status, self.flush, self.data, self.stride) = (status, flush, data, stride)
        self.destroySurface = destroySurface
    }

    /// Draws a file in several sizes.
    ///
    /// - Parameters:
    ///   - svg: The file, which ``SVGScreening`` has passed.
    ///   - sides: Pixels of each side.
    /// - Returns: The pictures, in the order of the sizes.
    /// - Throws: ``IconRefusal``.
    package func draw(_ svg: [UInt8], sides: [Int]) throws(IconRefusal) -> [Pixels] {
        guard let handle = svg.withUnsafeBytes({ newHandle($0.baseAddress, $0.count, nil) }) else {
            throw IconRefusal(.invalid, "The SVG is damaged.")
        }
        defer { unreference(handle) }
        var (width, height) = (0.0, 0.0)
        // What has no size of its own is drawn in any.
        if size(handle, &width, &height) != 0 {
            guard width.isFinite, height.isFinite, width > 0, height > 0 else {
                throw IconRefusal(.invalid, "The SVG has no size.")
            }
            guard max(width, height) <= Double(IconLimits.svgSide) else {
                throw IconRefusal(.tooLarge, "The SVG is larger than \(IconLimits.svgSide) pixels.")
            }
            guard abs(width - height) <= 0.01 * max(width, height) else {
                throw IconRefusal(.invalid, "The SVG is not square, but icons must be square.")
            }
        }
        var pictures: [Pixels] = []
        for side in sides { pictures.append(try draw(handle, side)) }
        return pictures
    }

    private func draw(_ handle: Pointer, _ side: Int) throws(IconRefusal) -> Pixels {
        // CAIRO_FORMAT_ARGB32: words of four bytes in the machine's order, multiplied by alpha.
        guard let surface = newSurface(0, Int32(side), Int32(side)) else { throw Self.failure }
        defer { destroySurface(surface) }
        guard status(surface) == 0, let context = newContext(surface) else { throw Self.failure }
        defer { destroyContext(context) }
        var viewport: Rectangle = (0, 0, Double(side), Double(side))
        let isDrawn = withUnsafeBytes(of: &viewport) { viewport in
            viewport.baseAddress.map { render(handle, context, $0, nil) != 0 } ?? false
        }
        guard isDrawn else { throw IconRefusal(.invalid, "The SVG cannot be drawn.") }
        flush(surface)
        guard status(surface) == 0, let data = data(surface) else { throw Self.failure }
        let rowLength = Int(stride(surface))
        var bytes = [UInt8](repeating: 0, count: side * side * 4)
        for row in 0..<side {
            for column in 0..<side {
                let word = UnsafeRawPointer(data + row * rowLength + column * 4).load(as: UInt32.self)
                let alpha = word >> 24
                guard alpha > 0 else { continue }
                let place = (row * side + column) * 4
                for (channel, shift) in [16, 8, 0].enumerated() {
                    let value = (word >> UInt32(shift)) & 0xFF
                    bytes[place + channel] = UInt8(min(255, (value * 255 + alpha / 2) / alpha))
                }
                bytes[place + 3] = UInt8(alpha)
            }
        }
        return Pixels(side: side, bytes: bytes)
    }

    private static let failure = IconRefusal(.invalid, "There is not enough memory to draw the SVG.")
}
