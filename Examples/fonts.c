/* Fonts in C: registers font files with the session and finds fonts by their names.
 *
 *     fonts register FILE...    prints the id of each font, or why it was refused
 *     fonts hold FILE...        likewise, until its standard input ends or the program does
 *     fonts match NAME...       the best face for each name
 *     fonts request NAME...     gets fonts that are needed, or tells why not
 *
 * Compile it with: cc -o fonts Examples/fonts.c $(pkg-config --cflags --libs dbus-1)
 *
 * Give it fonts that are not installed: those of the system are there already. Needs Debian's libdbus-1-dev.
 */

#include <dbus/dbus.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The bus disconnects whoever sends more descriptors than this in one message. */
#define DESCRIPTORS_PER_MESSAGE 16
/* Large fonts are read, examined and made durable before the reply comes. */
#define TIMEOUT_MILLISECONDS 300000
/* The program's own name for the lease of fonts that it holds. */
#define LEASE_HANDLE "until_input_ends"

static DBusMessage *new_call(const char *member)
{
    DBusMessage *message = dbus_message_new_method_call("org.typecase.FontManager1", "/org/typecase/FontManager1",
                                                        "org.typecase.FontManager1", member);
    if (!message) {
        fprintf(stderr, "out of memory\n");
        exit(70);
    }
    return message;
}

/* Appends a dictionary (a{sv}) that is empty, or has the one key. */
static void append_dictionary(DBusMessageIter *parent, const char *key, const char *value)
{
    DBusMessageIter dictionary, entry, variant;

    dbus_message_iter_open_container(parent, DBUS_TYPE_ARRAY, "{sv}", &dictionary);
    if (key) {
        dbus_message_iter_open_container(&dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
        dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
        dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "s", &variant);
        dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &value);
        dbus_message_iter_close_container(&entry, &variant);
        dbus_message_iter_close_container(&dictionary, &entry);
    }
    dbus_message_iter_close_container(parent, &dictionary);
}

/* The text of a key in a dictionary (a{sv}); NULL where there is none. */
static const char *text(DBusMessageIter *dictionary, const char *key)
{
    DBusMessageIter entries, entry, variant;
    const char *name, *value;

    dbus_message_iter_recurse(dictionary, &entries);
    for (; dbus_message_iter_get_arg_type(&entries) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&entries)) {
        dbus_message_iter_recurse(&entries, &entry);
        dbus_message_iter_get_basic(&entry, &name);
        if (strcmp(name, key) != 0)
            continue;
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &variant);
        if (dbus_message_iter_get_arg_type(&variant) != DBUS_TYPE_STRING)
            return NULL;
        dbus_message_iter_get_basic(&variant, &value);
        return value;
    }
    return NULL;
}

/* Makes a call and goes through the dictionaries of its first result; returns how many failed. */
static int call(DBusConnection *connection, DBusMessage *message, char **items)
{
    DBusError error;
    DBusMessageIter arguments, results;
    DBusMessage *reply;
    int failed = 0;

    dbus_error_init(&error);
    reply = dbus_connection_send_with_reply_and_block(connection, message, TIMEOUT_MILLISECONDS, &error);
    dbus_message_unref(message);
    if (!reply) {
        fprintf(stderr, "%s: %s\n", error.name, error.message);
        exit(1);
    }
    dbus_message_iter_init(reply, &arguments);
    dbus_message_iter_recurse(&arguments, &results);
    for (; dbus_message_iter_get_arg_type(&results) == DBUS_TYPE_ARRAY; dbus_message_iter_next(&results), items++) {
        const char *message_text = text(&results, "message"), *name = text(&results, "full_name");
        const char *id = text(&results, "id");

        if (text(&results, "error") || !(name || id)) {
            printf("%s: %s\n", *items, message_text ? message_text : "there is no such font");
            failed++;
        } else {
            printf("%s\n", name ? name : id);
        }
    }
    dbus_message_unref(reply);
    return failed;
}

/* Registers the open files of paths, for good or for a lease, and closes them; returns how many failed. */
static int register_files(DBusConnection *connection, char **paths, const int *files, int count, const char *lease)
{
    const char *scope = lease ? "session" : "persistent";
    dbus_bool_t enabled = TRUE;
    DBusMessage *message;
    DBusMessageIter arguments, fonts;

    if (count == 0)
        return 0;
    message = new_call("RegisterFonts");
    dbus_message_iter_init_append(message, &arguments);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "h", &fonts);
    for (int index = 0; index < count; index++) {
        /* libdbus makes a descriptor of its own. */
        dbus_message_iter_append_basic(&fonts, DBUS_TYPE_UNIX_FD, &files[index]);
        close(files[index]);
    }
    dbus_message_iter_close_container(&arguments, &fonts);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &scope);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_BOOLEAN, &enabled);
    append_dictionary(&arguments, lease ? "lease_handle" : NULL, lease);
    return call(connection, message, paths);
}

static int register_fonts(DBusConnection *connection, char **paths, int count, const char *lease)
{
    char *names[DESCRIPTORS_PER_MESSAGE];
    int files[DESCRIPTORS_PER_MESSAGE];
    int ready = 0, failed = 0;

    for (int index = 0; index < count; index++) {
        int descriptor = open(paths[index], O_RDONLY | O_CLOEXEC | O_NONBLOCK);

        if (descriptor < 0) {
            /* It keeps no other from being registered. */
            perror(paths[index]);
            failed++;
            continue;
        }
        names[ready] = paths[index];
        files[ready++] = descriptor;
        if (ready == DESCRIPTORS_PER_MESSAGE) {
            failed += register_files(connection, names, files, ready, lease);
            ready = 0;
        }
    }
    return failed + register_files(connection, names, files, ready, lease);
}

/* Registers fonts for a lease, which ends with the standard input, and with the program however that ends. */
static int hold(DBusConnection *connection, char **paths, int count)
{
    const char *handle = LEASE_HANDLE;
    int failed = register_fonts(connection, paths, count, handle);
    DBusMessage *message, *reply;
    DBusMessageIter arguments;
    DBusError error;

    if (failed == count)
        return failed;
    fflush(stdout);
    while (getchar() != EOF)
        ;
    dbus_error_init(&error);
    message = new_call("EndLease");
    dbus_message_iter_init_append(message, &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &handle);
    append_dictionary(&arguments, NULL, NULL);
    reply = dbus_connection_send_with_reply_and_block(connection, message, TIMEOUT_MILLISECONDS, &error);
    dbus_message_unref(message);
    if (reply) {
        dbus_message_unref(reply);
    } else if (!dbus_error_has_name(&error, "org.typecase.Error.NotRegistered")) {
        fprintf(stderr, "%s: %s\n", error.name, error.message);
        exit(1);
    }
    /* Fonts that were registered for good before are not leased, and stay. */
    dbus_error_free(&error);
    return failed;
}

/* Appends descriptors of some names. */
static void append_names(DBusMessageIter *arguments, char **names, int count)
{
    DBusMessageIter descriptors;

    dbus_message_iter_open_container(arguments, DBUS_TYPE_ARRAY, "a{sv}", &descriptors);
    for (int index = 0; index < count; index++) {
        /* libdbus ends the process over a text that is none. */
        if (!dbus_validate_utf8(names[index], NULL)) {
            fprintf(stderr, "a name is no UTF-8\n");
            exit(64);
        }
        append_dictionary(&descriptors, "name", names[index]);
    }
    dbus_message_iter_close_container(arguments, &descriptors);
}

static int match(DBusConnection *connection, char **names, int count)
{
    DBusMessage *message = new_call("Match");
    DBusMessageIter arguments;

    dbus_message_iter_init_append(message, &arguments);
    append_names(&arguments, names, count);
    append_dictionary(&arguments, NULL, NULL);
    return call(connection, message, names);
}

/* Prints the dictionaries of a list in the result of a job, by two of their keys; returns how many there are. */
static int print_list(DBusMessageIter *result, const char *list, const char *first, const char *second)
{
    DBusMessageIter entries, entry, variant, items;
    const char *name;
    int count = 0;

    dbus_message_iter_recurse(result, &entries);
    for (; dbus_message_iter_get_arg_type(&entries) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&entries)) {
        dbus_message_iter_recurse(&entries, &entry);
        dbus_message_iter_get_basic(&entry, &name);
        if (strcmp(name, list) != 0)
            continue;
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &variant);
        dbus_message_iter_recurse(&variant, &items);
        for (; dbus_message_iter_get_arg_type(&items) == DBUS_TYPE_ARRAY; dbus_message_iter_next(&items), count++) {
            const char *one = text(&items, first), *other = text(&items, second);

            printf("%s: %s\n", one ? one : "", other ? other : "");
        }
    }
    return count;
}

/* Gets fonts; they stay for as long as the connection. The answer is a signal of the job. */
static int request(DBusConnection *connection, char **names, int count)
{
    DBusMessage *message = new_call("RequestFonts"), *reply;
    DBusMessageIter arguments, result;
    DBusError error;
    const char *job;
    char *path;

    dbus_error_init(&error);
    /* Before the call: what is here already is answered at once. The signal is for this connection alone. */
    dbus_bus_add_match(connection, "type='signal',interface='org.typecase.Job1',member='Finished'", &error);
    dbus_message_iter_init_append(message, &arguments);
    append_names(&arguments, names, count);
    append_dictionary(&arguments, NULL, NULL);
    reply = dbus_connection_send_with_reply_and_block(connection, message, TIMEOUT_MILLISECONDS, &error);
    dbus_message_unref(message);
    if (!reply || !dbus_message_get_args(reply, &error, DBUS_TYPE_OBJECT_PATH, &job, DBUS_TYPE_INVALID)) {
        fprintf(stderr, "%s: %s\n", error.name, error.message);
        exit(1);
    }
    path = strdup(job);
    dbus_message_unref(reply);
    while (path && dbus_connection_read_write(connection, -1)) {
        while ((message = dbus_connection_pop_message(connection))) {
            int missing = -1;

            if (dbus_message_is_signal(message, "org.typecase.Job1", "Finished") &&
                dbus_message_has_path(message, path) && dbus_message_iter_init(message, &result) &&
                dbus_message_iter_next(&result)) {
                print_list(&result, "resolved", "full_name", "from");
                missing = print_list(&result, "unresolved", "reason", "message");
            }
            dbus_message_unref(message);
            if (missing >= 0) {
                free(path);
                return missing;
            }
        }
    }
    fprintf(stderr, "the bus has gone\n");
    exit(1);
}

int main(int count, char **arguments)
{
    DBusError error;
    DBusConnection *connection;

    if (count < 3 || (strcmp(arguments[1], "register") != 0 && strcmp(arguments[1], "hold") != 0 &&
                      strcmp(arguments[1], "match") != 0 && strcmp(arguments[1], "request") != 0)) {
        fprintf(stderr, "usage: fonts register FILE... | hold FILE... | match NAME... | request NAME...\n");
        return 64;
    }
    dbus_error_init(&error);
    connection = dbus_bus_get(DBUS_BUS_SESSION, &error);
    if (!connection) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    if (strcmp(arguments[1], "register") == 0)
        return register_fonts(connection, arguments + 2, count - 2, NULL) > 0;
    if (strcmp(arguments[1], "hold") == 0)
        return hold(connection, arguments + 2, count - 2) > 0;
    if (strcmp(arguments[1], "request") == 0)
        return request(connection, arguments + 2, count - 2) > 0;
    return match(connection, arguments + 2, count - 2) > 0;
}
