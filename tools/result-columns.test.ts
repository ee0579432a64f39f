import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STATUS_FIELD } from '#contract/task-csv.ts';
import { CHARGE_COLUMN, type GridColumn } from '#web/kit/grid-column.ts';
import { fieldsOf } from '#web/kit/row-filter.ts';
import { hasTasks, TOOLS } from './index/tools.ts';

/** Rows of stored tasks, which have no fixed fields. */
const WITHOUT_FIELDS = 'lead-enrichment';
const FILES = globSync('*/web/results.tsx', { cwd: import.meta.dirname })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.startsWith(WITHOUT_FIELDS));
const CHARGE = CHARGE_COLUMN.filterFields ?? [];

describe('every column of results', () => {
  it.each(FILES)('of %s has a filter, which files and lists know, too', async (path) => {
    const { COLUMNS } = (await import(`./${path}`)) as { COLUMNS: readonly GridColumn<never>[] };
    const folder = path.split('/')[0] ?? '';
    const exported: unknown[] = Object.values(await import(`./${folder}/definition.ts`));
    const tool = TOOLS.filter(hasTasks).find((each) => exported.includes(each));
    const { csv, filter } = tool?.task ?? {};
    const known = [...(csv?.columns ?? []), ...(filter?.text ?? []), ...CHARGE, STATUS_FIELD];
    expect(COLUMNS.filter((column) => fieldsOf(column).length === 0).map(({ id }) => id)).toEqual([]);
    expect(COLUMNS.flatMap(fieldsOf).filter((field) => !known.includes(field))).toEqual([]);
    // A status has its labels, of which one is chosen.
    const statuses = COLUMNS.filter(({ status }) => status);
    expect(statuses.filter(({ values = {} }) => Object.keys(values).length < 2)).toEqual([]);
  });
});
