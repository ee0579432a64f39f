import { expect, it } from 'vitest';
import { extractPage } from '#engines/page-contacts/extract-page.ts';
import { siteContacts } from '#engines/page-contacts/site-contacts.ts';
import { PERSON_COLUMNS, personRows } from '#tools/website-extraction/engine/person-rows.ts';
import { personLines } from './person-lines.ts';

const COLUMNS = [...PERSON_COLUMNS];

/** The results of some sites, each with the same three people. */
function results(urls: readonly string[]) {
  return urls.map((url) => ({
    domain: siteContacts([extractPage('<p>Acme</p>', url)], url).domain,
    people: ['Jane Miller', 'Ben Smith', 'Ann Jones'].map((name) => ({
      name,
      title: null,
      email: null,
      phone: '+12125631234',
      profile: null,
      page: url,
    })),
  }));
}

async function linesOf(urls: readonly string[], perSite?: number): Promise<string[]> {
  const rows = results(urls).flatMap((result) => personRows(result));
  const lines = personLines(
    {
      own: [],
      columns: COLUMNS,
      names: COLUMNS,
      async *pages() {
        yield rows.map((row) => ({
          key: '',
          own: [],
          values: COLUMNS.map((column) => row[column] ?? ''),
        }));
      },
    },
    perSite,
  );
  const keys: string[] = [];
  for await (const page of lines.pages()) keys.push(...page.map(({ key }) => key));
  return keys;
}

it('gives the people of each customer of a site builder', async () => {
  const urls = ['https://acme.wixsite.com/', 'https://bobs.wixsite.com/', 'https://acme.jimdofree.com/'];
  expect(await linesOf(urls)).toHaveLength(9);
  expect(await linesOf(urls, 2)).toEqual([
    'person acme.wixsite.com jane miller',
    'person acme.wixsite.com ben smith',
    'person bobs.wixsite.com jane miller',
    'person bobs.wixsite.com ben smith',
    'person acme.jimdofree.com jane miller',
    'person acme.jimdofree.com ben smith',
  ]);
});

it('gives a person once, also if two pages of a company are in the list', async () => {
  expect(await linesOf(['https://acme.com/', 'https://www.acme.com/team'])).toHaveLength(3);
});
