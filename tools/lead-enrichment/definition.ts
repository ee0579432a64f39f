import { z } from 'zod';
import { defineTool } from '../tool.ts';

/** A placeholder by design (spec lead tools §1), but the history shows its tasks. */
export const leadEnrichment = defineTool({
  folder: 'lead-enrichment',
  label: 'Lead Enrichment',
  title: 'Lead Enrichment',
  description: 'Add company and contact details to your leads.',
  path: '/dashboard/lead-enrichment',
  nav: { group: 'Find', order: 10 },
  icon: 'UserRoundPlus',
  card: { order: 60, text: 'Company and contact details for your leads.' },
  placeholder: true,
  planLines: ['Lead enrichment (coming soon)'],
  inFooter: true,
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
    messages: {
      failed: 'Lead enrichment failed. Please try again.',
      completed: ({ found, total }) => `Found data for ${found} of ${total} leads.`,
    },
    itemLabel: (input) => input.slice(0, 200),
    failureRow: (input, reason) => ({ row: { domain: input, error: reason } }),
  },
});
