import { CellStatus } from '#contract/list-cells.ts';
import { parseCellItem } from '#contract/list-run-cells.ts';
import { type RowView, rowViews } from '#web/kit/row-view.ts';
import type { STATUSES } from '#web/kit/tool-results.ts';
import { storedTexts } from '../../list-tool/row-text.ts';
import { leadEnrichment } from '../definition.ts';

/** A result as the table shows it. */
export interface LeadView extends RowView<Record<string, unknown>> {
  /** the cell of a list: the name of its column, and its row from 1; '' and 0 for a lead */
  column: string;
  line: number;
  result: string;
  note: string;
  domain: string;
  company: string;
  /** names, or the email of someone without a name */
  employees: string[];
}

/** The statuses of cells, in words and as rows are filtered. */
const RESULTS: Readonly<Record<CellStatus, readonly [label: string, status: keyof typeof STATUSES]>> = {
  done: ['Filled', 'found'],
  'nothing-found': ['Not found', 'not_found'],
  failed: ['Failed', 'failed'],
  skipped: ['Skipped', 'not_found'],
};

export const leadView = rowViews(
  leadEnrichment.task,
  (domain) => ({ domain }),
  ({ status, note, domain, company, employees, error }, input) => {
    const cell = parseCellItem(input);
    return {
      ...cellResult(status, error),
      line: cell?.line ?? 0,
      column: cell?.name ?? '',
      note: storedTexts(note).join(''),
      domain: storedTexts(domain).join(', '),
      company: isRecord(company) ? storedTexts(company.name).join(', ') : '',
      employees: employeeNames(employees),
    };
  },
);

function cellResult(status: unknown, error: unknown): { status: string; result: string } {
  const known = CellStatus.safeParse(status).data;
  if (known) return { result: RESULTS[known][0], status: RESULTS[known][1] };
  return { result: '', status: storedTexts(error).length > 0 ? 'failed' : 'found' };
}

function employeeNames(employees: unknown): string[] {
  if (!Array.isArray(employees)) return [];
  return employees.flatMap((employee) => {
    if (!isRecord(employee)) return storedTexts(employee);
    const name = storedTexts(employee.name);
    if (name.length > 0) return name;
    const parts = [...storedTexts(employee.first_name), ...storedTexts(employee.last_name)].join(' ');
    return parts ? [parts] : storedTexts(employee.email);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
