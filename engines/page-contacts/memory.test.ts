import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';
import { pageOrganization } from './organization/page-organization.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const PAGES = 30;
const PAGE_CHARS = 1_000_000;

/** A large page of its own: a copy of its text would show up in the heap. */
function page(index: number): string {
  const contacts = `<title>Acme Incorporated ${index}</title><p>info-${index}@acme.com, Tel (212) 563-1234</p>
    <a href="/contact-us/${index}">Contact us here</a><a href="https://www.linkedin.com/company/acme-${index}">in</a>`;
  return `${contacts}<!--`.padEnd(PAGE_CHARS, `${index} `);
}

test('contacts do not keep their pages in memory', () => {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const contacts = Array.from({ length: PAGES }, (_, index) =>
    extractPage(page(index), 'https://acme.com/', { wantsLink: () => true, organization: pageOrganization }),
  );
  collectGarbage();
  const kept = process.memoryUsage().heapUsed - before;
  expect(contacts.at(-1)).toMatchObject({
    emails: [{ value: 'info-29@acme.com' }],
    links: [{ text: 'Contact us here' }, { text: 'in' }],
  });
  // The first pages also load the names of places.
  expect(kept).toBeLessThan((PAGES * PAGE_CHARS) / 2);
});
