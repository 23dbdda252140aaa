// The seams at which the Swift runtime lets a program decide where tasks run: the hooks of swift_task_enqueueGlobal and
// of its two companions for the timers of Task.sleep, see include/swift/Runtime/Concurrency.h of the Swift project.
// Swift itself has no stable way to them yet.
#pragma once

#include <stdint.h>

// Hands over a part of a task. With a delay in nanoseconds it is due only then.
typedef void (*typecase_enqueue)(void *job, void *context);
typedef void (*typecase_enqueue_after)(void *job, uint64_t nanoseconds, void *context);

// Has every part of a task that belongs to no actor with an executor of its own handed over, from now on. To be called
// once, before the first task.
void typecase_carry_tasks(typecase_enqueue enqueue, typecase_enqueue_after enqueue_after, void *context);
// Runs a part of a task that was handed over.
void typecase_run_job(void *job);
