// Prints whether the family that is its first argument is known, at the start, whenever Qt has looked at the fonts anew,
// and for each line of its standard input but the last, with which it ends; --without-adapter leaves out the adapter.
#include "typecase-qt.h"

#include <QGuiApplication>
#include <QSocketNotifier>
#include <cstdio>
#include <memory>

int main(int count, char **arguments)
{
    QGuiApplication application(count, arguments);
    const QString family = application.arguments().value(1);
    const auto tell = [&family] {
#if QT_VERSION_MAJOR < 6
        const bool isKnown = QFontDatabase().families().contains(family);
#else
        const bool isKnown = QFontDatabase::families().contains(family);
#endif
        std::puts(isKnown ? "known" : "unknown");
        std::fflush(stdout);
    };
    std::unique_ptr<TypecaseFonts> fonts;
    if (!application.arguments().contains(QStringLiteral("--without-adapter")))
        fonts = std::make_unique<TypecaseFonts>();
    tell();
    QObject::connect(&application, &QGuiApplication::fontDatabaseChanged, tell);
    QSocketNotifier input(0, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, [&] {
        char line[64];
        if (read(0, line, sizeof line) > 0)
            tell();
        else
            application.quit();
    });
    return application.exec();
}
