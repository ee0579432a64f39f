import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  it('needs nothing on loopback', () => {
    expect(parseConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      embedded: true,
      STAFF_EMAILS: [],
    });
  });

  it('takes an empty value as not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, embedded: true });
  });

  it('lists every bad name at once, and shows no secret', () => {
    const problems = problemsOf({
      PORT: 'x',
      CRAWL_CONCURRENCY: '0',
      AUTH_SECRET: 'short-secret',
      DNS_SERVERS: 'nonsense',
    });
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
      'AUTH_SECRET',
      'CRAWL_CONCURRENCY',
      'DNS_SERVERS',
      'PORT',
    ]);
    expect(problems.join()).not.toContain('short-secret');
  });

  it.each(['0.0.0.0', '::', '192.0.2.7', 'leads.example.com'])(
    'refuses %s until secrets, database and address are set',
    (HOST) => {
      expect(problemsOf({ HOST }).map((line) => line.split(':')[0])).toEqual([
        'AUTH_SECRET',
        'ADMIN_KEY',
        'DATABASE_URL',
        'PUBLIC_URL',
      ]);
    },
  );

  it('listens anywhere once all are set', () => {
    const config = parseConfig({
      HOST: '0.0.0.0',
      AUTH_SECRET: 'a'.repeat(32),
      ADMIN_KEY: 'b'.repeat(16),
      DATABASE_URL: 'postgres://leadwell@127.0.0.1/leadwell',
      PUBLIC_URL: 'https://leads.example.com',
    });
    expect(config).toMatchObject({ HOST: '0.0.0.0', embedded: false });
  });

  it('wants a shared secret with PostgreSQL, since several servers must agree', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://127.0.0.1/leadwell' })[0]).toMatch(/^AUTH_SECRET/);
  });
});
