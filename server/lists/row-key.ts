import { randomUUID } from 'node:crypto';
import type { ColumnType } from '#contract/list-columns.ts';
import { readEmail } from '#engines/list-items/email.ts';
import { linkedinKey } from '#engines/list-items/linkedin.ts';
import { hasNoValue } from '#engines/list-items/no-value.ts';
import { readWebsite } from '#engines/list-items/website.ts';
import { foldedText } from '#tools/list-tool/row-text.ts';
import { parsePhone } from '../opt-outs/phone-entry.ts';

const VALUE = 'key:';

/**
 * What identifies a row of a list by the value in its key column: the same for other capitals, accents and spaces, and for
 * all spellings of a web address, a LinkedIn profile, an international phone number and an email address, as the tools and
 * exclusion lists read them. null without a value, as `N/A` is. Keys are stored: after a change of this function, a migration must let
 * lists with a key column compute theirs again, as 0127 does.
 */
export function valueKey(type: ColumnType, value: string | undefined): string | null {
  const text = foldedText(value ?? '');
  if (value === undefined || text === '') return null;
  if (hasNoValue(value) && !(type === 'text' && WORDS.has(text))) return null;
  return `${VALUE}${KEYS[type]?.(value, text) ?? text.replace(/\s+/g, ' ')}`;
}

/** A code, a symbol or a name can be these. */
const WORDS: ReadonlySet<string> = new Set(['na', 'null', 'none', 'unknown']);

/** By the type of the column: what a value means; null for another text. `text` is folded. */
const KEYS: Readonly<Partial<Record<ColumnType, (value: string, text: string) => string | null>>> = {
  url: (value, text) => profileKey(value, text) ?? siteKey(value),
  phone: (value, text) => phoneKey(value) ?? (text.replace(/[^\d+]/g, '').replace(/^00/, '+') || null),
  email: (value) => {
    const reading = readEmail(value);
    return reading.ok ? reading.address.canonical.toLowerCase() : null;
  },
};

function profileKey(value: string, text: string): string | null {
  const key = text.includes('linkedin') ? linkedinKey(value) : null;
  return key && `linkedin.com/${key}`;
}

/** With the part after `#`, which many programs have for their records. Tools read one page for all of them. */
function siteKey(value: string): string | null {
  const reading = readWebsite(value);
  if (!reading.ok || reading.website.fromEmail) return null;
  const [fragment = ''] = /#[^\s<>"')\]]+/.exec(value) ?? [];
  return `${reading.website.key}${fragment}`.toLowerCase();
}

/** In E.164; null without a country code, and for an extension, which is another person's. */
function phoneKey(value: string): string | null {
  const number = /[a-z]/i.test(value.replace(/^\s*tel:/i, '')) ? null : parsePhone(value);
  return number?.ok ? number.entry.value : null;
}

/** Whether a key is that of a value, not of a record of a site, a tool or a database. */
export function isValueKey(key: string): boolean {
  return key.startsWith(VALUE);
}

/** The key of a copy of a row that nothing else identifies. */
export function copyKey(listId: string, rowId: number): string {
  return `row:${listId}:${rowId}`;
}

/** The key of a row that is one of its own. */
export function ownKey(): string {
  return `row:${randomUUID()}`;
}
