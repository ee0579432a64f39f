import { cutText } from '#contract/cut-text.ts';
import type { ListColumn } from '#contract/list-columns.ts';

/** What a column says about whom a row is about. */
const IDENTITY_ROLES = [
  'email',
  'website',
  'linkedin',
  'phone',
  'company',
  'full_name',
  'first_name',
  'last_name',
] as const;
export type IdentityRole = (typeof IDENTITY_ROLES)[number];

/** What is read of a row, of all columns that say whom it is about. */
export const IDENTITY_MAX_CHARS = 20_000;

/** What a column says about whom a row is about; null for nothing. */
export function identityRole({ role, type }: Pick<ListColumn, 'role' | 'type'>): IdentityRole | null {
  if (role === 'email' || type === 'email') return 'email';
  if (role === 'domain' || role === 'website') return 'website';
  if (role === 'linkedin') return 'linkedin';
  if (role === 'phone' || type === 'phone') return 'phone';
  return IDENTITY_ROLES.find((each) => each === role) ?? null;
}

/** The columns of a list that say whom a row is about, as inputs of a try: `email`, `email 2`, ... */
export function identityInputs(fields: readonly ListColumn[]): Record<string, string> {
  const counts = new Map<IdentityRole, number>();
  return Object.fromEntries(
    fields.flatMap((field) => {
      const role = identityRole(field);
      if (!role) return [];
      const count = (counts.get(role) ?? 0) + 1;
      counts.set(role, count);
      return [[count === 1 ? role : `${role} ${count}`, field.id]];
    }),
  );
}

/** What an input of such a try is; null for another one. */
export function identityOfInput(input: string): IdentityRole | null {
  const [, name] = /^([a-z_]+)(?: \d{1,3})?$/.exec(input) ?? [];
  return IDENTITY_ROLES.find((each) => each === name) ?? null;
}

/** Why these inputs don't say whom a row is about, as a sentence; null if they do. */
export function identityProblem(inputs: Readonly<Record<string, string>>): string | null {
  const names = Object.keys(inputs);
  const unknown = names.find((input) => identityOfInput(input) === null);
  if (unknown !== undefined)
    return `“${unknown.slice(0, 100)}” is nothing that this tool reads. It reads: ${IDENTITY_ROLES.join(', ')}.`;
  return names.length === 0 ? 'Choose the columns that say who each row is about.' : null;
}

/** The texts of a row by these inputs, without empty ones and those beyond `IDENTITY_MAX_CHARS`. `values`: by column */
export function identityTexts(
  inputs: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const texts: [input: string, text: string][] = [];
  let left = IDENTITY_MAX_CHARS;
  for (const [input, column] of Object.entries(inputs)) {
    const text = cutText((values[column] ?? '').trim(), left);
    if (text === '') continue;
    texts.push([input, text]);
    left -= text.length;
    if (left <= 0) break;
  }
  return Object.fromEntries(texts);
}
