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

/** PG* are libpq's. Its password file and client certificates are in the home folder, and without a user in the URL, the system's user counts. */
const DATABASE_SETTING =
  /^(?:PG[A-Z]+|HOME|USER|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_(?:FILE|DIR))$/;

/** What a connection to PostgreSQL depends on besides its URL. Only for a process that gets DATABASE_URL. */
export function databaseEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => DATABASE_SETTING.test(name)));
}
