import { PERSON_RECORDS_MAX, type PersonExport, type PersonReport } from '#contract/person-rights.ts';
import { findKeyOwner } from '../accounts/account.ts';
import { LEAD_DATABASE_SHAPES } from '../leads/databases.ts';
import { type ExportedLead, findExportsOf } from '../leads/exported-person.ts';
import { usualKeys } from '../leads/find-person.ts';
import { type LeadKeys, NO_KEYS } from '../leads/lead-keys.ts';
import { areOptedOut } from '../opt-outs/opt-outs.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { type Found, findRecords, type SearchDeps, type Searched } from './find-records.ts';
import type { PersonEntry } from './person-check.ts';
import type { PersonParts } from './person-parts.ts';
import { copiesIn } from './search-files.ts';

/** A search with what an erasure needs besides the report. */
export interface PersonSearch {
  report: PersonReport;
  found: readonly Found[];
  exports: readonly ExportedLead[];
  /** of the person's leads, now and earlier */
  keys: LeadKeys;
}

/** What a search takes turns as. */
const CALLER = 'operator';

/** Searches everything that the server stores for a person. */
export function searchPerson(
  deps: SearchDeps,
  person: readonly PersonEntry[],
  { personalData }: Pick<PersonParts, 'personalData'>,
): Promise<PersonSearch> {
  return runHeavy(CALLER, async () => {
    const at = new Date(deps.clock.now()).toISOString();
    const searched: Searched = { tables: 0, leadDatabases: 0, files: 0 };
    const found: Found[] = [];
    for await (const record of findRecords(deps, person, { personalData, searched })) found.push(record);
    const keys = await keysOf(deps, person, found);
    const exports: ExportedLead[] = [];
    for await (const exported of findExportsOf(deps.database.db, keys)) exports.push(exported);
    const emails = await accountEmails(deps, [...found, ...exports]);
    const [optedOut = false] = await areOptedOut(deps, [person]);
    const copies = await copiesIn(deps);
    const report: PersonReport = {
      at,
      person: person.map(({ kind, value }) => ({ kind, value })),
      optedOut,
      records: found.slice(0, PERSON_RECORDS_MAX).map((record) => ({
        place: record.place,
        account: record.accountId && (emails.get(record.accountId) ?? null),
        within: record.within,
        at: record.at,
        origins: record.origins,
        data: record.data,
      })),
      more: Math.max(0, found.length - PERSON_RECORDS_MAX),
      exports: exports.map((exported) => viewExport(exported, emails)),
      alsoNamed: [...new Set(found.flatMap(({ alsoNamed }) => alsoNamed))],
      backups: copies.map(({ file, at }) => ({ file, at: at.toISOString() })),
      searched,
    };
    return { report, found, exports, keys };
  });
}

async function keysOf(
  deps: SearchDeps,
  person: readonly PersonEntry[],
  found: readonly Found[],
): Promise<LeadKeys> {
  // Without leads, no one can have exported any.
  if (!deps.warehouse.hasData()) return NO_KEYS;
  const ofLeads = found.flatMap(({ ref }) => (ref.kind === 'lead' && ref.isPerson ? ref.keys : []));
  const all = new Set([...ofLeads, ...(await usualKeys(deps.warehouse, person))]);
  return BigUint64Array.from([...all].map(BigInt));
}

async function accountEmails(
  { database, config }: SearchDeps,
  of: readonly { accountId: string | null }[],
): Promise<Map<string, string>> {
  const emails = new Map<string, string>();
  for (const accountId of new Set(of.flatMap(({ accountId }) => accountId ?? []))) {
    const account = await findKeyOwner(database.db, config, accountId);
    if (account) emails.set(accountId, account.email);
  }
  return emails;
}

function viewExport(
  { accountId, database, day, at }: ExportedLead,
  emails: ReadonlyMap<string, string>,
): PersonExport {
  return {
    account: emails.get(accountId) ?? '',
    database: LEAD_DATABASE_SHAPES[database].title,
    at: at.map((time) => time.toISOString()),
    day,
  };
}
