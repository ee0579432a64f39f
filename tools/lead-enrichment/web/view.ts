import { type RowView, rowViews } from '#web/kit/row-view.ts';
import { storedTexts } from '../../list-tool/row-text.ts';
import { leadEnrichment } from '../definition.ts';

/** A result as the table shows it. */
export interface LeadView extends RowView<Record<string, unknown>> {
  domain: string;
  company: string;
  /** names, or the email of someone without a name */
  employees: string[];
}

export const leadView = rowViews(
  leadEnrichment.task,
  (domain) => ({ domain }),
  ({ domain, company, employees, error }) => ({
    status: storedTexts(error).length > 0 ? 'failed' : 'found',
    domain: storedTexts(domain).join(', '),
    company: isRecord(company) ? storedTexts(company.name).join(', ') : '',
    employees: employeeNames(employees),
  }),
);

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
