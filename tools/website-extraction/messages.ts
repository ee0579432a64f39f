/** The messages of website extraction (spec lead tools §8). */
export const WEBSITE_MESSAGES = {
  noUrls: 'Please enter at least one URL',
  tooManyUrls: 'Maximum 10,000 URLs per request',
  noResults: 'No results were extracted. Please try with different URLs.',
} as const;
