import type { ContactCounts } from '#contract/analytics.ts';
import { foldText } from '#engines/country-names/folded-text.ts';
import type { ContactFields } from '../tool.ts';

/** The fields of a stored result, by their names. */
export type StoredRow = Record<string, unknown>;

/** The text that the text filter searches, as `foldedText`: of these fields of a stored row. */
export function searchText(row: StoredRow, fields: readonly string[]): string {
  return foldedText(fields.flatMap((field) => storedTexts(row[field])).join('\n'));
}

/** Whether a text as `searchText` returns it contains what a person typed, in any case and without accents. */
export function containsText(searched: string, typed: string): boolean {
  return searched.includes(foldedText(typed));
}

/** A text as it is compared: in lower case, without accents and outer spaces. */
export function foldedText(text: string): string {
  return foldText(text).trim();
}

/** The texts in a stored value: of a text, a number, an object, or a list of them. */
export function storedTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(storedTexts);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(storedTexts);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value.trim() ? [value] : [];
}

/** Counts the contacts in a row. Empty texts and other values don't count. */
export function contactsIn(row: object, fields: ContactFields = {}): ContactCounts {
  const values: Readonly<Record<string, unknown>> = { ...row };
  const count = (field: string | undefined) => (field === undefined ? 0 : storedTexts(values[field]).length);
  return { emails: count(fields.emails), phones: count(fields.phones), people: count(fields.people) };
}
