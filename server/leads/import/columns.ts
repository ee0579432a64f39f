import type { LeadDatabase } from '#contract/leads.ts';
import { LEAD_DATABASE_SHAPES } from '../databases.ts';
import { AT_HOME, KEPT, MAPPED, PLACES, PRESETS, type Preset } from './presets.ts';

/** Fewer may be the same by chance: "title" and "company" stand in many files. */
const HEADERS_NEEDED = 3;

function normalised(header: string): string {
  return header.trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * The preset that knows the most headers of a file; of two that know as many, the exporter at home in the database. Columns named
 * as the database's own make it "own" only where no exporter knows as many. null where none knows enough.
 */
export function detectPreset(header: readonly string[], database: LeadDatabase): Preset | null {
  const names = [...new Set(header.map(normalised))];
  const home = AT_HOME[database];
  const exporters = PRESETS.filter((preset) => preset !== 'own');
  const { shown, known } = LEAD_DATABASE_SHAPES[database];
  const own = new Set([...shown, ...known].map((column) => column.toLowerCase()));
  // The first of the best is taken.
  const candidates: { preset: Preset; knows(name: string): boolean }[] = [
    ...[...home, ...exporters.filter((preset) => !home.includes(preset))].map((preset) => ({
      preset,
      knows: (name: string) => Object.hasOwn(MAPPED[preset], name) || KEPT[preset].includes(name),
    })),
    { preset: 'own', knows: (name) => own.has(name) },
  ];
  const scored = candidates.map(({ preset, knows }) => ({ preset, score: names.filter(knows).length }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score >= HEADERS_NEEDED ? best.preset : null;
}

/** A column and the cells it is made of, by their place in the file: the first with a value counts. */
export interface ColumnSource {
  column: string;
  cells: number[];
  /** cells that hold a place: its country counts where `cells` have nothing */
  places: number[];
}

/**
 * The columns that a file fills: by the names in its header, never by their place. What the preset does not know is kept under its own
 * name; a repeated name fills the same column where the first is empty.
 */
export function planColumns(
  header: readonly string[],
  preset: Preset,
  database: LeadDatabase,
): ColumnSource[] {
  const shape = LEAD_DATABASE_SHAPES[database];
  const byName = new Map([...shape.shown, ...shape.known].map((column) => [column.toLowerCase(), column]));
  const sources = new Map<string, ColumnSource>();
  const sourceOf = (column: string) => {
    const source = sources.get(column) ?? { column, cells: [], places: [] };
    sources.set(column, source);
    return source;
  };
  for (const [at, written] of header.entries()) {
    const name = normalised(written);
    if (!name) continue;
    const mapped = preset === 'own' ? undefined : MAPPED[preset][name]?.[database];
    const own = ownName(written, database);
    const column = mapped ?? byName.get(own.toLowerCase()) ?? own;
    if (!column) continue;
    sourceOf(column).cells.push(at);
    const country = preset === 'own' ? undefined : PLACES[preset][name]?.[database];
    if (country) sourceOf(country).places.push(at);
  }
  return [...sources.values()];
}

/** "# Employees" -> "employees" in Apollo, "Company Type" -> "Company_Type" elsewhere. */
function ownName(header: string, database: LeadDatabase): string {
  const words = header
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  if (!words) return '';
  const safe = /^(?:\d|lw_)/i.test(words) ? `x_${words}` : words;
  return database === 'apollo' ? safe.toLowerCase() : safe;
}
