// A look at where a process connects to, before it does.
//
// The dynamic linker resolves `connect` of all libraries of a program that links this to the one here: libcurl's too,
// whose own way to be asked is out of reach behind URLSession. The C library looks names up by ways of its own, which
// do not come here, and have to reach name servers of the local network.
#ifndef TYPECASE_CCONNECT_H
#define TYPECASE_CCONNECT_H

#include <stdbool.h>
#include <sys/socket.h>

// Whether a connection by IPv4 or IPv6 may be made; called on any thread.
typedef bool (*typecase_connection_check)(const struct sockaddr *address, socklen_t length);

// Has all connections of this process by IPv4 and IPv6 checked from here on, for good. One that may not be made fails
// with EACCES.
//
// Returns whether libraries of this process ask at all: where they do not, nothing is checked.
bool typecase_check_connections(typecase_connection_check check);

#endif
