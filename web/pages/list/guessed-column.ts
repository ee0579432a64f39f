import { type ListColumn, typeOfRole } from '#contract/list-columns.ts';
import { isCompanyPhone } from '#engines/csv/company-phone.ts';
import { rolesOfHeaders } from '#engines/csv/list-roles.ts';
import type { NamedColumn } from './column-fields.tsx';

/**
 * A new column of a list with these `fields`: what the person chose, and else what `list-change-columns` guesses by its name. Each role
 * is given once, and a "Name" beside a "First name" is a last name.
 */
export function guessedColumn(
  fields: readonly Pick<ListColumn, 'name' | 'role'>[],
  { name = '', type, role }: Partial<NamedColumn>,
): NamedColumn {
  const others = fields.map((field) => (field.role === null ? '' : field.name));
  const guessed = rolesOfHeaders([...others, name]).at(-1) ?? null;
  const own = role !== undefined ? role : fields.some((field) => field.role === guessed) ? null : guessed;
  const [about = null] = isCompanyPhone(name) ? [] : rolesOfHeaders([name]);
  return { name, type: type ?? typeOfRole(own ?? about), role: own };
}
