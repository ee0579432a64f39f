import { describe, expect, it } from 'vitest';
import { ConfigError, ENVIRONMENT_NAMES, FILE_SETTINGS, parseConfig } from '../../config.ts';
import { unknownSettings } from './unknown-settings.ts';

const KNOWN = {
  names: ENVIRONMENT_NAMES,
  files: FILE_SETTINGS,
  others: ['LEADWELL_URL', 'LEADWELL_API_KEY'],
};

describe('names that look like a setting', () => {
  it.each([
    ['DATABASE_URLL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['LEADWELL_DATABASE_URL', 'DATABASE_URL'],
    ['AUTH_SECRETS', 'AUTH_SECRET'],
    ['AUTH_SECRET_FIL', 'AUTH_SECRET_FILE'],
    ['DATADIR', 'DATA_DIR'],
    ['WORKERS', 'WORKER'],
    ['STRIPE_WEBHOK_SECRT', 'STRIPE_WEBHOOK_SECRET'],
    ['CRAWL_CONCURENCY', 'CRAWL_CONCURRENCY'],
  ])('are refused with a suggestion: %s', (name, meant) => {
    expect(unknownSettings([name], KNOWN)).toEqual([`${name}: isn't a setting. Did you mean ${meant}?`]);
  });

  it('are refused if they name a file for a setting that has none', () => {
    expect(unknownSettings(['PUBLIC_URL_FILE'], KNOWN)).toEqual([
      "PUBLIC_URL_FILE: PUBLIC_URL can't be read from a file. Set PUBLIC_URL instead",
    ]);
  });

  it('are not those of other programs, and every setting with one letter less is', () => {
    const others =
      'HOME HOSTNAME PATH PWD SHLVL USER LANG TERM NODE_ENV NODE_OPTIONS npm_config_cache SMTP_HOST SMTP_USER DATABASE_PORT DATABASE_HOST DATABASE_SERVICE_HOST POSTGRES_PASSWORD PGHOST XDG_DATA_DIRS LEADWELL_URL LEADWELL_API_KEY LEADWELL_PORT LEADWELL_SERVICE_HOST LEADWELL_TEST_FOLDER TEST_POSTGRES_URL TZ';
    expect(unknownSettings(others.split(' '), KNOWN)).toEqual([]);
    expect(
      unknownSettings([...ENVIRONMENT_NAMES, ...FILE_SETTINGS.map((name) => `${name}_FILE`)], KNOWN),
    ).toEqual([]);
    const known = new Set(ENVIRONMENT_NAMES);
    for (const name of ENVIRONMENT_NAMES.filter((one) => one.length >= 6)) {
      const slips = [`${name}X`, name.slice(0, -1)].filter((slip) => !known.has(slip));
      expect(unknownSettings(slips, KNOWN)).toHaveLength(slips.length);
    }
  });
});

it('an unknown setting ends the start instead of the default taking its place, and an empty one does not', () => {
  expect(() => parseConfig({ DATABASE_URLL: 'postgres://db/leadwell' })).toThrow(ConfigError);
  expect(() => parseConfig({ DATABASE_URLL: 'postgres://db/leadwell' })).toThrow(
    /Did you mean DATABASE_URL\?/,
  );
  expect(parseConfig({ DATABASE_URLL: '' }).embedded).toBe(true);
});
