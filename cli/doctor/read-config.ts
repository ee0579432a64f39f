import { type Config, ConfigError, parseConfig } from '#server/config.ts';

/** The settings of a server, as far as they are valid. */
export interface ReadConfig {
  /** one line for each invalid, missing or misspelled setting */
  problems: readonly string[];
  /** the settings without the invalid ones; null: too many are invalid */
  config: Config | null;
}

const REQUIRED_BY = /must be set (?:with|because) (\w+)/;

/** Reads the settings from the environment. Settings with problems count as not set, so that the rest can be checked. */
export function readConfig(environment: Record<string, string | undefined>): ReadConfig {
  const given = { LOG_LEVEL: 'silent', ...environment };
  try {
    return { problems: [], config: parseConfig(given) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const named = error.problems.map((problem) => /^[A-Za-z0-9_]+/.exec(problem)?.[0] ?? '');
    const without = named.flatMap((name) => [name, `${name}_FILE`, name.replace(/_FILE$/, '')]);
    const valid = withoutNames(given, without);
    // A missing setting is required by another one, such as HOST.
    const requiring = error.problems.flatMap((problem) => REQUIRED_BY.exec(problem)?.[1] ?? []);
    return {
      problems: error.problems,
      config: tryParse(valid) ?? tryParse(withoutNames(valid, requiring)),
    };
  }
}

function withoutNames(environment: Record<string, string | undefined>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}

function tryParse(environment: Record<string, string | undefined>): Config | null {
  try {
    return parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
