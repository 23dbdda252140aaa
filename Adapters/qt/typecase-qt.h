// SPDX-License-Identifier: Apache-2.0
//
// Lets a running Qt application, version 5 or 6, draw with fonts that are installed after its start.
//
//     TypecaseFonts fonts;   // for as long as the application runs, made in its main thread
//
// Link with Qt's modules Gui and DBus, and with fontconfig. Widgets, Qt Quick and windows of the application's own are
// drawn again; Qt's module Widgets is used where the application has loaded it, and need not be linked. Applications as
// they are get the same by the plugin in typecase-qt-plugin.cpp.
#pragma once

#include <QColor>
#include <QDBusConnection>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QObject>
#include <QPointer>
#include <QSignalBlocker>
#include <QWindow>
#include <dlfcn.h>
#include <fontconfig/fontconfig.h>
#include <sys/mman.h>
#include <unistd.h>

class TypecaseFonts : public QObject
{
    Q_OBJECT

public:
    explicit TypecaseFonts(QObject *parent = nullptr)
        : QObject(parent)
    {
        // One object for an application, which may have the plugin as well.
        if (qGuiApp->property(followed).toBool())
            return;
        // Every Flatpak hears the name of the portal, and needs a permission for the other one.
        const bool isFlatpak = access("/.flatpak-info", F_OK) == 0;
        const QString name = isFlatpak ? QStringLiteral("org.freedesktop.portal.Typecase")
                                       : QStringLiteral("org.typecase.FontManager1");
        const bool hears = QDBusConnection::sessionBus().connect(
            name,
            isFlatpak ? QStringLiteral("/org/freedesktop/portal/desktop/typecase")
                      : QStringLiteral("/org/typecase/FontManager1"),
            name, isFlatpak ? QStringLiteral("Changed") : QStringLiteral("FontsChanged"), this,
            SLOT(fontsChanged(qulonglong)));
        if (!hears)
            return;
        marker = memfd_create("typecase-fonts", MFD_CLOEXEC);
        qGuiApp->setProperty(followed, true);
        // A font may have come since the first text.
        if (!FcConfigUptoDate(nullptr))
            refresh();
    }

    ~TypecaseFonts() override
    {
        if (marker < 0)
            return;
        close(marker);
        if (qGuiApp)
            qGuiApp->setProperty(followed, false);
    }

public Q_SLOTS:
    /// Draws everything again with the fonts that fontconfig has now, those included that the application has added to it
    /// for itself since its first text.
    void refresh()
    {
        FcConfig *config = FcInitLoadConfigAndFonts();
        if (!config)
            return;
        // With the fonts that this process alone has, such as its launch fonts, whose files are not read again: Qt
        // clears those that it forgets.
        FcFontSet *own = FcConfigGetFonts(nullptr, FcSetApplication);
        FcFontSet *kept = nullptr;
        if (own && own->nfont > 0) {
            // Only adding a file makes the set; of what is no font, nothing is added to it.
            FcConfigAppFontAddFile(config, reinterpret_cast<const FcChar8 *>("/dev/null"));
            kept = FcConfigGetFonts(config, FcSetApplication);
        }
        for (int index = 0; kept && index < own->nfont; ++index) {
            FcPatternReference(own->fonts[index]);
            FcFontSetAdd(kept, own->fonts[index]);
        }
        forgetFamilies(config);
        FcConfigSetCurrent(config);
        FcConfigDestroy(config);
        forgetEngines();
        // Now that all is there.
        Q_EMIT qGuiApp->fontDatabaseChanged();
        redraw();
    }

    /// What the bus tells of a change: the generation of the fonts as they are now.
    void fontsChanged(qulonglong generation)
    {
        refresh();
        drawing = generation;
        undrawn.clear();
        for (QWindow *window : QGuiApplication::allWindows())
            if (window->isExposed())
                undrawn.append(window);
        qGuiApp->installEventFilter(this);
        noteIfDrawn();
    }

protected:
    bool eventFilter(QObject *object, QEvent *event) override
    {
        if (event->type() == QEvent::UpdateRequest || event->type() == QEvent::Expose) {
            undrawn.removeAll(QPointer<QObject>(object));
            // It is drawn when this event has been handled.
            QMetaObject::invokeMethod(this, "noteIfDrawn", Qt::QueuedConnection);
        }
        return false;
    }

private Q_SLOTS:
    // Notes the generation once each window that is shown has been drawn, or is gone.
    void noteIfDrawn()
    {
        undrawn.removeAll(QPointer<QObject>());
        if (!undrawn.isEmpty())
            return;
        qGuiApp->removeEventFilter(this);
        const QByteArray text = QByteArray::number(drawing) + '\n';
        if (marker >= 0 && pwrite(marker, text.constData(), text.size(), 0) < 0)
            qWarning("typecase: what is drawn cannot be noted");
    }

private:
    Q_DISABLE_COPY(TypecaseFonts)

    static constexpr const char *followed = "_typecase_fonts";

    // A function of one of Qt's libraries, where that is loaded.
    template <typename Function>
    static Function find(const char *module, const char *symbol)
    {
        const QByteArray name =
            "libQt" + QByteArray::number(QT_VERSION_MAJOR) + module + ".so." + QByteArray::number(QT_VERSION_MAJOR);
        void *library = dlopen(name.constData(), RTLD_LAZY | RTLD_NOLOAD);
        return library ? reinterpret_cast<Function>(dlsym(library, symbol)) : nullptr;
    }

    // Makes Qt forget all families, and tells nobody yet: who asks it next makes it ask fontconfig. It does so when a
    // font of the application's own leaves, and never otherwise: so one comes for a moment, any that the system has.
    static void forgetFamilies(FcConfig *config)
    {
        const QSignalBlocker blocker(qGuiApp);
        FcPattern *wish = FcPatternCreate();
        FcConfigSubstitute(config, wish, FcMatchPattern);
        FcDefaultSubstitute(wish);
        FcResult result;
        FcPattern *match = FcFontMatch(config, wish, &result);
        FcChar8 *file = nullptr;
        if (match && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch) {
            const int font =
                QFontDatabase::addApplicationFont(QFile::decodeName(reinterpret_cast<const char *>(file)));
            if (font >= 0)
                QFontDatabase::removeApplicationFont(font);
        }
        if (match)
            FcPatternDestroy(match);
        FcPatternDestroy(wish);
    }

    // Makes every QFont look for its font again. Qt clears its cache with the families, once: a QFont that outlives that
    // has left the cache, and would keep what it finds next for ever. Fonts of another cache they do not keep: so this
    // thread gets a fresh one. QFontCache::cleanup() is of Qt's private interface, the same in all of Qt 5 and 6; where
    // it is missing, fonts that leave stay in such a QFont.
    static void forgetEngines()
    {
        static const auto cleanup = find<void (*)()>("Gui", "_ZN10QFontCache7cleanupEv");
        if (cleanup)
            cleanup();
    }

    static void redraw()
    {
        // QApplication::allWidgets(); a QWidget begins with its QObject.
        using AllWidgets = QList<QObject *> (*)();
        static const AllWidgets allWidgets = find<AllWidgets>("Widgets", "_ZN12QApplication10allWidgetsEv");
        QList<QPointer<QObject>> widgets;
        if (allWidgets && qApp->inherits("QApplication"))
            for (QObject *widget : allWidgets())
                widgets.append(widget);
        for (const QPointer<QObject> &widget : widgets) {
            QEvent event(QEvent::FontChange);
            if (widget)
                QCoreApplication::sendEvent(widget, &event);
            if (widget)
                QMetaObject::invokeMethod(widget, "update");
        }
        for (QWindow *window : QGuiApplication::allWindows()) {
            layOut(window->property("contentItem").value<QObject *>());
            if (window->isExposed())
                window->requestUpdate();
        }
    }

    // Lays out the texts of an item of Qt Quick, and of those within, and draws all others again. A text lays itself out
    // where it is to be rendered in another way; with another font it would no longer take those of its window.
    static void layOut(QObject *item)
    {
        // QQuickItem::childItems(); a QQuickItem begins with its QObject.
        using ChildItems = QList<QObject *> (*)(const QObject *);
        static const ChildItems childItems = find<ChildItems>("Quick", "_ZNK10QQuickItem10childItemsEv");
        if (!childItems || !item || !item->inherits("QQuickItem"))
            return;
        if (item->inherits("QQuickText") || item->inherits("QQuickTextEdit") || item->inherits("QQuickTextInput")) {
            const int type = item->property("renderType").toInt();
            item->setProperty("renderType", type == 0 ? 1 : 0);
            item->setProperty("renderType", type);
            // An editor of Qt 5 draws what it has laid out for another colour only.
            if (item->inherits("QQuickTextEdit")) {
                const QVariant color = item->property("color");
                const bool isBlack = color.value<QColor>() == QColor(Qt::black);
                item->setProperty("color", QColor(isBlack ? Qt::white : Qt::black));
                item->setProperty("color", color);
            }
        } else {
            QMetaObject::invokeMethod(item, "update");
        }
        for (QObject *child : childItems(item))
            layOut(child);
    }

    // The file in memory by which `typecase status --apps` sees that this process follows the fonts, and how far it is:
    // it holds the generation of the fonts that it has drawn with.
    int marker = -1;
    // The generation that is being drawn, and the windows that are still to be.
    qulonglong drawing = 0;
    QList<QPointer<QObject>> undrawn;
};
