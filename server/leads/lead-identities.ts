import { onceSql } from '#engines/country-names/folded-text.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import type { LeadDatabaseShape } from './databases.ts';

/** An SQL expression: the email addresses of a lead and their mailboxes, as `identities` finds them. */
export function addressesSql({ emails }: LeadDatabaseShape): string {
  const cells = emails.map((column) => `splitByRegexp('[,;|<>\\\\s]+', ${lower(column)})`).join(', ');
  return withMailboxes(`arrayMap(a -> replaceRegexpOne(a, '^mailto:', ''), arrayFlatten([${cells}]))`);
}

/** An SQL expression: the words with an @ in the texts of some columns, in lower case. */
export function addressWordsSql(columns: readonly string[]): string {
  const text = `lowerUTF8(concatWithSeparator('\\n', ${columns.map(quoted).join(', ')}, ''))`;
  return `arrayFilter(w -> position(w, '@') > 1, splitByRegexp('[,;|<>\\\\s]+', ${text}))`;
}

/** An SQL expression: the addresses in such words and their mailboxes, as the check of imported columns finds them. */
export function addressesInWordsSql(words: string): string {
  const local = '[^\\\\s@,;|<>()\\\\[\\\\]{}"\\\'`=:/\\\\\\\\]';
  const found = `extractAll(arrayStringConcat(${words}, ' '), '${local}+@${local.slice(0, -1)}?&#!]+')`;
  return withMailboxes(
    `arrayMap(a -> replaceRegexpOne(replaceRegexpOne(a, '^mailto:', ''), '[.]+$', ''), arrayConcat(${words}, ${found}))`,
  );
}

/** An SQL expression: the hosts of a lead's addresses (`addressesSql`) and websites. */
export function hostsSql({ websites }: LeadDatabaseShape, addresses: string): string {
  const pages = websites.map((column) => `splitByRegexp('[,;|\\\\s]+', ${lower(column)})`).join(', ');
  return `arrayMap(h -> trimRight(h, '.'), arrayConcat(
    arrayMap(a -> substring(a, position(a, '@') + 1), arrayFilter(a -> position(a, '@') > 1, ${addresses})),
    arrayMap(p -> extract(p, '^(?:(?:[a-z][a-z0-9+.-]*:)?//)?(?:[^/?#@]*@)?([^/?#:@]+)'), arrayFlatten([${pages}]))))`;
}

/** An SQL expression: the names of the LinkedIn profiles in a lead's cell of profiles, in lower case. */
export function slugsSql({ profile }: LeadDatabaseShape): string {
  return `extractAll(${lower(profile)}, '(?:^|[/. ])linkedin\\\\.[a-z.]+/(?:m/|mwlite/)?in/([^/?#;, ]+)')`;
}

function lower(column: string): string {
  return `lowerUTF8(${quoted(column)})`;
}

/** SQL for addresses and their mailboxes: without +tag, `www.`, and Gmail's dots. */
function withMailboxes(addresses: string): string {
  const plain = `arrayMap(a -> replaceRegexpOne(replaceRegexpOne(trimRight(a, '.'),
    '^([^+@]+)\\\\+[^@]*@', '\\\\1@'), '@www\\\\.([^.@]+\\\\.)', '@\\\\1'), x)`;
  return onceSql(
    addresses,
    `arrayConcat(x, arrayMap(a -> if(match(a, '@(gmail|googlemail)\\\\.com$'),
    concat(replaceAll(substring(a, 1, position(a, '@') - 1), '.', ''), '@gmail.com'), a), ${plain}))`,
  );
}
