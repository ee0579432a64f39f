import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('./docs/decisions/', import.meta.url);
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

it('finds the pages', () => {
  expect(pages.length).toBeGreaterThan(10);
});

it.each(pages)('%s has a title, its date, and one status', (name) => {
  const [title, , date, , status, ...rest] = readFileSync(new URL(name, FOLDER), 'utf8').split('\n');
  expect(title).toMatch(/^# \S/);
  expect(name).toMatch(new RegExp(`^${date}-[a-z0-9-]+\\.md$`));
  expect(status).toMatch(/^Status: (accepted|superseded by [\w.-]+\.md)$/);
  expect(rest.filter((line) => line.startsWith('Status:'))).toEqual([]);
  const successor = /superseded by (\S+)/.exec(status ?? '')?.[1];
  expect(successor === undefined || existsSync(new URL(successor, FOLDER))).toBe(true);
});
