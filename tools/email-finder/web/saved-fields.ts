import { z } from 'zod';

/** The fields of a form, by name. */
export type Fields = Record<string, string>;

const Saved = z.record(z.string(), z.string());

/** Parses saved fields; null without them, and for fields other than those of `empty`. */
export function parseFields<F extends Fields>(saved: string | null, empty: F): F | null {
  try {
    const fields = Saved.safeParse(JSON.parse(saved ?? 'null')).data;
    const names = Object.keys(empty);
    if (!fields || Object.keys(fields).sort().join() !== names.sort().join()) return null;
    return { ...empty, ...fields };
  } catch {
    return null;
  }
}

/** The text to save; null for empty fields. */
export function formatFields(fields: Fields | null): string | null {
  return fields && Object.values(fields).some((text) => text.trim() !== '') ? JSON.stringify(fields) : null;
}
