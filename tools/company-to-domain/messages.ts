import { specPlural } from '#contract/plural.ts';

/** The messages of company to domain (spec lead tools §8). */
export const COMPANY_MESSAGES = {
  noNames: 'Please enter at least one company name',
  tooMany: 'Maximum 10,000 companies per request',
  batches: (companies: number) =>
    `Processing ${companies} companies in batches. This may take a few minutes...`,
  failed: 'Failed to process companies. Please try again.',
  noResults: 'Processing completed but no results were returned. Please check the task history.',
  completed: (companies: number, domains: number) =>
    `Successfully processed ${companies} ${companies === 1 ? 'company' : 'companies'}. Found ${specPlural(domains, 'domain')}. Download CSV to get your results.`,
  downloaded: (rows: number) => `Downloaded ${specPlural(rows, 'result')} to CSV`,
  notFound: 'No domain found',
  rowFailed: 'Processing failed',
} as const;
