/** The run of each tool, by the type of its tasks, one line each. */
export const RUNS = {
  'company-to-domain': () => import('../company-to-domain/run.ts'),
  'csv-extraction': () => import('../email-finder/run.ts'),
  'lead-enrichment': () => import('../lead-enrichment/run.ts'),
  'linkedin-enrichment': () => import('../linkedin-enrichment/run.ts'),
  'website-extraction': () => import('../website-extraction/run.ts'),
};
