// What the Glibc module leaves out of Linux: headers it does not include, calls that are variadic or need _GNU_SOURCE,
// and constants that only _GNU_SOURCE reveals.
//
// The wrappers are compiled in CLinux.c rather than inlined here: a header that defines _GNU_SOURCE would declare the C
// library's types differently from the Glibc module, and Swift refuses two definitions of one type.
#pragma once

#include <libintl.h>
#include <poll.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>

extern const int typecase_F_ADD_SEALS;
extern const int typecase_F_SETPIPE_SZ;
extern const int typecase_F_GET_SEALS;
extern const int typecase_F_SEALS_ALL; // seal, shrink, grow and write
extern const unsigned int typecase_MFD_CLOEXEC;
extern const unsigned int typecase_MFD_ALLOW_SEALING;
extern const int typecase_O_PATH;
extern const int typecase_O_TMPFILE;
extern const unsigned int typecase_RENAME_NOREPLACE;

int typecase_errno(void);
int typecase_memfd_create(const char *name, unsigned int flags);
int typecase_fcntl(int fd, int command, int argument);
int typecase_openat(int directory, const char *path, int flags, mode_t mode);
int typecase_renameat2(int from, const char *old_name, int to, const char *new_name, unsigned int flags);
int typecase_syncfs(int fd);
/* sync_file_range() with its flags: has the kernel begin to write a whole file, without waiting for it. */
int typecase_start_writing(int fd);
int typecase_close_range(unsigned int first, unsigned int last, unsigned int flags);
int typecase_pidfd_open(pid_t pid);
int typecase_pidfd_send_signal(int process, int signal);
int typecase_prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d);
// fstat with what the kernel knows already, so that it never waits for whoever serves the file system.
int typecase_known_status(int fd, struct stat *status);
// Waits for any event on one descriptor: > 0 ready, 0 timed out, -1 and errno. A negative time waits for ever.
int typecase_poll(int fd, short events, int milliseconds);
// The columns of a terminal; 0 where the descriptor is none or does not know.
int typecase_terminal_columns(int fd);
// The lines of a terminal; 0 where the descriptor is none or does not know.
int typecase_terminal_rows(int fd);
// Opens a new pseudo-terminal: the end of whoever plays the terminal, or -1 and errno; the path of the other end goes to
// name.
int typecase_open_pseudo_terminal(char *name, size_t size);
// Tells a terminal its size: 0, or -1 and errno.
int typecase_set_terminal_size(int fd, unsigned short columns, unsigned short rows);
// Takes a write lock on the whole file that lasts as long as the open file: 0, or -1 and errno.
int typecase_lock_open_file(int fd);
// A process that is being started has the file too until it is another program: closing it would not give the lock back.
int typecase_unlock_open_file(int fd);
// Whether bytes are found among others: 1 or 0.
int typecase_contains(const void *bytes, size_t count, const void *pattern, size_t length);
// Whether a file, of which the descriptor is a read-only one, is open or mapped through any other opening of it: 1 or 0,
// or -1 and errno where the kernel cannot tell.
int typecase_is_open_elsewhere(int fd);

// Whether another open file has a lock on this file, which may be open for reading only: 1, 0, or -1 and errno.
int typecase_is_file_locked(int fd);
// Sends bytes and at most one descriptor (-1: none) over a socket.
ssize_t typecase_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor);
// Receives bytes and at most one descriptor, closed on exec; *descriptor is -1 where none came.
ssize_t typecase_receive_with_descriptor(int socket, void *bytes, size_t count, int *descriptor);
// Looks whether there is anything to receive, without waiting and without taking it: 1, 0 at the end, or -1 and errno.
ssize_t typecase_peek(int socket, void *byte);
// Makes a pipe that is closed on exec and, where the system has room for it, holds so many bytes: 0, or -1 and errno.
int typecase_pipe(int *output, int *input, int capacity);
// Moves bytes of a file, from *offset on, into a pipe without waiting for room: how many, or -1 and errno.
ssize_t typecase_splice(int file, int64_t *offset, int pipe, size_t count);
// The path of the dynamic linker that started this program; empty where there was none.
const char *typecase_dynamic_linker(void);
// Asks the scheduler to run this thread, and those that it starts from now on, for so long at a time; 0 for what is usual.
// 0, or -1 and errno. Threads of another policy than the usual one are left alone.
int typecase_request_slice(uint64_t nanoseconds);
// Whether a thread of a process could be sent a signal, which it is not: 0, or -1 and errno.
int typecase_signal_thread(int process, int thread);
// Whether the limits of a process could be set or read, which they are not: 0, or -1 and errno.
int typecase_look_at_limits(int process);
// The start of the build ID of the loaded object that an address is in, by which one build of a library is told from
// another of the same version: its length in bytes, at most size; 0 where the object has none.
size_t typecase_build_id(const void *address, unsigned char *bytes, size_t size);
// setrlimit without the enum type that C and C++ declare differently.
int typecase_setrlimit(int resource, unsigned long long soft, unsigned long long hard);
// The same for limits that are to hold whatever they were: a hard limit that is lower stays.
int typecase_lower_limit(int resource, unsigned long long soft, unsigned long long hard);
extern const int typecase_RLIMIT_AS, typecase_RLIMIT_CORE, typecase_RLIMIT_CPU, typecase_RLIMIT_DATA,
    typecase_RLIMIT_FSIZE, typecase_RLIMIT_NOFILE, typecase_RLIMIT_NPROC;
// Landlock, by numbers: Debian's C library has no functions for it. All return -1 and errno where they fail.
// The version of its interface; ENOSYS or EOPNOTSUPP where the kernel has none.
int typecase_landlock_version(void);
// A ruleset that denies these accesses to files and to the network, and these scopes.
int typecase_landlock_create(uint64_t files, uint64_t network, uint64_t scopes);
// Allows accesses to a file, or to what is beneath a directory.
int typecase_landlock_allow(int ruleset, uint64_t files, int beneath);
// Puts a ruleset in force for this process, for good.
int typecase_landlock_enter(int ruleset);
// The parts of posix_spawn that are not in POSIX: 0 or an errno.
int typecase_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *path);
int typecase_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
// Lets all threads share one of the C library's heaps, where each would get one of its own and keep what it once needed,
// and has large pieces go back to the system as soon as they are freed. Every thread keeps a few small pieces for itself,
// so that they rarely wait for each other.
// To be called before there is a second thread.
void typecase_share_heaps(void);
// Has the C library keep what is freed, for processes that do not live long. To be called before there is a second thread.
void typecase_keep_heap(void);
// Has so many bytes of the heap in memory from now on, got from the system at one time.
void typecase_prepare_heap(size_t size);
// Gives memory that is free, but still held by the C library, back to the system.
void typecase_return_free_memory(void);
