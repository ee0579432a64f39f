import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import type { LeadDatabaseShape } from './databases.ts';
import { columnReads } from './table-facts.ts';

/**
 * SQL of the key of a lead: its id if the database has them. Otherwise the profile, else the email, else name, company and title.
 * Without a name and company, the row is unique.
 */
export function identity(shape: LeadDatabaseShape): string {
  const { title } = shape.sources;
  if (title === undefined) return keySql(shape, (whole) => whole);
  return keySql(shape, (whole) => `concat(${whole}, if(${title} = '', '', concat('|', ${title})))`);
}

/**
 * SQL of the key of a lead in tables of versions before November 2026, which had no titles in keys. The leads that accounts
 * paid for may have such keys.
 */
export function earlierIdentity(shape: LeadDatabaseShape): string {
  return keySql(shape, (whole) => whole);
}

/** Whether the keys of a table have titles (`identity`). False if its definition doesn't say. */
export async function titlesAreInKeys(
  warehouse: Warehouse,
  table: string,
  { sources: { title } }: LeadDatabaseShape,
): Promise<boolean> {
  return title === undefined || columnReads(warehouse, table, 'lw_key', title);
}

function keySql(
  { id, profile, emails: [email = ''], name, company }: LeadDatabaseShape,
  person: (whole: string) => string,
): string {
  if (id !== undefined) return `sipHash64(${id})`;
  const whole = `concat(${name.join(", ' ', ")}, '|', ${company})`;
  return `sipHash64(multiIf(${profile} != '', lowerUTF8(${profile}), ${email} != '', lowerUTF8(${email}),
    length(${whole}) > ${name.length}, lowerUTF8(${person(whole)}), toString(lw_id)))`;
}
