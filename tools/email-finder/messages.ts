import { specPlural } from '#contract/plural.ts';

/** The messages of the email finder (spec lead tools §8). */
export const EMAIL_MESSAGES = {
  empty: 'CSV file is empty or has no data rows',
  onlyCsv: 'Only .csv files are accepted.',
  failed: 'Failed to extract data. Please try with a smaller file or contact support.',
  templateDownloaded: 'Template downloaded successfully',
  tooLarge: 'Maximum 50 MB per file. Split it into smaller files.',
  completed: (emails: number, records: number) =>
    `Processing completed! Found ${specPlural(emails, 'email')} out of ${specPlural(records, 'record')}.`,
} as const;
