import type { PeopleDatabase } from '#contract/leads.ts';
import { theOperator } from '#contract/operator.ts';
import { linkedinKey } from '#engines/list-items/linkedin.ts';
import type { Deps } from '#server/deps.ts';
import { LEAD_DATABASE_SHAPES } from '#server/leads/databases.ts';
import { createFailureLog } from '#server/platform/failure-log.ts';
import { firstErrorLine } from '#server/platform/operator-error.ts';
import { type CurrentImport, createLeadSummary } from '../../../list-tool/server/lead-summary.ts';
import type { LeadPerson } from '../../engine/lead-matches.ts';
import { MAX_NAMESAKES } from '../../engine/lead-matches.ts';
import type { PersonFacts } from '../../engine/person-facts.ts';
import { companyKey, isSameCompany, plainKey } from '../../engine/same-person.ts';
import type { LinkedinPorts } from '../../run/ports.ts';
import { keyedLeads, type LeadCells, type LeadLookup, leadsStamp, PROFILE_KEYS } from './key-table.ts';

const NOTHING = /^(?:n\/?a|null|none|undefined|unknown|-+)$/i;
/** How long a task waits for the keys of new leads. A million leads take seconds. */
const MAX_WAIT_MS = 120_000;
/** Searches, if imports come in between. */
const MAX_ATTEMPTS = 3;
const NOT_READY = 'The lead databases are being prepared after an import. Try again in a few minutes';
const NOT_REACHED = "The lead databases couldn't be searched. Try again later";

/** The lead databases as sources of people. */
export function createLeadProfiles(deps: Pick<Deps, 'config' | 'warehouse' | 'log'>): LinkedinPorts['leads'] {
  const { config, warehouse, log } = deps;
  const notHere = `This worker has no access to the lead databases. Ask ${theOperator(config.OPERATOR_EMAIL)} to set CLICKHOUSE_URL`;
  const failures = createFailureLog(Date.now);
  const summarized = createLeadSummary(deps, PROFILE_KEYS);

  /** The last known imports; lookups run at the same time. */
  let cached: KeyedImports | null = null;

  /** The imports with leads, all with keys. Waits for the keys of new ones. null if there are no leads. */
  async function keyedImportsNow(): Promise<KeyedImports | null> {
    const known = cached;
    if (known && (await leadsStamp(warehouse)) === known.stamp) return known;
    const before = await summarized.current();
    if (!before || before.length === 0) return null;
    if (!before.every(({ counted }) => counted)) await within(summarized.settled(), MAX_WAIT_MS);
    const stamp = await leadsStamp(warehouse);
    const imports = (await summarized.current()) ?? [];
    if (!imports.every(({ counted }) => counted)) throw new NotReady();
    const now = { imports, stamp };
    cached = now;
    return now;
  }

  async function search(lookup: LeadLookup): Promise<LeadPerson[]> {
    for (let attempt = 1; ; attempt += 1) {
      const now = await keyedImportsNow();
      if (!now) return [];
      const found = await Promise.all(
        now.imports.map(async ({ database, id, date }) =>
          (await keyedLeads(warehouse, database, id, lookup)).map((cells) =>
            leadPerson(database, date, cells),
          ),
        ),
      );
      // An import during the search leaves it with the places of other leads.
      if ((await leadsStamp(warehouse)) === now.stamp) return found.flat();
      if (attempt === MAX_ATTEMPTS) throw new NotReady();
    }
  }

  async function lookUp(
    lookup: LeadLookup,
    assign: (people: readonly LeadPerson[]) => readonly (readonly LeadPerson[])[],
  ) {
    if (!warehouse.accessible) return { failed: true as const, reason: notHere };
    try {
      return { failed: false as const, found: assign(await search(lookup)) };
    } catch (error) {
      if (error instanceof NotReady) return { failed: true as const, reason: NOT_READY };
      const reason = firstErrorLine(error);
      failures.write(log, 'warn', reason, { reason }, 'could not search the lead databases for profiles');
      return { failed: true as const, reason: NOT_REACHED };
    }
  }

  return {
    byProfile: (keys) =>
      lookUp({ profiles: [...new Set(keys.map(profileLookup))], names: [], companies: [] }, (people) => {
        const byKey = new Map<string, LeadPerson[]>();
        for (const person of people)
          for (const key of person.facts.profiles) byKey.set(key, [...(byKey.get(key) ?? []), person]);
        return keys.map((key) => byKey.get(key) ?? []);
      }),
    byName: (wanted) =>
      lookUp(
        {
          profiles: [],
          names: wanted.map(({ name }) => plainKey(name)),
          companies: wanted.map(({ company }) => companyKey(company)),
        },
        (people) => {
          const byName = Map.groupBy(people, ({ facts }) => plainKey(facts.name ?? ''));
          return wanted.map(({ name, company }) =>
            (byName.get(plainKey(name)) ?? [])
              .filter(({ facts }) => isSameCompany(facts.company ?? '', company))
              .slice(0, MAX_NAMESAKES),
          );
        },
      ),
  };
}

/** Imports with keys, and the stamp of the lead databases when they were read. */
interface KeyedImports {
  imports: readonly CurrentImport[];
  stamp: string;
}

class NotReady extends Error {}

/** Waits for a promise, but not longer than this. */
async function within(waiting: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([waiting, late.promise]);
  clearTimeout(timer);
}

/** The text that is hashed for a profile: its name or member id in lower case. Results are compared exactly. */
function profileLookup(key: string): string {
  return key.slice(key.indexOf('/') + 1).toLowerCase();
}

function leadPerson(database: PeopleDatabase, date: string, cells: LeadCells): LeadPerson {
  const key = linkedinKey(cells.profile);
  const facts: PersonFacts = {
    name: real(cells.name),
    title: real(cells.title),
    company: real(cells.company),
    email: cells.emails.flatMap(emailsIn)[0] ?? null,
    phone: cells.phones.flatMap((cell) => real(cell)?.split(/\s*[;|]\s*/) ?? []).find(Boolean) ?? null,
    location: cells.place.flatMap((part) => real(part) ?? []).join(', ') || null,
    website: real(cells.website),
    profiles: key === null ? [] : [key],
  };
  return { source: `${LEAD_DATABASE_SHAPES[database].title} database`, at: date, facts };
}

function real(cell: string): string | null {
  const text = cell.trim();
  return text === '' || NOTHING.test(text) ? null : text;
}

function emailsIn(cell: string): string[] {
  return cell.split(/[\s,;|<>]+/).filter((part) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(part));
}
