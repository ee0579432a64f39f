import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AUTH_ERRORS } from './auth.ts';
import { AUTH_ERROR_HELP, ERROR_HELP, REST_ERROR_HELP } from './error-help.ts';
import { ERRORS } from './errors.ts';

const PAGE = readFileSync(new URL('../docs/api-errors.md', import.meta.url), 'utf8');

it('is on the page, for each error', () => {
  const rows = [
    ...Object.entries(ERROR_HELP).map(([code, help]) => {
      const { status } = ERRORS[code as keyof typeof ERRORS];
      return `| \`${code}\` | ${status} | ${help} |`;
    }),
    ...Object.entries(REST_ERROR_HELP).map(([code, help]) => `| \`${code}\` | ${help} |`),
    ...Object.entries(AUTH_ERROR_HELP).map(([code, help]) => {
      const status = AUTH_ERRORS[code as keyof typeof AUTH_ERRORS];
      return `| \`${code}\` | ${status} | ${help} |`;
    }),
  ];
  expect(PAGE.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
});
