import type { ContactCounts } from '#contract/analytics.ts';
import { textsOf } from './row-text.ts';

/** The row field that has the emails, phones or people of a result: a text, or a list of texts. */
export type ContactFields = Readonly<Partial<Record<keyof ContactCounts, string>>>;

/** Counts the contacts in a row. Empty texts and other values don't count. */
export function contactsIn(row: object, fields: ContactFields = {}): ContactCounts {
  const values: Readonly<Record<string, unknown>> = { ...row };
  const count = (field: string | undefined) => (field === undefined ? 0 : textsOf(values[field]).length);
  return { emails: count(fields.emails), phones: count(fields.phones), people: count(fields.people) };
}
