import { type Config, parseConfig } from '#server/config.ts';

/**
 * The named settings from the environment, defaults for all others: other settings of a server may be missing
 * or wrong where a command runs. Throws OperatorError if a named one is wrong.
 */
export function readSettings(names: readonly string[]): Config {
  return parseConfig(
    Object.fromEntries(
      names.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, process.env[name]]),
    ),
  );
}
