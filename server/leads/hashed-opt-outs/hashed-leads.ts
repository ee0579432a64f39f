import { setImmediate as nextTurn } from 'node:timers/promises';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { isCompanyPhone } from '#engines/csv/company-phone.ts';
import type { Deps } from '../../deps.ts';
import { checkAgainst } from '../../opt-outs/contact-check.ts';
import { type HashedOptOut, hashedForm } from '../../opt-outs/hashed-entry.ts';
import type { OptOut } from '../../opt-outs/opt-out-entry.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES, type LeadDatabaseShape } from '../databases.ts';
import { addressesInWordsSql, addressesSql, addressWordsSql } from '../lead-identities.ts';
import type { LeadDeps } from '../lead-search.ts';
import { ensureDatabase, leadTable } from '../lead-tables.ts';
import { inEachTable, notDeleted } from '../opted-out-leads.ts';
import {
  eachRow,
  importedColumns,
  joined,
  type LeadCheck,
  leadCheck,
  phoneCells,
  phoneNumbersSql,
  removeFromRows,
} from '../opted-out-rows.ts';
import { newTableEngine } from '../own-table.ts';
import { dropLeftovers, dropWorkTable, openWorkTable } from '../own-work-tables.ts';
import { LOADING } from '../places/place-load.ts';
import { leadColumns } from '../table-facts.ts';

type HashDeps = LeadDeps & Pick<Deps, 'warehouse'>;

/** The leads of hashes, which are in a table of the warehouse for the look-up. */
export interface HashedLeads {
  /** Looks for the leads. Looking again adds those that came meanwhile. */
  find(): Promise<void>;
  /** For each hash that some lead had: the names of the people who have it, but 2 at most. */
  people: ReadonlyMap<string, ReadonlySet<string>>;
  /** Hashes with a lead that stays: only the number of its company goes. */
  cleared: ReadonlySet<string>;
  /** Deletes these leads. Returns their number. Throws OperatorError like `addOptOutsAndDeleteLeads`. */
  deleteAll(): Promise<number>;
  close(): Promise<void>;
}

/** Every table of leads, also the one that an import of places fills. */
const TABLES: readonly (readonly [LeadDatabase, string])[] = [
  ...LEAD_DATABASES.map((database) => [database, leadTable(database)] as const),
  ['local_businesses', LOADING],
];
/** Rows per statement that fills the table of hashes. */
const INSERTED_AT_ONCE = 20_000;

/**
 * Looks for the leads of hashes of one kind in all databases. The engine hashes the contacts of every lead once and compares
 * them with all hashes together; what it finds is read here, as an import is.
 */
export async function openHashedLeads(
  deps: HashDeps,
  kind: HashedOptOut['kind'],
  hashes: ReadonlySet<string>,
): Promise<HashedLeads> {
  const { warehouse } = deps;
  await ensureDatabase(warehouse);
  await dropLeftovers(warehouse);
  const list = openWorkTable('leads.hashes');
  const names = new Map<string, Set<string>>();
  const cleared = new Set<string>();
  const close = () => dropWorkTable(warehouse, list);
  const condition = async (database: LeadDatabase, table: string) => {
    const shape = LEAD_DATABASE_SHAPES[database];
    const columns = await leadColumns(warehouse, table);
    const check = hashCheck(shape, columns, { kind, hashes });
    return { shape, check, where: hasHash(table, list, contactsSql(kind, shape, columns)) };
  };
  try {
    await warehouse.run({
      sql: `CREATE TABLE ${list} (hash String) ENGINE = ${await newTableEngine(warehouse)} ORDER BY hash`,
    });
    await fill(warehouse, list, hashes);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    cleared,
    people: names,
    async find() {
      for (const [database, table] of TABLES) {
        if ((await leadColumns(warehouse, table)).length === 0) continue;
        const { shape, check, where } = await condition(database, table);
        await readNames(warehouse, table, shape, check, where, { names, cleared });
      }
    },
    async deleteAll() {
      let deleted = 0;
      const refused = await inEachTable(deps, async (database, table) => {
        const { check, where } = await condition(database, table);
        deleted += await removeFromRows(warehouse, table, check, where);
      });
      if (refused.length > 0) throw notDeleted(refused);
      return deleted;
    },
    close,
  };
}

async function fill(warehouse: Warehouse, list: string, hashes: ReadonlySet<string>): Promise<void> {
  const all = [...hashes];
  for (let from = 0; from < all.length; from += INSERTED_AT_ONCE) {
    const lines = all.slice(from, from + INSERTED_AT_ONCE).map((hash) => `${hash}\n`);
    await warehouse.insertLines(list, ['hash'], Buffer.from(lines.join('')));
    await nextTurn();
  }
}

/** A check that also says which hashes it found in the last row. */
interface HashCheck extends LeadCheck {
  found: Set<string>;
}

function hashCheck(
  shape: LeadDatabaseShape,
  columns: readonly string[],
  { kind, hashes }: { kind: HashedOptOut['kind']; hashes: ReadonlySet<string> },
): HashCheck {
  const found = new Set<string>();
  const listed = {
    size: hashes.size,
    hasPhones: kind === 'phone_sha256',
    includesAny(entries: readonly OptOut[]) {
      const before = found.size;
      for (const entry of entries) {
        const form = hashedForm(entry);
        if (form?.kind === kind && hashes.has(form.value)) found.add(form.value);
      }
      return found.size > before;
    },
  };
  const { columns: read, findOptedOut } = leadCheck(shape, columns, listed);
  const isNamed = checkAgainst(listed);
  // The check of a lead stops once the row goes, but each of its hashes has a status.
  const others = [
    ...importedColumns(shape, columns),
    ...(listed.hasPhones ? read.filter(isCompanyPhone) : []),
  ];
  return {
    columns: [...new Set([...read, ...shape.name, shape.company])],
    found,
    findOptedOut(readCell) {
      found.clear();
      const optedOut = findOptedOut(readCell);
      for (const column of others) isNamed(column, readCell(column));
      return optedOut;
    },
  };
}

const MOST_NAMES = 2;

/** Adds the names of the people who have each hash, and the hashes of which a lead stays. */
async function readNames(
  warehouse: Warehouse,
  table: string,
  shape: LeadDatabaseShape,
  check: HashCheck,
  where: string,
  { names, cleared }: { names: Map<string, Set<string>>; cleared: Set<string> },
): Promise<void> {
  const nameColumns = shape.name.length > 0 ? shape.name : [shape.company];
  for await (const { cells } of eachRow(warehouse, table, check.columns, where)) {
    const row = new Map(check.columns.map((column, index) => [column, cells[index] ?? '']));
    const isRow = check.findOptedOut((column) => row.get(column) ?? '') === 'row';
    const name = nameColumns.map((column) => row.get(column) ?? '').join(' ');
    for (const hash of check.found) {
      if (!isRow) cleared.add(hash);
      const known = names.get(hash) ?? new Set();
      names.set(hash, known);
      if (known.size < MOST_NAMES)
        known.add(
          name
            .normalize('NFC')
            .toLowerCase()
            .replace(/[^\p{L}]+/gu, ' ')
            .trim(),
        );
    }
  }
}

/** A condition: a contact of the lead has a hash of the list, or may have one that the engine can't compute. */
function hasHash(
  table: string,
  list: string,
  { contacts, unusual }: { contacts: string; unusual: string },
): string {
  const hashed = `arrayMap(c -> base64Encode(SHA256(c)), arrayDistinct(arrayFilter(c -> c != '', ${contacts})))`;
  return `${unusual} OR lw_key IN (
  SELECT lw_key FROM (SELECT lw_key, arrayJoin(${hashed}) AS hash FROM ${table}) WHERE hash IN (SELECT hash FROM ${list}))`;
}

/**
 * SQL for the emails or phones of a lead as they are hashed, also in columns that came with an import, and a condition: it may
 * have others, which only the check finds.
 */
function contactsSql(
  kind: HashedOptOut['kind'],
  shape: LeadDatabaseShape,
  columns: readonly string[],
): { contacts: string; unusual: string } {
  const imported = importedColumns(shape, columns);
  if (kind === 'email_sha256') {
    const own = { contacts: addressesSql(shape), unusual: `match(${joined(shape.emails)}, ${UNUSUAL})` };
    if (imported.length === 0) return own;
    const words = addressWordsSql(imported);
    return {
      contacts: `arrayConcat(${own.contacts}, ${addressesInWordsSql(words)})`,
      unusual: `${own.unusual} OR arrayExists(w -> match(w, ${UNUSUAL}), ${words})`,
    };
  }
  const { numbers, digits, isUnclear } = phoneNumbersSql(joined(phoneCells(shape, columns)));
  return { contacts: `arrayMap(n -> right(${digits('n')}, 10), ${numbers})`, unusual: isUnclear };
}

/** What the engine can't spell as a mailbox does: other scripts and Punycode. */
const UNUSUAL = "'[^ -~]|xn--|XN--'";
