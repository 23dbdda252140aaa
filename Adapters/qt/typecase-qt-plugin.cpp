// SPDX-License-Identifier: Apache-2.0
//
// A plugin of Qt, version 5 or 6, that brings the adapter into every application as it is.
//
// Compiled as it is: Qt loads all bridges to assistive technology that it finds as an application starts, without any
// variable; this one is no bridge. Compiled with TYPECASE_GENERIC_PLUGIN: for applications that use none and start with
// QT_QPA_GENERIC_PLUGINS=typecase. No file sets that for the session: Qt warns where the plugin is missing, as in every
// Flatpak, which inherits the variable. TYPECASE_ADAPTERS=off keeps both from doing anything.
#include "typecase-qt.h"

#include <QtGui/qaccessiblebridge.h>
#include <QGenericPlugin>
#include <QTimer>
#include <sys/auxv.h>

namespace {
void followFonts()
{
    // A program with more rights than its user gets nothing of its user.
    if (qgetenv("TYPECASE_ADAPTERS") == "off" || getauxval(AT_SECURE) || !qGuiApp)
        return;
    // After what the application does as it starts.
    QTimer::singleShot(0, qGuiApp, [] { new TypecaseFonts(qGuiApp); });
}
} // namespace

#ifdef TYPECASE_GENERIC_PLUGIN
class TypecaseGenericPlugin : public QGenericPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "typecase-qt-plugin.json")

public:
    QObject *create(const QString &, const QString &) override
    {
        followFonts();
        // Qt warns of a plugin that returns nothing.
        return new QObject;
    }
};
#else
class TypecaseBridgePlugin : public QAccessibleBridgePlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QAccessibleBridgeFactoryInterface_iid FILE "typecase-qt-plugin.json")

public:
    QAccessibleBridge *create(const QString &) override
    {
        followFonts();
        return nullptr;
    }
};
#endif

#include "typecase-qt-plugin.moc"
