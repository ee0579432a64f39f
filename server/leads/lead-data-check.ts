import { z } from 'zod';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { pluralForm } from '#contract/plural.ts';
import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { currentImports, hasCatalog } from './import-records.ts';
import { leadTable } from './lead-tables.ts';
import { readOptOutMarks } from './opt-out-marks.ts';
import { expectedRows, restartCount } from './row-counts.ts';
import { countRows, leadColumns } from './table-facts.ts';

const CHECK_MS = 24 * 60 * 60_000;
/** Parts that the engine put aside because it couldn't read them, and not on request. */
const LOST_PARTS =
  "(startsWith(reason, 'broken') OR reason IN ('covered-by-broken', 'noquorum', 'unexpected'))";
const WHAT_TO_DO =
  'Put back the lead databases from a backup, or import the leads again. To go on with what is left, run `leadwell leads check --accept`.';

/** What a check of one lead database found. */
export interface CheckedDatabase {
  database: LeadDatabase;
  leads: number;
  /** the leads that it should have; null: not known */
  expected: number | null;
  /** what is wrong, and what to do; null: nothing */
  problem: string | null;
}

/** The result of the last check in this process. */
export interface LeadDataCheck {
  /** what is wrong with the lead databases, and what to do */
  problems(): readonly string[];
  /** Looks for rows that were lost, and logs them. `readOnly`: without a count of rows that has none. */
  run(options?: { readOnly: boolean }): Promise<CheckedDatabase[]>;
}

/** Dependencies with the check of the lead databases. */
export interface LeadDataDeps {
  leadData: LeadDataCheck;
}

/** Creates the check. It has found nothing until it runs. */
export function createLeadDataCheck({ warehouse, log }: Pick<Deps, 'warehouse' | 'log'>): LeadDataCheck {
  let problems: readonly string[] = [];
  return {
    problems: () => problems,
    async run({ readOnly } = { readOnly: false }) {
      const checked: CheckedDatabase[] = [];
      for (const database of LEAD_DATABASES) checked.push(await checkDatabase(warehouse, database, readOnly));
      const found = [...checked.map(({ problem }) => problem), await checkRecords(warehouse)];
      problems = found.filter((problem) => problem !== null);
      for (const problem of problems) log.error(problem);
      return checked;
    },
  };
}

/**
 * Runs the check at the start of a server and once a day. Returns a function that stops it. The embedded engine isn't
 * started if nothing was ever stored. `after`: work that changes rows at the start.
 */
export function startLeadDataCheck(deps: Deps & LeadDataDeps, after: Promise<void>): () => Promise<void> {
  const { log, warehouse, leadData } = deps;
  const stop = every(CHECK_MS, async () => {
    await after;
    if (!warehouse.accessible) return;
    if (!warehouse.hasData()) return;
    try {
      await leadData.run();
    } catch (error) {
      if (!deps.stopping.aborted)
        log.error({ err: error }, 'the lead databases could not be checked for lost rows');
    }
  });
  // The engine may be reading for long. Closing the warehouse ends that.
  return async () => void stop();
}

async function checkDatabase(
  warehouse: Warehouse,
  database: LeadDatabase,
  readOnly: boolean,
): Promise<CheckedDatabase> {
  const table = leadTable(database);
  const exists = (await leadColumns(warehouse, table)).length > 0;
  if (!exists && !(await hasCatalog(warehouse))) return { database, leads: 0, expected: null, problem: null };
  const leads = exists ? await countRows(warehouse, table) : 0;
  const expected = await expectedLeads(warehouse, database);
  if (expected === 'changing') return { database, leads, expected: null, problem: null };
  const lost = await lostParts(warehouse, [database]);
  const aside =
    lost > 0 ? ` The engine put ${lost} damaged ${pluralForm(lost, 'part')} of its table aside.` : '';
  if (expected !== null && leads < expected) {
    const missing = `${number(expected - leads)} of ${number(expected)} ${pluralForm(expected, 'lead')} ${pluralForm(expected - leads, 'is', 'are')} missing`;
    return {
      database,
      leads,
      expected,
      problem: `The lead database ${database} has lost rows: ${missing}.${aside} ${WHAT_TO_DO}`,
    };
  }
  if (expected === null && lost > 0) {
    return {
      database,
      leads,
      expected,
      problem: `The lead database ${database} has lost rows.${aside} ${WHAT_TO_DO}`,
    };
  }
  const damaged = exists ? await damagedParts(warehouse, table) : 0;
  if (damaged > 0) {
    return {
      database,
      leads,
      expected,
      problem: `The lead database ${database} is damaged: some of its leads can't be read (in ${damaged} ${damaged === 1 ? 'part' : 'parts'} of its table). Put back the lead databases from a backup, or import the leads again.`,
    };
  }
  if (exists && expected !== leads && !readOnly) await restartCount(warehouse, table);
  return { database, leads, expected: leads, problem: null };
}

const CheckedPart = z.object({ is_passed: z.coerce.number() });

/**
 * How many parts of a table have wrong checksums. Only the built-in engine reads everything for this: a ClickHouse server
 * is watched by its own operator.
 */
async function damagedParts(warehouse: Warehouse, table: string): Promise<number> {
  if (!warehouse.embedded) return 0;
  const parts = await warehouse.rows(
    { sql: `CHECK TABLE ${table}`, settings: { check_query_single_value_result: 0 } },
    CheckedPart,
    { seconds: LOAD_SECONDS, work: 'load' },
  );
  return parts.filter(({ is_passed }) => is_passed === 0).length;
}

/** The rows that a lead table should have; null: not known. */
async function expectedLeads(
  warehouse: Warehouse,
  database: LeadDatabase,
): Promise<number | null | 'changing'> {
  const counted = await expectedRows(warehouse, leadTable(database), {
    exclusive: warehouse.embedded,
  });
  if (counted.kind === 'changing') return 'changing';
  if (counted.kind === 'rows') return counted.rows;
  // Rows of an earlier version. Opt-outs deleted some that were imported, and nothing says how many.
  if (!(await hasCatalog(warehouse)) || (await readOptOutMarks(warehouse)).size > 0) return null;
  const imports = await currentImports(warehouse, database);
  return imports.length === 0 ? null : imports.reduce((sum, { rows }) => sum + rows, 0);
}

/** What is wrong with our own records next to the lead tables. */
async function checkRecords(warehouse: Warehouse): Promise<string | null> {
  const lost = await lostParts(warehouse, RECORD_TABLES);
  if (lost === 0) return null;
  return `The records of imports and opt-outs next to the lead databases are damaged. Put back the lead databases from a backup. Otherwise, run \`leadwell optout apply\`, and then \`leadwell leads check --accept\`.`;
}

const RECORD_TABLES = ['imports', 'applied_opt_outs', 'row_counts'];

/** Whether the engine put parts of the records of imports aside, so that the records don't say what was imported. */
export async function hasLostRecords(warehouse: Warehouse): Promise<boolean> {
  return (await lostParts(warehouse, ['imports'])) > 0;
}

async function lostParts(warehouse: Warehouse, tables: readonly string[]): Promise<number> {
  return (await readLostParts(warehouse, tables)).length;
}

const Part = z.object({ table: z.string(), name: z.string() });

function readLostParts(warehouse: Warehouse, tables: readonly string[]) {
  return warehouse.rows(
    {
      sql: `SELECT table, name FROM system.detached_parts WHERE database = 'leads' AND table IN {tables:Array(String)} AND ${LOST_PARTS}`,
      params: { tables },
    },
    Part,
    { seconds: LOAD_SECONDS, work: 'load' },
  );
}

/** Takes what the lead databases have now as complete, and forgets damaged parts of the records next to them. */
export async function acceptLeadData(warehouse: Warehouse): Promise<void> {
  for (const database of LEAD_DATABASES)
    if ((await leadColumns(warehouse, leadTable(database))).length > 0)
      await restartCount(warehouse, leadTable(database));
  for (const { table, name } of await readLostParts(warehouse, RECORD_TABLES)) {
    await warehouse.run({
      sql: `ALTER TABLE leads.${table} DROP DETACHED PART '${name.replace(/[^\w.-]/g, '')}' SETTINGS allow_drop_detached = 1`,
    });
  }
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
