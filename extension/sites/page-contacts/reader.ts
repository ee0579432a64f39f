import { COLLECT_KEY_MAX_CHARS } from '#contract/collect-sites.ts';
import { cutText } from '#contract/cut-text.ts';
import { extractPage, type Found, type FoundSocial } from '#engines/page-contacts/extract-page.ts';
import { type PageCut, STATE_MAX_CHARS } from '../../core/page-cut.ts';
import { collectRows, makeRow, type Reading, type Seen } from '../../core/reading.ts';
import type { pageContacts } from './site.ts';

/** The panel reads one page at a time. */
const CPU_BUDGET_MS = 5_000;

type Column = (typeof pageContacts.columns)[number];

/** The contacts of a page, one row each. The same contact on two hosts is two rows. */
export function read(cut: PageCut): Reading<Column> {
  return collectRows(cut.states.flatMap((html) => listContacts(html, cut.url)));
}

function listContacts(html: string, url: string): Seen<Column>[] {
  const contacts = extractPage(html, url, { cpuBudgetMs: CPU_BUDGET_MS });
  const host = URL.parse(url)?.hostname ?? '';
  const page = url.split('#')[0] ?? '';
  const row = (kind: 'email' | 'phone' | 'social', found: Found | FoundSocial) =>
    makeRow([cutText(`${kind} ${found.value} ${host}`, COLLECT_KEY_MAX_CHARS)], 'value', {
      kind,
      value: found.value,
      network: 'network' in found ? found.network : '',
      written: found.written,
      page,
      page_title: contacts.title,
    });
  return [
    // What is left of a very large page.
    ...(contacts.truncated || html.length >= STATE_MAX_CHARS ? [null] : []),
    ...contacts.emails.map((email) => row('email', email)),
    ...contacts.phones.map((phone) => row('phone', phone)),
    ...contacts.unplacedPhones.map((phone) =>
      row('phone', { ...phone, value: `${phone.value} (country unknown)` }),
    ),
    ...contacts.socials.map((social) => row('social', social)),
  ];
}
