internal import Adwaita
internal import BusInterface
internal import DBus
internal import DynamicType

/// Scales the texts of the program to the size that the user has chosen.
///
/// If the size comes from the desktop, the toolkit applies it itself.
@MainLoop
final class TextSizeFollower {
    private let management: Management1Client
    private var watch: Task<Void, Never>?
    private var isRead = false

    init(_ model: SettingsModel) {
        management = model.session.management
        watch = Task { [weak self, management] in
            guard let changes = try? await management.textSizesChanged() else { return }
            await self?.follow()
            for await _ in changes { await self?.follow() }
        }
        model.observe(self) { [weak self] in
            // The service was not running before.
            guard let self, !isRead, model.failure == nil else { return }
            Task { await self.follow() }
        }
    }

    private func follow() async {
        guard let reply = try? await management.textSize(application: "", options: [:]) else { return }
        isRead = true
        let size = Record(reply)
        let category = ContentSizeCategory(rawValue: size.id("category"))
        Toolkit.setTextScale(size.id("source") == "user" ? category.map(Self.scale) : nil)
    }

    /// The text size in a category, relative to the default category.
    static func scale(_ category: ContentSizeCategory) -> Double {
        TextStyle.body.metrics(for: category).pointSize / TextStyle.body.metrics(for: .default).pointSize
    }
}
