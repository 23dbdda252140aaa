/* Fonts in C: registers font files with the session and finds fonts by their names.
 *
 *     fonts register FILE...    prints the id of each font, or why it was refused
 *     fonts match NAME...       the best face for each name
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

/* Registers the open files of paths, and closes them; returns how many failed. */
static int register_files(DBusConnection *connection, char **paths, const int *files, int count)
{
    const char *scope = "persistent";
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
    append_dictionary(&arguments, NULL, NULL);
    return call(connection, message, paths);
}

static int register_fonts(DBusConnection *connection, char **paths, int count)
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
            failed += register_files(connection, names, files, ready);
            ready = 0;
        }
    }
    return failed + register_files(connection, names, files, ready);
}

static int match(DBusConnection *connection, char **names, int count)
{
    DBusMessage *message = new_call("Match");
    DBusMessageIter arguments, descriptors;

    dbus_message_iter_init_append(message, &arguments);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "a{sv}", &descriptors);
    for (int index = 0; index < count; index++) {
        /* libdbus ends the process over a text that is none. */
        if (!dbus_validate_utf8(names[index], NULL)) {
            fprintf(stderr, "a name is no UTF-8\n");
            exit(64);
        }
        append_dictionary(&descriptors, "name", names[index]);
    }
    dbus_message_iter_close_container(&arguments, &descriptors);
    append_dictionary(&arguments, NULL, NULL);
    return call(connection, message, names);
}

int main(int count, char **arguments)
{
    DBusError error;
    DBusConnection *connection;

    if (count < 3 || (strcmp(arguments[1], "register") != 0 && strcmp(arguments[1], "match") != 0)) {
        fprintf(stderr, "usage: fonts register FILE... | match NAME...\n");
        return 64;
    }
    dbus_error_init(&error);
    connection = dbus_bus_get(DBUS_BUS_SESSION, &error);
    if (!connection) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    if (strcmp(arguments[1], "register") == 0)
        return register_fonts(connection, arguments + 2, count - 2) > 0;
    return match(connection, arguments + 2, count - 2) > 0;
}
