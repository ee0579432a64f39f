import type { CollectColumn, CollectedRow } from '#contract/collect-sites.ts';
import { COLLECT_KEY_MAX_CHARS } from '#contract/collect-sites.ts';
import { cutText } from '#contract/cut-text.ts';
import { extractPage, type Found, type FoundSocial } from '#engines/page-contacts/extract-page.ts';
import type { PageCut } from '#engines/site-readers/page-cut.ts';
import { type Reading, readingOf, rowOf } from '#engines/site-readers/reading.ts';

type Column = CollectColumn<'page-contacts'>;

/** The contacts of a page, one row each. The same contact on two hosts is two rows. */
export function readContacts(cut: PageCut): Reading<Column> {
  return readingOf(cut.states.flatMap((html) => contactsOf(html, cut.url)));
}

function contactsOf(html: string, url: string): (CollectedRow<Column> | null)[] {
  const contacts = extractPage(html, url);
  const host = URL.parse(url)?.hostname ?? '';
  const page = url.split('#')[0] ?? '';
  const row = (kind: 'email' | 'phone' | 'social', found: Found | FoundSocial) =>
    rowOf([cutText(`${kind} ${found.value} ${host}`, COLLECT_KEY_MAX_CHARS)], 'value', {
      kind,
      value: found.value,
      network: 'network' in found ? found.network : '',
      written: found.written,
      page,
      page_title: contacts.title,
    });
  return [
    ...contacts.emails.map((email) => row('email', email)),
    ...contacts.phones.map((phone) => row('phone', phone)),
    ...contacts.unplacedPhones.map((phone) =>
      row('phone', { ...phone, value: `${phone.value} (country unknown)` }),
    ),
    ...contacts.socials.map((social) => row('social', social)),
  ];
}
