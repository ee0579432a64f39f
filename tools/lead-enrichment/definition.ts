import { z } from 'zod';
import { defineTool } from '../definition.ts';
import { historyColumn, textsOf } from '../history-column.ts';

/** A placeholder by design (spec lead tools §1), but the history shows its tasks. */
export const leadEnrichment = defineTool({
  label: 'Lead Enrichment',
  title: 'Lead Enrichment',
  description: 'Add company and contact details to your leads.',
  path: '/dashboard/lead-enrichment',
  nav: { group: 'Find', order: 10 },
  card: { order: 60, text: 'Company and contact details for your leads.' },
  placeholder: true,
  calls: {},
  task: {
    type: 'lead-enrichment',
    creditsPerItem: 1,
    maxItems: 1000,
    itemNoun: 'lead',
    failedLabel: 'Failed',
    opensTasks: false,
    row: z.looseObject({}),
    csv: { fileName: (date) => `lead_enrichment_${date}.csv`, columns: ['domain', 'company', 'employees'] },
    receiptFields: [],
    historyColumns: [
      historyColumn('Domain', 'copy', 'domain'),
      {
        header: 'Company',
        kind: 'text',
        values: ({ company }) => (isRecord(company) ? textsOf(company.name) : []),
      },
      { header: 'Employees', kind: 'text', values: ({ employees }) => employeeNames(employees) },
    ],
    messages: {
      failed: 'Lead enrichment failed. Please try again.',
      completed: ({ found, total }) => `Found data for ${found} of ${total} leads.`,
    },
    itemLabel: (input) => input.slice(0, 200),
    failureRow: (input, reason) => ({ row: { domain: input, error: reason } }),
  },
});

function employeeNames(employees: unknown): string[] {
  if (!Array.isArray(employees)) return [];
  return employees.flatMap((employee) => {
    if (!isRecord(employee)) return textsOf(employee);
    const name = textsOf(employee.name);
    if (name.length > 0) return name;
    const parts = [...textsOf(employee.first_name), ...textsOf(employee.last_name)].join(' ');
    return parts ? [parts] : textsOf(employee.email);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
