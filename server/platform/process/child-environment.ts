import { env } from 'node:process';

/**
 * The environment of a process that we start. It has none of our secrets, because the process works on what strangers
 * wrote. Windows needs SystemRoot, and with Node's compile cache the process starts sooner.
 */
export function childEnvironment(): Record<string, string | undefined> {
  return {
    PATH: env.PATH,
    SystemRoot: env.SystemRoot,
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE,
  };
}
