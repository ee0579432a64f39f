import { z } from 'zod';
import { COMPANY_PRESETS, type CompanyPresetName } from '#engines/data-presets/data-presets.ts';
import { ensureDatabase } from '#server/leads/lead-tables.ts';
import { newTableEngine } from '#server/leads/own-table.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import type { Warehouse } from '#server/platform/warehouse/warehouse.ts';

/** A name of a company in a file. */
export interface CompanyNameRow {
  /** from `nameKey`, without the legal form */
  key: string;
  /** `name`: the company's name now. `other`: a former, trading or other name. */
  kind: 'name' | 'other';
  /** all names of the company as written, first its own */
  names: readonly string[];
  /** '' if the file has no websites */
  domain: string;
  /** ISO code, or '' */
  country: string;
  /** from `nameKey`, or '' */
  city: string;
}

/** A finished import of a preset. */
export interface PresetLoad {
  preset: CompanyPresetName;
  load: string;
  /** ISO 8601 */
  at: string;
  files: readonly string[];
  source: string;
  license: string;
  persons: boolean;
  basis: string;
  companies: number;
  names: number;
}

const NAMES = 'leads.company_names';
const LOADS = 'leads.company_loads';
const NAME_COLUMNS = ['preset', 'load', 'key', 'kind', 'names', 'domain', 'country', 'city'];
const LOAD_COLUMNS = [
  'preset',
  'load',
  'at',
  'files',
  'source',
  'license',
  'persons',
  'basis',
  'companies',
  'names',
];
/** Between the texts of a cell, which have no control characters. */
const SEPARATOR = '\u001f';
const READ_SECONDS = 2;
/** More companies of one name can't be told apart. */
const PER_KEY = 30;
/** Keys that one statement looks up. */
const KEYS_PER_STATEMENT = 1000;
const LOAD = { work: 'load' } as const;

/** Creates the tables if they don't exist. */
export async function ensureCompanyNames(warehouse: Warehouse): Promise<void> {
  await ensureDatabase(warehouse);
  const engine = await newTableEngine(warehouse);
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${NAMES} (
  preset LowCardinality(String), load LowCardinality(String), key String, kind LowCardinality(String), names String, domain String,
  country LowCardinality(String), city String
) ENGINE = ${engine} ORDER BY (key, domain)`,
  });
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${LOADS} (
  preset LowCardinality(String), load String, at String, files String, source String, license String, persons UInt8, basis String,
  companies UInt64, names UInt64
) ENGINE = ${engine} ORDER BY at`,
  });
}

/** Adds rows of an import, which no one reads before `finishLoad`. */
export async function addCompanyNames(
  warehouse: Warehouse,
  { preset, load }: Pick<PresetLoad, 'preset' | 'load'>,
  rows: readonly CompanyNameRow[],
): Promise<void> {
  const lines = rows.map((row) =>
    [preset, load, row.key, row.kind, row.names.join(SEPARATOR), row.domain, row.country, row.city].map(cell),
  );
  await warehouse.insertLines(
    NAMES,
    NAME_COLUMNS,
    Buffer.from(lines.map((line) => `${line.join('\t')}\n`).join('')),
  );
}

/** Makes an import the one that is read. The one of the same preset before it isn't read any more, and can be deleted. */
export async function finishLoad(warehouse: Warehouse, record: PresetLoad): Promise<void> {
  const { files, persons, companies, names, ...texts } = record;
  const line = [
    texts.preset,
    texts.load,
    texts.at,
    files.join(SEPARATOR),
    texts.source,
    texts.license,
    persons ? '1' : '0',
    texts.basis,
    String(companies),
    String(names),
  ];
  // The end of another import of this preset, by another server, deletes what this one has added until then.
  const stored = await warehouse.rows(
    { sql: `SELECT count() AS n FROM ${NAMES} WHERE load = {load:String}`, params: { load: texts.load } },
    z.object({ n: z.coerce.number() }),
  );
  if (stored[0]?.n !== names)
    throw new OperatorError(
      `Another import of ${texts.preset} ended meanwhile, and its companies are used now. Import this file again to use it instead.`,
    );
  await warehouse.insertLines(LOADS, LOAD_COLUMNS, Buffer.from(`${line.map(cell).join('\t')}\n`));
}

/** Deletes the companies of a preset, but not those of an import. */
export async function deleteOtherLoads(warehouse: Warehouse, preset: string, load: string): Promise<void> {
  for (const table of [LOADS, NAMES])
    await warehouse.run({
      sql: `DELETE FROM ${table} WHERE preset = {preset:String} AND load != {load:String}`,
      params: { preset, load },
    });
}

/** Deletes what an import that failed has added, unless it is read now: a reply that was lost is no failure. */
export async function deleteUnfinished(
  warehouse: Warehouse,
  { load }: Pick<PresetLoad, 'load'>,
): Promise<void> {
  if ((await currentLoads(warehouse)).some((current) => current.load === load)) return;
  await warehouse.run({ sql: `DELETE FROM ${NAMES} WHERE load = {load:String}`, params: { load } });
}

/** Deletes the companies of a preset, or of all. Returns how many there were. */
export async function dropCompanyNames(
  warehouse: Warehouse,
  preset: CompanyPresetName | null,
): Promise<number> {
  const loads = (await currentLoads(warehouse)).filter((load) => preset === null || load.preset === preset);
  if (loads.length > 0 || preset !== null)
    // Also what an import left that was killed.
    for (const name of preset === null ? COMPANY_PRESETS.map((each) => each.name) : [preset])
      await deleteOtherLoads(warehouse, name, '');
  return loads.reduce((sum, { companies }) => sum + companies, 0);
}

const LoadRow = z
  .object({
    preset: z.string(),
    load: z.string(),
    at: z.string(),
    files: z.string(),
    source: z.string(),
    license: z.string(),
    persons: z.coerce.number(),
    basis: z.string(),
    companies: z.coerce.number(),
    names: z.coerce.number(),
  })
  .transform((row) => ({
    ...row,
    preset: row.preset as CompanyPresetName,
    files: row.files.split(SEPARATOR),
    persons: row.persons === 1,
  }));

/** The imports that are read, by preset. Empty if there never was one. */
export async function currentLoads(warehouse: Warehouse): Promise<PresetLoad[]> {
  const exists = await warehouse.rows(
    {
      sql: "SELECT count() AS n FROM system.tables WHERE database = 'leads' AND name = 'company_loads'",
    },
    z.object({ n: z.coerce.number() }),
  );
  if (exists[0]?.n !== 1) return [];
  const rows = await warehouse.rows({ sql: `SELECT * FROM ${LOADS} ORDER BY at` }, LoadRow);
  return [...new Map(rows.map((row) => [row.preset, row])).values()];
}

const FoundRow = z
  .object({
    key: z.string(),
    preset: z.string(),
    kind: z.enum(['name', 'other']),
    domain: z.string(),
    country: z.string(),
    all_names: z.string(),
    cities: z.array(z.string()),
  })
  .transform(({ all_names, ...row }) => ({
    ...row,
    preset: row.preset as CompanyPresetName,
    names: all_names.split(SEPARATOR),
    cities: row.cities.filter((city) => city !== ''),
  }));
export type FoundCompany = z.infer<typeof FoundRow>;

/** Companies with these keys in the current imports, at most 30 for each key. There must have been an import. */
export async function findCompanyNames(
  warehouse: Warehouse,
  keys: readonly string[],
): Promise<FoundCompany[]> {
  const distinct = [...new Set(keys)];
  const found: FoundCompany[] = [];
  for (let from = 0; from < distinct.length; from += KEYS_PER_STATEMENT)
    found.push(...(await findKeys(warehouse, distinct.slice(from, from + KEYS_PER_STATEMENT))));
  return found;
}

function findKeys(warehouse: Warehouse, keys: readonly string[]): Promise<FoundCompany[]> {
  // An import that ends deletes the names of the one before it.
  const current = `SELECT argMax(load, at) FROM ${LOADS} GROUP BY preset`;
  return warehouse.rows(
    {
      sql: `SELECT key, preset, min(kind) AS kind, domain, country, any(names) AS all_names, groupUniqArray(5)(city) AS cities
FROM ${NAMES} WHERE key IN {keys:Array(String)} AND load IN (${current})
GROUP BY key, preset, domain, country, if(domain = '', names, '')
ORDER BY key, kind, count() DESC, domain, country LIMIT ${PER_KEY} BY key`,
      params: { keys: [...keys] },
    },
    FoundRow,
    { seconds: READ_SECONDS, ...LOAD },
  );
}

/** A cell of ClickHouse's tab-separated format. */
function cell(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(/[\t\r\n\0]/g, ' ');
}
