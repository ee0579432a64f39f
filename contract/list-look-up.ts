import { z } from 'zod';
import { ColumnId, ColumnName, ColumnType } from './list-columns.ts';

/** The tool of a try that takes values of a row of another list. It works only as a step. */
export const LOOK_UP_TOOL = 'look-up';
const FIELDS_MAX = 40;

/** A value to take: what it is called, and its column in the other list. `type`: of a new column for it. */
export const LookUpField = z.object({
  name: ColumnName,
  column: ColumnId,
  type: ColumnType.default('text'),
});
export type LookUpField = z.infer<typeof LookUpField>;

/**
 * What a column takes of another list. `companies`: in an ordinary list, a row about the same company is enough if none is
 * about the same person; in an exclusion list, its own setting says so. `list`: null in a recipe, which belongs to no account.
 */
export const LookUpSetup = z.object({
  list: z.uuid().nullable().default(null),
  companies: z.boolean().default(false),
  fields: z
    .array(LookUpField)
    .min(1, 'Choose the columns to take.')
    .max(FIELDS_MAX, `A column can take ${FIELDS_MAX} values.`),
});
export type LookUpSetup = z.infer<typeof LookUpSetup>;

/** A row to look up, as the item of the tool: its texts by what they are, such as `email` or `email 2`. */
export const LookUpItem = z.object({
  list: z.uuid(),
  companies: z.boolean(),
  fields: z.array(LookUpField.pick({ name: true, column: true })),
  texts: z.record(z.string(), z.string()),
});
export type LookUpItem = z.infer<typeof LookUpItem>;

/**
 * What the other list (`list`: its name) says about a row. `gone`: the account has no such list anymore, or the list has no column
 * for the value `field`. `too-large`: it has too many rows to look in. `strange`: the row names no one. `hidden`: the row was deleted
 * meanwhile, or is about someone who opted out.
 */
export type LookUpAnswer =
  | { kind: 'gone'; list: null }
  | { kind: 'gone'; list: string; field: string }
  | { kind: 'too-large'; list: string }
  | { kind: 'strange' }
  | { kind: 'none'; list: string }
  | { kind: 'hidden'; list: string }
  | {
      kind: 'found';
      list: string;
      /** the first value of the row there */
      row: string | null;
      /** what is the same, in words: "email address jane@acme.com" */
      key: string;
      /** by the names of the fields; empty ones are missing */
      values: Record<string, string>;
    };
