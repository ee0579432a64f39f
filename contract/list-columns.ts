import { z } from 'zod';

/** How a column is shown, sorted and compared. The cell always keeps its text. */
export const COLUMN_TYPES = ['text', 'number', 'url', 'email', 'phone', 'date', 'yes-no'] as const;
export const ColumnType = z.enum(COLUMN_TYPES);
export type ColumnType = z.infer<typeof ColumnType>;

/** What a column is about. Steps and exports choose their columns by it. */
export const COLUMN_ROLES = [
  'company',
  'website',
  'domain',
  'first_name',
  'last_name',
  'full_name',
  'job_title',
  'email',
  'phone',
  'linkedin',
  'company_linkedin',
  'country',
  'city',
] as const;
export const ColumnRole = z.enum(COLUMN_ROLES);
export type ColumnRole = z.infer<typeof ColumnRole>;

const ROLE_TYPES: Readonly<Partial<Record<ColumnRole, ColumnType>>> = {
  website: 'url',
  domain: 'url',
  email: 'email',
  phone: 'phone',
  linkedin: 'url',
  company_linkedin: 'url',
};

/** The type of a column that has a role, unless someone says otherwise. */
export function typeOfRole(role: ColumnRole | null): ColumnType {
  return (role && ROLE_TYPES[role]) ?? 'text';
}

export const LIST_COLUMNS_MAX = 200;
export const COLUMN_NAME_MAX_CHARS = 200;

export const COLUMN_ID_MAX_CHARS = 500;

/** Identifies a column of a list, and its value in each row. Older lists use the column's first name. */
export const ColumnId = z.string().min(1).max(COLUMN_ID_MAX_CHARS);

export const ColumnName = z
  .string()
  .trim()
  .min(1, 'Enter a name for the column.')
  .max(COLUMN_NAME_MAX_CHARS, `A column name can have ${COLUMN_NAME_MAX_CHARS} characters at most.`);

/** A column of a list. */
export const ListColumn = z.object({
  id: ColumnId,
  /** unique in the list, in any case */
  name: ColumnName,
  type: ColumnType,
  /** null for a column that no step or export asks for */
  role: ColumnRole.nullable(),
  /** the step that fills the column; null for a column that people and imports fill */
  step: z.string().nullable(),
  /** the value of the step's answer that the column has; null without a step */
  field: z.string().nullable(),
});
export type ListColumn = z.infer<typeof ListColumn>;
