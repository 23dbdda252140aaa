// Becomes a program whose system calls of some names wait until a supervisor, which is a test, lets them be made: see
// seccomp_unotify(2), and CallSupervisor of TestSupport for the other side.
//
// usage: SupervisedProgram SOCKET CALL,... PROGRAM [ARGUMENT...]
//   SOCKET   the path of the socket on which the supervisor waits for the process id and the descriptor of its end
//   CALL     the name of a system call, such as renameat2; with a slash and a number, such as write/9, only where its
//            third argument is at least that, which for many calls is how many bytes they are about
//
// usage: SupervisedProgram --deny CALL,... PROGRAM [ARGUMENT...]
// Nobody is asked: the calls fail with EPERM, in the program and in all that it starts.
#define _GNU_SOURCE
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void fail(const char *what, int error) {
    fprintf(stderr, "SupervisedProgram: %s: %s\n", what, strerror(error));
    exit(EXIT_FAILURE);
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) fail(path, ENAMETOOLONG);
    strcpy(address.sun_path, path);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) != 0) fail(path, errno);
    return connection;
}

// Puts a filter in force that does the same with each of the calls.
static scmp_filter_ctx filter_calls(char *names, uint32_t action) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter) fail("filter", ENOMEM);
    for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
        char *least = strchr(name, '/');
        if (least) *least++ = '\0';
        int number = seccomp_syscall_resolve_name(name);
        if (number == __NR_SCMP_ERROR) fail(name, ENOSYS);
        // Some architectures lack calls that others have beside newer ones; their numbers are negative.
        if (number < 0) continue;
        struct scmp_arg_cmp condition = {.arg = 2, .op = SCMP_CMP_GE};
        if (least) condition.datum_a = strtoul(least, NULL, 10);
        int status = seccomp_rule_add_array(filter, action, number, least ? 1 : 0, &condition);
        if (status != 0) fail(name, -status);
    }
    int status = seccomp_load(filter);
    if (status != 0) fail("filter", -status);
    return filter;
}

static int listen_to(char *names) {
    int listener = seccomp_notify_fd(filter_calls(names, SCMP_ACT_NOTIFY));
    if (listener < 0) fail("filter", -listener);
    return listener;
}

int main(int count, char **arguments) {
    if (count < 4) {
        fputs("usage: SupervisedProgram SOCKET CALL,... PROGRAM [ARGUMENT...]\n", stderr);
        return EXIT_FAILURE;
    }
    if (strcmp(arguments[1], "--deny") == 0) {
        filter_calls(arguments[2], SCMP_ACT_ERRNO(EPERM));
        execv(arguments[3], arguments + 3);
        fail(arguments[3], errno);
    }
    int connection = connect_to(arguments[1]);
    int listener = listen_to(arguments[2]);

    pid_t process = getpid();
    struct iovec part = {.iov_base = &process, .iov_len = sizeof process};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control = {.bytes = {0}};
    struct mmsghdr message = {
        .msg_hdr = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes}};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message.msg_hdr);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof listener);
    memcpy(CMSG_DATA(header), &listener, sizeof listener);
    // The filter is in force, and sendmsg may be one of its calls; this one is made by nobody who is supervised.
    if (sendmmsg(connection, &message, 1, MSG_NOSIGNAL) != 1) fail(arguments[1], errno);
    close(listener);

    execv(arguments[3], arguments + 3);
    fail(arguments[3], errno);
}
