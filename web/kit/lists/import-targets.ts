import { plural, pluralForm } from '#contract/plural.ts';
import type { ColumnTarget, MatchedList } from '#engines/csv/match-columns.ts';

/** Where a person sends columns of a file, by their names. */
export type ChosenTargets = ReadonlyMap<string, ColumnTarget>;

/**
 * Where the columns of a file go: what the person chose, if the list still has the column, and else what was `guessed`. Two columns
 * never go into one.
 */
export function targetsOf(
  columns: readonly string[],
  guessed: readonly ColumnTarget[],
  chosen: ChosenTargets,
  { fields }: Pick<MatchedList, 'fields'>,
): ColumnTarget[] {
  const free = new Set(fields.map(({ id }) => id));
  const isFree = (target: ColumnTarget) => target.to !== 'column' || free.delete(target.id);
  const own = columns.map((column) => {
    const target = chosen.get(column);
    return target && isFree(target) ? target : null;
  });
  return guessed.map((target, index) => own[index] ?? (isFree(target) ? target : { to: 'new' }));
}

/** Rows that are looked at for sample values. */
const SAMPLE_ROWS = 200;
const SAMPLE_VALUES = 2;

/** The first different values of a column of a file. */
export function sampleValues(rows: readonly (readonly string[])[], column: number): string[] {
  const values = new Set(rows.slice(0, SAMPLE_ROWS).flatMap((cells) => cells[column] || []));
  return [...values].slice(0, SAMPLE_VALUES);
}

/** Names shown before "and 12 more". */
const NAMES_SHOWN = 5;

/** What an import does with the columns of a file, as sentences. */
export function targetsText(targets: readonly ColumnTarget[], names: readonly (string | null)[]): string {
  const added = names.filter((name, index) => name !== null && targets[index]?.to === 'new');
  const skipped = targets.filter(({ to }) => to === 'nowhere').length;
  const more = added.length - NAMES_SHOWN;
  const shown = added.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [
    added.length === 0
      ? 'The list gets no new columns.'
      : `The list gets ${plural(added.length, 'new column')}: ${shown}.`,
    ...(skipped === 0 ? [] : [`${plural(skipped, 'column')} ${pluralForm(skipped, 'is', 'are')} skipped.`]),
  ].join(' ');
}
