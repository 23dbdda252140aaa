// The seam at which the Swift runtime lets a program decide where tasks run: the hook of swift_task_enqueueGlobal, see
// include/swift/Runtime/Concurrency.h of the Swift project. Swift itself has no stable way to it yet.
#pragma once

// Hands over a part of a task.
typedef void (*typecase_enqueue)(void *job, void *context);

// Has every part of a task that belongs to no actor with an executor of its own handed over, from now on. To be called
// once, before the first task.
void typecase_carry_tasks(typecase_enqueue enqueue, void *context);
// Runs a part of a task that was handed over.
void typecase_run_job(void *job);
