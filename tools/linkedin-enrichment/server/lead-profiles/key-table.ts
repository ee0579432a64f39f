import { z } from 'zod';
import { PEOPLE_DATABASES, type PeopleDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import { plainLettersSql } from '#engines/person-names/plain-letters.ts';
import { LEAD_DATABASE_SHAPES, phoneColumns } from '#server/leads/databases.ts';
import { leadTable } from '#server/leads/lead-tables.ts';
import { leadColumns, tableId } from '#server/leads/table-facts.ts';
import type { Statement, Warehouse } from '#server/platform/warehouse/warehouse.ts';
import type { LeadSummary } from '../../../list-tool/server/lead-summary.ts';
import { LEGAL_FORM_PATTERN, NOT_IN_KEY_PATTERN } from '../../engine/same-person.ts';

const TABLE = 'leads.profile_keys';
/**
 * The industry of a marker row, whose country is the id of the lead table: the keys of its import are complete.
 * Change it with how keys are made.
 */
const MARKER = 'lw_counted_3';
const READ_SECONDS = 20;
/** Leads of one search. Of a larger result, parts are searched, so that no namesake is cut off. */
const MAX_LEADS = 5000;

/** What is looked up: profiles by `profileLookup`, and people by the keys of name and company. */
export interface LeadLookup {
  profiles: readonly string[];
  names: readonly string[];
  /** one for each of `names` */
  companies: readonly string[];
}

/** The columns of each database that a profile is made of, besides those of its shape. */
const COLUMNS: Readonly<Record<PeopleDatabase, { title: string; phones: readonly string[] }>> = {
  leadrocks: { title: 'Job_Title', phones: [1, 2, 3, 4, 5].map((n) => `Phone_${n}`) },
  apollo: {
    title: 'title',
    phones: ['work_direct_phone', 'mobile_phone', 'corporate_phone', 'other_phone', 'home_phone'],
  },
  sales_navigator: { title: 'Job_title', phones: ['Mobile', 'Phone_numbers'] },
};

const LeadCells = z.object({
  profile: z.string(),
  name: z.string(),
  title: z.string(),
  company: z.string(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  place: z.array(z.string()),
  website: z.string(),
});
export type LeadCells = z.infer<typeof LeadCells>;

/**
 * Hashes of profiles, and of names with companies, with the place of each lead in the order of its table. Lead tables
 * are ordered by industry and can't be searched by these. Keys that an interrupted attempt left do no harm: a key only
 * says where to look.
 */
export const PROFILE_KEYS: LeadSummary = {
  name: 'the profiles of leads',
  table: TABLE,
  columns: 'key UInt64, industry String, country String, id UInt64',
  orderBy: '(import, key)',
  marker: {
    values: `0, '${MARKER}', {table:String}, 0`,
    // The lead table must still be the one that the keys are of.
    condition: `key = 0 AND industry = '${MARKER}'
AND (database, country) IN (SELECT name, toString(uuid) FROM system.tables WHERE database = 'leads')`,
  },
  async rows(warehouse, database) {
    // Read before the leads are: if an import replaces the table meanwhile, the marker doesn't fit.
    const table = (await tableId(warehouse, leadTable(database))) ?? '';
    return {
      sql: `key, industry, country, id FROM (
  SELECT toString(lw_industry) AS industry, toString(lw_country) AS country, lw_id AS id,
    arrayJoin([${profileHash(database)}, ${personHash(database)}]) AS key FROM ${leadTable(database)}
) WHERE key != 0`,
      params: { table, forms: LEGAL_FORM_PATTERN, rest: NOT_IN_KEY_PATTERN },
    };
  },
};

/** A text that changes whenever leads are imported, also while an import is being finished. */
export async function leadsStamp(warehouse: Warehouse): Promise<string> {
  const rows = await warehouse.rows(
    {
      sql: `SELECT arrayStringConcat(arraySort(groupArray(part)), ' ') AS stamp FROM (
  SELECT concat(name, toString(uuid)) AS part FROM system.tables WHERE database = 'leads' AND name IN {names:Array(String)}
  UNION ALL SELECT concat(toString(max(at)), ' ', toString(count())) FROM leads.imports)`,
      params: { names: PEOPLE_DATABASES },
    },
    z.object({ stamp: z.string() }),
  );
  return rows[0]?.stamp ?? '';
}

/** The leads of an import with any of the keys, by the table of keys: at most MAX_LEADS for each key. */
export async function keyedLeads(
  warehouse: Warehouse,
  database: PeopleDatabase,
  importId: string,
  lookup: LeadLookup,
): Promise<LeadCells[]> {
  const leads = await readLeads(
    warehouse,
    database,
    {
      sql: `(lw_industry, lw_country, lw_id) IN (
  SELECT industry, country, id FROM ${TABLE} WHERE import = {id:String} AND key IN (${wantedKeys(lookup)}))`,
      params: { id: importId },
    },
    lookup,
  );
  if (leads.length < MAX_LEADS || Math.max(lookup.profiles.length, lookup.names.length) < 2) return leads;
  const [firstHalf, secondHalf] = splitLookup(lookup);
  return [
    ...(await keyedLeads(warehouse, database, importId, firstHalf)),
    ...(await keyedLeads(warehouse, database, importId, secondHalf)),
  ];
}

function splitLookup({ profiles, names, companies }: LeadLookup): [LeadLookup, LeadLookup] {
  const half = <T>(list: readonly T[], first: boolean): T[] => {
    const middle = Math.ceil(list.length / 2);
    return first ? list.slice(0, middle) : list.slice(middle);
  };
  const part = (first: boolean): LeadLookup => ({
    profiles: half(profiles, first),
    names: half(names, first),
    companies: half(companies, first),
  });
  return [part(true), part(false)];
}

async function readLeads(
  warehouse: Warehouse,
  database: PeopleDatabase,
  condition: Statement,
  { profiles, names, companies }: LeadLookup,
): Promise<LeadCells[]> {
  if (profiles.length === 0 && names.length === 0) return [];
  const { profile, company, emails, place, websites } = LEAD_DATABASE_SHAPES[database];
  const { title, phones: known } = COLUMNS[database];
  // Also phones that an import kept in a column of its own.
  const imported = phoneColumns(
    LEAD_DATABASE_SHAPES[database],
    await leadColumns(warehouse, leadTable(database)),
  );
  const phones = [...new Set([...known, ...imported])];
  const list = (columns: readonly string[]) => `[${columns.map(quoted).join(', ')}]`;
  return warehouse.rows(
    {
      sql: `SELECT ${quoted(profile)} AS profile, ${fullName(database)} AS name, ${quoted(title)} AS title,
  ${quoted(company)} AS company, ${list(emails)} AS emails, ${list(phones)} AS phones, ${list(place)} AS place,
  ${quoted(websites[0] ?? '')} AS website
FROM ${leadTable(database)} WHERE ${condition.sql} LIMIT ${MAX_LEADS}`,
      params: { ...condition.params, profiles, names, companies },
    },
    LeadCells,
    { seconds: READ_SECONDS },
  );
}

/** A subquery with the hashes that are looked up. */
function wantedKeys({ profiles, names }: Pick<LeadLookup, 'profiles' | 'names'>): string {
  const parts = [
    profiles.length > 0 && `SELECT sipHash64('p', arrayJoin({profiles:Array(String)}))`,
    names.length > 0 &&
      `SELECT arrayJoin(arrayMap((n, c) -> sipHash64('n', n, c), {names:Array(String)}, {companies:Array(String)}))`,
  ].filter(Boolean);
  return parts.join(' UNION ALL ');
}

function fullName(database: PeopleDatabase): string {
  const { name } = LEAD_DATABASE_SHAPES[database];
  return name.length > 1 ? `trimBoth(concat(${name.map(quoted).join(", ' ', ")}))` : quoted(name[0] ?? '');
}

/** SQL for the hash of a lead's profile; 0 without one. As `profileLookup`, but for spellings that are rare. */
function profileHash(database: PeopleDatabase): string {
  const url = `normalizeUTF8NFC(lowerUTF8(decodeURLComponent(decodeURLComponent(${quoted(LEAD_DATABASE_SHAPES[database].profile)}))))`;
  const site = 'linkedin\\\\.(?:com|cn)\\\\.?/';
  const named = `extract(${url}, '${site}(?:(?:m|mwlite|comm)/)?in/([^/?#,;|\\\\s]+)')`;
  const sales = `extract(${url}, '${site}sales/(?:lead|people|profile)/([^/?#,;|\\\\s]+)')`;
  const old = `extractGroups(${url}, '${site}pub/([^/?#]+)/([0-9a-f]{1,3})/([0-9a-f]{1,3})/([0-9a-f]{1,3})')`;
  const oldName = `arrayStringConcat([concat(${old}[1], '-'), leftPad(${old}[4], 3, '0'), leftPad(${old}[3], 3, '0'), ${old}[2]])`;
  const slug = `multiIf(${named} != '', ${named}, ${sales} != '', ${sales}, length(${old}) = 4, ${oldName}, '')`;
  return `if(${slug} = '', 0, sipHash64('p', ${slug}))`;
}

/** SQL for the hash of a lead's name and company; 0 if it lacks one. As `plainKey` and `companyKey`. */
function personHash(database: PeopleDatabase): string {
  const plain = (text: string) =>
    `lowerUTF8(replaceRegexpAll(normalizeUTF8NFKD(${plainLettersSql(`lowerUTF8(${text})`)}), {rest:String}, ''))`;
  const company = quoted(LEAD_DATABASE_SHAPES[database].company);
  const name = plain(fullName(database));
  const firm = plain(`replaceRegexpOne(lowerUTF8(trimBoth(${company})), {forms:String}, '')`);
  return `if(${name} = '' OR ${firm} = '', 0, sipHash64('n', ${name}, ${firm}))`;
}
