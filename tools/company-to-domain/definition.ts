import { z } from 'zod';
import { defineTool } from '../definition.ts';
import { historyColumn } from '../history-column.ts';

/** The tool isn't built yet, but the history shows its tasks. */
export const companyToDomain = defineTool({
  label: 'Company To Domain',
  title: 'Company To Domain',
  description: 'Turn a list of company names into web domains, with the reason for each match.',
  path: '/dashboard/company-to-domain',
  nav: { group: 'Find', order: 40 },
  card: { order: 30, text: 'The web domain of each company on your list.' },
  calls: {},
  task: {
    type: 'company-to-domain',
    creditsPerItem: 1,
    maxItems: 1000,
    itemNoun: 'name',
    chargeLabel: 'Domain found',
    failedLabel: 'Failed',
    opensTasks: false,
    row: z.looseObject({}),
    csv: {
      fileName: (date) => `company_to_domain_results_${date}.csv`,
      columns: ['company_name', 'domain', 'logo'],
    },
    receiptFields: [],
    historyColumns: [
      historyColumn('Company', 'text', 'companyName', 'company_name', 'name'),
      historyColumn('Domain', 'copy', 'domain'),
      historyColumn('Logo', 'link', 'logo'),
      historyColumn('Reason', 'text', 'error'),
    ],
    messages: {
      failed: 'Failed to process companies. Please try again.',
      completed: ({ found, total }) =>
        `Successfully processed ${total} companies. Found ${found} domains. Download CSV to get your results.`,
    },
    itemLabel: (input) => input.slice(0, 200),
    failureRow: (input, reason) => ({
      row: { company_name: input, domain: null, logo: null, error: reason },
    }),
  },
});
