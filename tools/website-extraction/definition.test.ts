import { expect, it } from 'vitest';
import { WEBSITE_CSV_COLUMNS } from './definition.ts';

it('the CSV has the columns of the spec and no receipt', () => {
  expect(WEBSITE_CSV_COLUMNS.slice(0, 8).join()).toBe(
    'url,domain,emails,phones,title,description,keywords,twitter_url',
  );
  expect(WEBSITE_CSV_COLUMNS.slice(21, 26)).toEqual([
    'company_email',
    'error',
    'input',
    'final_url',
    'email_pages',
  ]);
  expect(WEBSITE_CSV_COLUMNS.slice(26, 28)).toEqual(['tiktok_url', 'tiktok_username']);
  expect(WEBSITE_CSV_COLUMNS).toHaveLength(26 + 2 * 14 + 3 + 8 + 1);
});
