// What the functions in C have Swift do: work that ends with a call.
#pragma once

#include <stddef.h>

// Tells on a thread of its own how an operation ended: with no code as it should, with a negative one where it was
// cancelled, else with a number of Core Text's and a message.
typedef void (*TypecaseOperationEnd)(void *data, int code, const char *message);

// Each begins an operation, which is to be released after its end.
void *typecase_operation_launch(const char *application_id, TypecaseOperationEnd end, void *data);
void *typecase_operation_register(
    const char *const *paths, size_t count, int scope, TypecaseOperationEnd end, void *data);
void *typecase_operation_unregister(
    const char *const *paths, size_t count, int scope, TypecaseOperationEnd end, void *data);
void typecase_operation_cancel(void *operation);
void typecase_operation_release(void *operation);
