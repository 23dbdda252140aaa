#include "typecase-client.h"
#include "typecase-operations.h"

G_DEFINE_QUARK(typecase-font-error-quark, typecase_font_error)

// Somebody who waits for an operation.
typedef struct {
    GMutex lock;
    GCond condition;
    gboolean has_ended;
    GError *error;
} Waiter;

static void end(void *data, int code, const char *message) {
    Waiter *waiter = data;
    g_mutex_lock(&waiter->lock);
    if (code < 0) {
        waiter->error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, "The operation was cancelled.");
    } else if (code > 0) {
        waiter->error = g_error_new_literal(TYPECASE_FONT_ERROR, code, message);
    }
    waiter->has_ended = TRUE;
    g_cond_signal(&waiter->condition);
    g_mutex_unlock(&waiter->lock);
}

static void cancel(GCancellable *cancellable, gpointer operation) {
    (void)cancellable;
    typecase_operation_cancel(operation);
}

static void start_waiting(Waiter *waiter) {
    *waiter = (Waiter){0};
    g_mutex_init(&waiter->lock);
    g_cond_init(&waiter->condition);
}

static gboolean wait_for(Waiter *waiter, void *operation, GCancellable *cancellable, GError **error) {
    gulong handler = cancellable ? g_cancellable_connect(cancellable, G_CALLBACK(cancel), operation, NULL) : 0;
    g_mutex_lock(&waiter->lock);
    while (!waiter->has_ended) g_cond_wait(&waiter->condition, &waiter->lock);
    g_mutex_unlock(&waiter->lock);
    // Waits for a handler that is under way.
    if (handler) g_cancellable_disconnect(cancellable, handler);
    typecase_operation_release(operation);
    g_cond_clear(&waiter->condition);
    g_mutex_clear(&waiter->lock);
    if (!waiter->error) return TRUE;
    g_propagate_error(error, waiter->error);
    return FALSE;
}

/**
 * typecase_register_launch_fonts:
 * @application_id: the application's id, such as `org.example.Writer`
 * @cancellable: (nullable): what gives it up
 * @error: where the error is left
 *
 * Registers the fonts that an application's manifest lists as `launch-fonts`, for this process; see
 * typecase-provider(5). UI files and style sheets that are loaded after that may name them. A second call adds nothing,
 * and tries again what failed; without a manifest there is nothing to do.
 *
 * Returns: whether all of them are there; the error names each that is not
 */
gboolean typecase_register_launch_fonts(const char *application_id, GCancellable *cancellable, GError **error) {
    g_return_val_if_fail(application_id != NULL, FALSE);
    Waiter waiter;
    start_waiting(&waiter);
    return wait_for(&waiter, typecase_operation_launch(application_id, end, &waiter), cancellable, error);
}

/**
 * typecase_register_fonts:
 * @paths: (array zero-terminated=1) (element-type filename): the paths of font files
 * @scope: how far the registrations reach and how long they last
 * @cancellable: (nullable): what gives it up
 * @error: where the error is left
 *
 * Registers font files. Outside of process scope the service keeps copies of its own and tells all programs once. One
 * that is refused does not keep the others from being registered, and a call that is cancelled may have registered some.
 *
 * Returns: whether all of them are registered; the error names each that is not
 */
gboolean typecase_register_fonts(
    const char *const *paths, TypecaseScope scope, GCancellable *cancellable, GError **error
) {
    g_return_val_if_fail(paths != NULL, FALSE);
    Waiter waiter;
    start_waiting(&waiter);
    void *operation = typecase_operation_register(paths, g_strv_length((char **)paths), scope, end, &waiter);
    return wait_for(&waiter, operation, cancellable, error);
}

/**
 * typecase_unregister_fonts:
 * @paths: (array zero-terminated=1) (element-type filename): the paths of files with the bytes of the fonts
 * @scope: the scope that the registrations have
 * @cancellable: (nullable): what gives it up
 * @error: where the error is left
 *
 * Removes registrations of the application.
 *
 * Returns: whether all of them are removed; the error names each that is not
 */
gboolean typecase_unregister_fonts(
    const char *const *paths, TypecaseScope scope, GCancellable *cancellable, GError **error
) {
    g_return_val_if_fail(paths != NULL, FALSE);
    Waiter waiter;
    start_waiting(&waiter);
    void *operation = typecase_operation_unregister(paths, g_strv_length((char **)paths), scope, end, &waiter);
    return wait_for(&waiter, operation, cancellable, error);
}

// What a thread is given to do.
typedef struct {
    char **paths;
    TypecaseScope scope;
    gboolean (*work)(const char *const *, TypecaseScope, GCancellable *, GError **);
} Call;

static void free_call(gpointer data) {
    Call *call = data;
    g_strfreev(call->paths);
    g_free(call);
}

static void run(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
    (void)source;
    Call *call = data;
    GError *error = NULL;
    if (call->work((const char *const *)call->paths, call->scope, cancellable, &error)) {
        g_task_return_boolean(task, TRUE);
    } else {
        g_task_return_error(task, error);
    }
}

static void start(Call call, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data, gpointer tag) {
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_source_tag(task, tag);
    // What was registered in spite of it is told as that.
    g_task_set_check_cancellable(task, FALSE);
    g_task_set_task_data(task, g_memdup2(&call, sizeof call), free_call);
    g_task_run_in_thread(task, run);
    g_object_unref(task);
}

/**
 * typecase_register_fonts_async:
 * @paths: (array zero-terminated=1) (element-type filename): the paths of font files
 * @scope: how far the registrations reach and how long they last
 * @cancellable: (nullable): what gives it up
 * @callback: (scope async) (nullable): what is called when it is done
 * @user_data: what @callback is given
 *
 * Registers font files without waiting; see typecase_register_fonts().
 */
void typecase_register_fonts_async(
    const char *const *paths, TypecaseScope scope, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data
) {
    g_return_if_fail(paths != NULL);
    Call call = {g_strdupv((char **)paths), scope, typecase_register_fonts};
    start(call, cancellable, callback, user_data, typecase_register_fonts_async);
}

/**
 * typecase_register_fonts_finish:
 * @result: what the callback was given
 * @error: where the error is left
 *
 * Tells what came of typecase_register_fonts_async().
 *
 * Returns: whether all of them are registered; the error names each that is not
 */
gboolean typecase_register_fonts_finish(GAsyncResult *result, GError **error) {
    g_return_val_if_fail(g_async_result_is_tagged(result, typecase_register_fonts_async), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}

/**
 * typecase_unregister_fonts_async:
 * @paths: (array zero-terminated=1) (element-type filename): the paths of files with the bytes of the fonts
 * @scope: the scope that the registrations have
 * @cancellable: (nullable): what gives it up
 * @callback: (scope async) (nullable): what is called when it is done
 * @user_data: what @callback is given
 *
 * Removes registrations of the application without waiting; see typecase_unregister_fonts().
 */
void typecase_unregister_fonts_async(
    const char *const *paths, TypecaseScope scope, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data
) {
    g_return_if_fail(paths != NULL);
    Call call = {g_strdupv((char **)paths), scope, typecase_unregister_fonts};
    start(call, cancellable, callback, user_data, typecase_unregister_fonts_async);
}

/**
 * typecase_unregister_fonts_finish:
 * @result: what the callback was given
 * @error: where the error is left
 *
 * Tells what came of typecase_unregister_fonts_async().
 *
 * Returns: whether all of them are removed; the error names each that is not
 */
gboolean typecase_unregister_fonts_finish(GAsyncResult *result, GError **error) {
    g_return_val_if_fail(g_async_result_is_tagged(result, typecase_unregister_fonts_async), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}
