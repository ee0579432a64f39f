import { specPlural } from '#contract/plural.ts';

/** The messages of LinkedIn enrichment (spec lead tools §8). */
export const LINKEDIN_MESSAGES = {
  noUrls: 'Please enter LinkedIn URLs',
  noValidUrls: 'Please enter valid LinkedIn URLs',
  tooMany: 'Maximum 10,000 LinkedIn URLs per request',
  creditsShort: (profiles: number, credits: number) =>
    `You need at least ${specPlural(profiles, 'credit')} to enrich ${specPlural(profiles, 'LinkedIn profile')}. You have ${specPlural(credits, 'credit')}.`,
  processing: 'Processing...',
  complete: 'Processing Complete!',
  completed: (profiles: number, found: number) =>
    `Successfully processed ${specPlural(profiles, 'LinkedIn profile')}. Found data for ${specPlural(found, 'profile')}. Download CSV to get your results.`,
  downloaded: (profiles: number) => `Downloaded ${specPlural(profiles, 'profile')} with data to CSV`,
  noResults: 'Failed to process LinkedIn enrichment - no results returned',
  failed: 'An error occurred during LinkedIn enrichment',
  noneWithData: 'No profiles with data to export',
} as const;
