import { expect, it } from 'vitest';
import { columnTitle } from './column-title.ts';

it('writes a column like a name', () => {
  expect(columnTitle('name')).toBe('Name');
  expect(columnTitle('funding_total_usd')).toBe('Funding total USD');
  expect(columnTitle('linkedin_url')).toBe('LinkedIn URL');
  expect(columnTitle('Full Name')).toBe('Full Name');
  expect(columnTitle('')).toBe('');
});
