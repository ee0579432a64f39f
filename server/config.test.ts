import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import * as toolSettings from '#tools/index/settings.ts';
import { ConfigError, ENVIRONMENT_NAMES, FILE_SETTINGS, isLocalOnly, parseConfig } from './config.ts';

function configProblems(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('.env.example', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const uncommented = parseEnv(text.replaceAll(/^# (?=[A-Z0-9_]+=)/gm, ''));

  it('lists every name, commented out, and no other', () => {
    expect(Object.keys(uncommented).sort()).toEqual([...ENVIRONMENT_NAMES].sort());
    expect(parseEnv(text)).toEqual({});
  });

  it('shows the defaults', () => {
    expect(parseConfig(uncommented)).toEqual(parseConfig({}));
    for (const [name, value] of Object.entries(parseConfig({}))) {
      if (typeof value === 'string') expect(uncommented[name]).toBe(value);
    }
  });

  it('explains each name in one line', () => {
    const lines = text.split('\n').slice(3);
    for (const [index, line] of lines.entries()) {
      if (/^# [A-Z0-9_]+=/.test(line)) expect(lines[index - 1]).toMatch(/^# (?![A-Z0-9_]+=).*\w.*\.$/);
    }
  });
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it.each(FILE_SETTINGS)('are read for %s, without the newline at the end', (name) => {
    const values: Partial<Record<string, string>> = {
      DATABASE_URL: 'postgres://leadwell:word@127.0.0.1/leadwell',
      CLICKHOUSE_URL: 'http://u:p@127.0.0.1:8123',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_WEBHOOK_SECRET_OLD: 'whsec_0',
      SMTP_URL: 'smtp://u:p@127.0.0.1',
      SOCKS_PROXY: 'socks5://127.0.0.1:1080',
      REACHER_URL: 'http://127.0.0.1:1',
    };
    const value = values[name] ?? `${name} 0123456789 0123456789 0123456789`;
    const others = {
      AUTH_SECRET: 'a'.repeat(32),
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      MAIL_FROM: 'us@example.com',
      GOOGLE_CLIENT_ID: 'leadwell',
      GOOGLE_CLIENT_SECRET: 'a secret',
      MICROSOFT_CLIENT_ID: 'leadwell',
      MICROSOFT_CLIENT_SECRET: 'a secret',
      [name]: '',
    };
    for (const end of ['', '\n', '\r\n']) {
      const config = parseConfig({ ...others, [`${name}_FILE`]: file(name, value + end) });
      expect(config[name]).toBe(value);
    }
  });

  it('are rejected with a reason if a file cannot be used, without showing a secret', () => {
    const gone = join(folder, 'gone');
    const problems = configProblems({
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://leads.example.com',
      DATABASE_URL_FILE: gone,
      AUTH_SECRET: 'a'.repeat(32),
      AUTH_SECRET_FILE: file('both', 'b'.repeat(32)),
      ADMIN_KEY_FILE: file('empty', '\n'),
      SMTP_URL_FILE: file('wrong', 'http://hidden'),
      MAIL_FROM: 'us@example.com',
    });
    expect(problems).toEqual([
      `DATABASE_URL_FILE: the file ${gone} can't be read: there is no such file or folder`,
      'AUTH_SECRET_FILE: AUTH_SECRET is set too. Unset one of them',
      `ADMIN_KEY_FILE: the file ${join(folder, 'empty')} is empty`,
      'SMTP_URL: must be an smtp:// or smtps:// URL (value hidden)',
    ]);
  });
});

describe('configuration', () => {
  it('needs nothing on loopback', () => {
    expect(parseConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      embedded: true,
      STAFF_EMAILS: [],
    });
  });

  it('requires a card for the trial with Stripe, unless set otherwise', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(parseConfig({}).TRIAL_REQUIRES_CARD).toBe(false);
    expect(parseConfig(stripe).TRIAL_REQUIRES_CARD).toBe(true);
    expect(parseConfig({ ...stripe, TRIAL_REQUIRES_CARD: '0' }).TRIAL_REQUIRES_CARD).toBe(false);
  });

  it('requires a webhook secret with a Stripe key', () => {
    expect(configProblems({ STRIPE_SECRET_KEY: 'sk_live_secret' })).toEqual([
      expect.stringContaining('STRIPE_WEBHOOK_SECRET: must be set'),
    ]);
    const [problem] = configProblems({
      STRIPE_SECRET_KEY: 'pk_live_public',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    expect(problem).toMatch(/^STRIPE_SECRET_KEY: must be a secret Stripe key/);
    expect(problem).not.toContain('pk_live_public');
  });

  it('requires a Stripe key with a webhook secret', () => {
    expect(configProblems({ STRIPE_WEBHOOK_SECRET: 'whsec_secret' })).toEqual([
      'STRIPE_SECRET_KEY: must be set with STRIPE_WEBHOOK_SECRET. Set it to take payments with Stripe, or unset both',
    ]);
  });

  it('requires the new webhook secret with the old one', () => {
    expect(configProblems({ STRIPE_WEBHOOK_SECRET_OLD: 'whsec_secret' })).toEqual([
      'STRIPE_WEBHOOK_SECRET: must be set with STRIPE_WEBHOOK_SECRET_OLD, to the new value. Or unset both',
    ]);
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const [problem] = configProblems({ ...stripe, STRIPE_WEBHOOK_SECRET_OLD: 'we_1' });
    expect(problem).toMatch(/^STRIPE_WEBHOOK_SECRET_OLD: must be the webhook's signing secret/);
  });

  it.each([
    ['0', null],
    ['1', { hops: 1 }],
    ['yes', { hops: 1 }],
    ['3', { hops: 3 }],
    ['10.0.0.0/8, 192.0.2.7,2001:db8::/32', { networks: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'] }],
  ])('parses TRUST_PROXY=%s', (TRUST_PROXY, expected) => {
    expect(parseConfig({ TRUST_PROXY }).TRUST_PROXY).toEqual(expected);
  });

  it('detects whether only this machine can reach the server', () => {
    expect(isLocalOnly(parseConfig({}))).toBe(true);
    expect(isLocalOnly(parseConfig({ PUBLIC_URL: 'http://localhost:3000' }))).toBe(true);
    expect(isLocalOnly(parseConfig({ PUBLIC_URL: 'https://leads.example.com' }))).toBe(false);
  });

  it('has each setting of a tool in one tool only', () => {
    const names = Object.values(toolSettings).flatMap(({ shape }) => Object.keys(shape));
    expect(names).toHaveLength(new Set(names).size);
    expect(ENVIRONMENT_NAMES).toEqual(expect.arrayContaining(names));
  });

  it('treats an empty value as unset', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, embedded: true });
  });

  it('lists all invalid and missing names at once without showing secrets', () => {
    const problems = configProblems({
      HOST: '0.0.0.0',
      PORT: 'x',
      CRAWL_CONCURRENCY: '0',
      AUTH_SECRET: 'short-secret',
      DNS_SERVERS: 'nonsense',
      // Of tools.
      GREYLIST_RETRY_MS: 'soon',
      RENDER: 'chromium',
      CHROMIUM_PATH: '/nowhere/chromium',
    });
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
      'ADMIN_KEY',
      'AUTH_SECRET',
      'CHROMIUM_PATH',
      'CRAWL_CONCURRENCY',
      'DATABASE_URL',
      'DNS_SERVERS',
      'GREYLIST_RETRY_MS',
      'PORT',
      'PUBLIC_URL',
    ]);
    expect(problems.join()).not.toContain('short-secret');
  });

  it.each([
    ['PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['PORT', '1.5', 'must be a whole number from 0 to 65535'],
    ['TRUST_PROXY', 'maybe', 'must be the number of proxies'],
    ['TRUST_PROXY', '10.0.0.0/8,no network', 'must be the number of proxies'],
    ['WORKER', 'outside', 'must be inline or none'],
    ['STAFF_EMAILS', 'a@example.com, nonsense', 'must be email addresses, separated by commas'],
    ['PUBLIC_URL', 'ftp://example.com', 'must be an http(s) URL'],
    ['PUBLIC_URL', 'https://example.com/app', 'with nothing after the host and port'],
    ['PUBLIC_URL', 'https://user:word@example.com', 'with nothing after the host and port'],
    ['MAIL_FROM', 'Leadwell', 'must look like: Leadwell <mail@example.com>'],
    ['MAIL_FROM', 'A <a@example.com>, B <b@example.com>', 'must look like'],
    ['LANDING_STATISTICS', '[{"value":92}]', 'must be a JSON list of up to 6 entries like'],
    ['OPERATOR_NAME', 'Acme\nLtd', 'must be one line of at most 200 characters'],
    ['OPERATOR_EMAIL', 'Acme', 'must be an email address that people can write to'],
    ['TUTORIALS_PLAYLIST', 'http://www.youtube.com/playlist?list=PL1', 'must be an https URL'],
    ['LANDING_STATISTICS', '{', 'must be a JSON list of up to 6 entries like'],
  ])('explains once what %s=%s should be', (name, value, message) => {
    const problems = configProblems({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
    expect(problems[0]).toContain(message);
  });

  it('requires MAIL_FROM with a mail server and hides its password', () => {
    const SMTP_URL = 'smtp://user:secret-word@mail.example.com:587';
    expect(configProblems({ SMTP_URL })).toEqual([
      'MAIL_FROM: must be set with SMTP_URL, to an address that the mail server can send from',
    ]);
    expect(configProblems({ SMTP_URL: 'http://user:secret-word@mail.example.com' }).join()).not.toContain(
      'secret-word',
    );
    expect(configProblems({ SMTP_URL: 'mail.example.com:25', MAIL_FROM: 'leads@example.com' })).toEqual([
      'SMTP_URL: must be an smtp:// or smtps:// URL (value hidden)',
    ]);
    expect(parseConfig({ SMTP_URL, MAIL_FROM: 'leads@example.com' })).toMatchObject({ SMTP_URL });
  });

  it('hides a token that is too short, and not how much tokens cost', () => {
    const problems = configProblems({ METRICS_TOKEN: 'secret-word', AI_CREDITS_PER_1000_TOKENS: 'many' });
    expect(problems).toEqual([
      'METRICS_TOKEN: must have at least 16 characters (value hidden)',
      expect.stringMatching(/^AI_CREDITS_PER_1000_TOKENS: .*got "many"/),
    ]);
  });

  it('normalizes staff addresses and accepts capitals in the public URL', () => {
    expect(
      parseConfig({
        STAFF_EMAILS: 'Ada@Example.com,, bo@example.org ',
        PUBLIC_URL: 'https://Leads.Example.com/',
      }),
    ).toMatchObject({ STAFF_EMAILS: ['ada@example.com', 'bo@example.org'] });
  });

  it.each(['0.0.0.0', '::', '192.0.2.7', 'leads.example.com'])(
    'rejects HOST=%s until the secrets, database and public URL are set',
    (HOST) => {
      expect(configProblems({ HOST }).map((line) => line.split(':')[0])).toEqual([
        'AUTH_SECRET',
        'ADMIN_KEY',
        'DATABASE_URL',
        'PUBLIC_URL',
      ]);
    },
  );

  it('can listen on any address once these are set', () => {
    const config = parseConfig({
      HOST: '0.0.0.0',
      AUTH_SECRET: 'a'.repeat(32),
      ADMIN_KEY: 'b'.repeat(16),
      DATABASE_URL: 'postgres://leadwell@127.0.0.1/leadwell',
      PUBLIC_URL: 'https://leads.example.com',
    });
    expect(config).toMatchObject({ HOST: '0.0.0.0', embedded: false });
  });

  it('needs only a public URL where the embedded database is allowed, as in a container', () => {
    const container = { HOST: '0.0.0.0', ALLOW_EMBEDDED_DATABASE: 'true' };
    expect(configProblems(container).map((line) => line.split(':')[0])).toEqual(['PUBLIC_URL']);
    expect(parseConfig({ ...container, PUBLIC_URL: 'http://localhost:3000' })).toMatchObject({
      embedded: true,
    });
    expect(configProblems({ ...container, ALLOW_EMBEDDED_DATABASE: '0' })).toHaveLength(4);
  });

  it('requires the new AUTH_SECRET beside the one from before', () => {
    const old = { AUTH_SECRET_OLD: 'o'.repeat(32) };
    expect(configProblems(old)).toEqual(['AUTH_SECRET: must be set with AUTH_SECRET_OLD, to the new value']);
    expect(configProblems({ ...old, AUTH_SECRET: 'n'.repeat(32) })).toEqual([]);
  });

  it('requires a shared secret with PostgreSQL, because several servers can share it', () => {
    expect(configProblems({ DATABASE_URL: 'postgres://127.0.0.1/leadwell' })[0]).toMatch(/^AUTH_SECRET/);
  });
});
