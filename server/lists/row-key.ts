import { randomUUID } from 'node:crypto';
import type { ColumnType } from '#contract/list-columns.ts';
import { foldedText } from '#tools/list-tool/row-text.ts';

/**
 * What identifies a row of a list by the value in its key column: the same for other capitals, accents and spaces, and for
 * a web address with or without its scheme. A row without a value is one of its own.
 */
export function rowKey(type: ColumnType, value: string | undefined): string {
  const text = foldedText(value ?? '');
  if (text === '') return `row:${randomUUID()}`;
  if (type === 'url')
    return `key:${text
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/+$/, '')}`;
  if (type === 'phone') return `key:${text.replace(/[^\d+]/g, '') || text}`;
  return `key:${text.replace(/\s+/g, ' ')}`;
}
