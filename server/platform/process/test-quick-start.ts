/**
 * Flags of Node for processes that tests start. V8 compiles the embedded database once and never again for speed, which
 * saves a third of the CPU time of a start. It doesn't share its work between threads and collects garbage less often,
 * which saves another tenth. They change nothing that the process does.
 */
export const QUICK_START = ['--liftoff-only', '--single-threaded', '--min-semi-space-size=16'];
