import { describe, expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { emailRunOptions } from './run-options.ts';

const optionsOf = (environment: Record<string, string>) => emailRunOptions(parseConfig(environment));

describe('the settings of the email finder', () => {
  it.each([
    [
      { EHLO_NAME: 'probe.example.com', VERIFY_FROM: 'verify@example.com' },
      'probe.example.com',
      'verify@example.com',
    ],
    [
      { PUBLIC_URL: 'https://leads.example.com', MAIL_FROM: 'Us <hello@example.com>' },
      'leads.example.com',
      'hello@example.com',
    ],
    [{ PUBLIC_URL: 'https://leads.example.com' }, 'leads.example.com', 'verify@leads.example.com'],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'localhost.localdomain', 'verify@localhost.localdomain'],
  ])('%j names us as %s and %s to mail servers', (environment, ehloName, mailFrom) => {
    expect(optionsOf(environment)).toMatchObject({ ehloName, mailFrom });
  });

  it('have the greylisting delays, and refuse other texts', () => {
    expect(optionsOf({}).greylistRetryMs).toEqual([60_000, 300_000, 900_000]);
    expect(optionsOf({ GREYLIST_RETRY_MS: '10, 20' }).greylistRetryMs).toEqual([10, 20]);
    expect(() => parseConfig({ GREYLIST_RETRY_MS: 'soon', SOCKS_PROXY: 'http://secret@host' })).toThrow(
      /GREYLIST_RETRY_MS: must be delays.*\n +SOCKS_PROXY: must be a socks5:\/\/ URL \(value hidden\)$/,
    );
  });
});
