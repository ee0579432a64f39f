import { CallError } from '#contract/errors.ts';
import type { RowPer } from '#contract/task-csv.ts';
import { uniqueColumnName } from '#engines/csv/read-table.ts';
import { firstPeople } from '#engines/page-contacts/people/site-people.ts';
import { foldedText } from '#tools/list-tool/row-text.ts';
import type { CsvContent, FileLine, FileLines, PerPerson, TaskTool } from './task-tool.ts';

/** What a request says about rows of people. */
export interface PersonChoice {
  per?: RowPer;
  /** at most so many of each website, those with an email first. Default: all */
  perCompany?: number | undefined;
}

/** How a tool's results become rows of people; null if the request wants a row for each result. Throws `validation_failed`. */
export function perPersonOf(
  { definition, file }: Pick<TaskTool, 'definition' | 'file'>,
  per: RowPer,
): PerPerson | null {
  if (per === undefined) return null;
  if (file?.perPerson) return file.perPerson;
  throw new CallError('validation_failed', `${definition.label} finds no people. Leave out “per”.`);
}

/** How results are split into the people of a request. */
export function personContent(
  perPerson: PerPerson,
  { perCompany }: PersonChoice,
): Required<Pick<CsvContent, 'split'>> & Pick<CsvContent, 'perSite'> {
  return {
    perSite: perCompany,
    split(result) {
      const rows = perPerson.rows(result).map((row) => ({ row, email: row.email ?? null }));
      return firstPeople(rows, perCompany ?? rows.length).map(({ row }) => row);
    },
  };
}

/**
 * The lines of people, each once: their columns, then those of the list that the task was started with. An own column that
 * is called like one of ours gets "company_" in front. The key of a line is the website and the name. `perSite`: at most so many of
 * each website.
 */
export function personLines(
  { own, columns, pages }: FileLines,
  perSite = Number.POSITIVE_INFINITY,
): FileLines {
  const taken = [...columns];
  for (const [index, name] of own.entries())
    taken.push(uniqueColumnName(name.trim() || `Column ${index + 1}`, taken, 'company_'));
  return {
    own: [],
    columns: taken,
    names: taken,
    async *pages() {
      const seen = new Set<string>();
      const ofSite = new Map<string, number>();
      for await (const page of pages())
        yield page.flatMap(({ own: cells, values, optedOut }): FileLine[] => {
          const value = (column: string) => String(values[columns.indexOf(column)] ?? '');
          const key = `person ${value('website')} ${foldedText(value('name'))}`;
          const before = ofSite.get(value('website')) ?? 0;
          if (optedOut || seen.has(key) || before >= perSite) return [];
          seen.add(key);
          ofSite.set(value('website'), before + 1);
          return [{ key, own: [], values: [...values, ...cells] }];
        });
    },
  };
}
