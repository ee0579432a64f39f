/**
 * A flag of Node for processes that tests start. V8 compiles the embedded database once and never again for
 * speed, which saves a third of the CPU time of a start. It changes nothing that the process does.
 */
export const QUICK_START = '--liftoff-only';
