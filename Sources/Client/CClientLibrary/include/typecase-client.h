// TypecaseClient: fonts of one's own for programs in C and, through GObject introspection, in other languages.
//
// Functions that wait may be called on any thread, and those that end in _async where that must not wait.
#ifndef TYPECASE_CLIENT_H
#define TYPECASE_CLIENT_H

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TypecaseScope:
 * @TYPECASE_SCOPE_PROCESS: this process alone, until it ends. Needs no service: the fonts are fontconfig's application
 *   fonts, and the files have to stay where they are.
 * @TYPECASE_SCOPE_PERSISTENT: every program, until it is unregistered, across logins and reboots.
 * @TYPECASE_SCOPE_SESSION: every program, until the user's last login session ends.
 *
 * How far a registration reaches and how long it lasts, with the numbers of Core Text.
 */
typedef enum {
    TYPECASE_SCOPE_PROCESS = 1,
    TYPECASE_SCOPE_PERSISTENT = 2,
    TYPECASE_SCOPE_SESSION = 3,
} TypecaseScope;

/**
 * TypecaseFontError:
 * @TYPECASE_FONT_ERROR_FILE_NOT_FOUND: there is no such file.
 * @TYPECASE_FONT_ERROR_INSUFFICIENT_PERMISSIONS: the file cannot be read, or fonts cannot be changed from here.
 * @TYPECASE_FONT_ERROR_UNRECOGNIZED_FORMAT: the bytes are not a TrueType, OpenType or collection file.
 * @TYPECASE_FONT_ERROR_INVALID_FONT_DATA: the font is damaged, would harm programs, or is on a list of denied ones.
 * @TYPECASE_FONT_ERROR_ALREADY_REGISTERED: the same bytes are registered in a way that excludes the request.
 * @TYPECASE_FONT_ERROR_EXCEEDED_RESOURCE_LIMIT: a limit on size, count or quota is exceeded, or the disk is full.
 * @TYPECASE_FONT_ERROR_ASSET_NOT_FOUND: the application has no such font.
 * @TYPECASE_FONT_ERROR_NOT_REGISTERED: the application has no such font registered in the scope.
 * @TYPECASE_FONT_ERROR_IN_USE: the font is in use.
 * @TYPECASE_FONT_ERROR_SYSTEM_REQUIRED: the system needs the font.
 * @TYPECASE_FONT_ERROR_REGISTRATION_FAILED: it failed in a way that has no code of its own, such as without a service.
 * @TYPECASE_FONT_ERROR_MISSING_ENTITLEMENT: the application lacks the right.
 * @TYPECASE_FONT_ERROR_INSUFFICIENT_INFO: what was given does not name a font.
 * @TYPECASE_FONT_ERROR_CANCELLED_BY_USER: the user said no.
 * @TYPECASE_FONT_ERROR_DUPLICATED_NAME: another font has the name, be it the system's or a newer one.
 * @TYPECASE_FONT_ERROR_INVALID_FILE_PATH: the file is not where the application may register fonts from.
 * @TYPECASE_FONT_ERROR_UNSUPPORTED_SCOPE: the scope is not supported here.
 *
 * Why a font was refused, with the numbers of Core Text. The message says what to do about it.
 */
typedef enum {
    TYPECASE_FONT_ERROR_FILE_NOT_FOUND = 101,
    TYPECASE_FONT_ERROR_INSUFFICIENT_PERMISSIONS = 102,
    TYPECASE_FONT_ERROR_UNRECOGNIZED_FORMAT = 103,
    TYPECASE_FONT_ERROR_INVALID_FONT_DATA = 104,
    TYPECASE_FONT_ERROR_ALREADY_REGISTERED = 105,
    TYPECASE_FONT_ERROR_EXCEEDED_RESOURCE_LIMIT = 106,
    TYPECASE_FONT_ERROR_ASSET_NOT_FOUND = 107,
    TYPECASE_FONT_ERROR_NOT_REGISTERED = 201,
    TYPECASE_FONT_ERROR_IN_USE = 202,
    TYPECASE_FONT_ERROR_SYSTEM_REQUIRED = 203,
    TYPECASE_FONT_ERROR_REGISTRATION_FAILED = 301,
    TYPECASE_FONT_ERROR_MISSING_ENTITLEMENT = 302,
    TYPECASE_FONT_ERROR_INSUFFICIENT_INFO = 303,
    TYPECASE_FONT_ERROR_CANCELLED_BY_USER = 304,
    TYPECASE_FONT_ERROR_DUPLICATED_NAME = 305,
    TYPECASE_FONT_ERROR_INVALID_FILE_PATH = 306,
    TYPECASE_FONT_ERROR_UNSUPPORTED_SCOPE = 307,
} TypecaseFontError;

#define TYPECASE_FONT_ERROR (typecase_font_error_quark())
GQuark typecase_font_error_quark(void);

gboolean typecase_register_launch_fonts(const char *application_id, GCancellable *cancellable, GError **error);

gboolean typecase_register_fonts(
    const char *const *paths, TypecaseScope scope, GCancellable *cancellable, GError **error);
void typecase_register_fonts_async(
    const char *const *paths, TypecaseScope scope, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data);
gboolean typecase_register_fonts_finish(GAsyncResult *result, GError **error);

gboolean typecase_unregister_fonts(
    const char *const *paths, TypecaseScope scope, GCancellable *cancellable, GError **error);
void typecase_unregister_fonts_async(
    const char *const *paths, TypecaseScope scope, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data);
gboolean typecase_unregister_fonts_finish(GAsyncResult *result, GError **error);

void typecase_follow_fonts(void);
void typecase_refresh_fonts(void);

G_END_DECLS

#endif
