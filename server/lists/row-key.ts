import { randomUUID } from 'node:crypto';
import type { ColumnType } from '#contract/list-columns.ts';
import { foldedText } from '#tools/list-tool/row-text.ts';

const VALUE = 'key:';

/**
 * What identifies a row of a list by the value in its key column: the same for other capitals, accents and spaces, and for
 * a web address with or without its scheme. null without a value.
 */
export function valueKey(type: ColumnType, value: string | undefined): string | null {
  const text = foldedText(value ?? '');
  if (text === '') return null;
  if (type === 'url')
    return `${VALUE}${text
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/+$/, '')}`;
  if (type === 'phone') return `${VALUE}${text.replace(/[^\d+]/g, '') || text}`;
  return `${VALUE}${text.replace(/\s+/g, ' ')}`;
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
