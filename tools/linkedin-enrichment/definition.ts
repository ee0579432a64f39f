import { z } from 'zod';
import { defineTool } from '../definition.ts';
import { historyColumn } from '../history-column.ts';

/** The tool isn't built yet, but the history shows its tasks. */
export const linkedinEnrichment = defineTool({
  label: 'LinkedIn Enrichment',
  title: 'LinkedIn Enrichment',
  description: 'Turn LinkedIn profile URLs into names, titles, companies, emails and phones.',
  path: '/dashboard/linkedin-enrichment',
  nav: { group: 'Find', order: 60 },
  card: { order: 40, text: 'Names, titles, companies and contact details from LinkedIn profiles.' },
  calls: {},
  task: {
    type: 'linkedin-enrichment',
    creditsPerItem: 1,
    maxItems: 1000,
    itemNoun: 'profile',
    chargeLabel: 'Profile enriched',
    failedLabel: 'Failed',
    opensTasks: false,
    row: z.looseObject({}),
    csv: {
      fileName: (date) => `linkedin_enrichment_${date}.csv`,
      columns: ['linkedinUrl', 'name', 'title', 'company', 'email', 'phone', 'completeness'],
    },
    receiptFields: [],
    historyColumns: [
      historyColumn('LinkedIn URL', 'link', 'linkedinUrl'),
      historyColumn('Name', 'text', 'name'),
      historyColumn('Title', 'text', 'title'),
      historyColumn('Company', 'text', 'company'),
      historyColumn('Email', 'copy', 'email'),
      historyColumn('Phone', 'copy', 'phone'),
      {
        header: 'Completeness',
        kind: 'text',
        values: ({ completeness }) => (typeof completeness === 'number' ? [`${completeness}%`] : []),
      },
    ],
    messages: {
      failed: 'An error occurred during LinkedIn enrichment',
      completed: ({ found, total }) =>
        `Successfully processed ${total} LinkedIn profiles. Found data for ${found} profiles. Download CSV to get your results.`,
    },
    itemLabel: (input) => input.slice(0, 200),
    failureRow: (input, reason) => ({ row: { linkedinUrl: input, completeness: 0, error: reason } }),
  },
});
