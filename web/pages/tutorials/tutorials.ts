/** A job from start to finish, written down. With a playlist, its video is in the player too. */
export interface Tutorial {
  title: string;
  blurb: string;
  steps: readonly string[];
  /** the end of its address (guide-slugs.ts) */
  guide: string;
}

/** The four featured tutorials (spec lead tools §2). */
export const TUTORIALS: readonly Tutorial[] = [
  {
    title: 'Turn a list of websites into contacts',
    blurb:
      'Start with the companies you want to sell to, and end with an email and a phone number for most of them.',
    steps: [
      'Collect the websites in a spreadsheet, one per row.',
      'Copy the column into Website Extraction, and keep the standard depth.',
      'Filter the results by “Not found” and run those again with the deep depth.',
      'Download the CSV file. The page of each address is in it.',
    ],
    guide: 'website-extraction',
  },
  {
    title: 'Clean a list before you send',
    blurb:
      'Old lists bounce, and bounces hurt your domain. Verify every address first and keep the ones that work.',
    steps: [
      'Upload the list to the email finder. If it has a column of emails, they are verified, even several in one cell.',
      'Keep the deliverable rows. Look at the risky ones one by one.',
      'Stop writing to undeliverable addresses. Keep the rows that still have a deliverable one.',
      'Run the unknown ones again the next day. They were free.',
    ],
    guide: 'verified-email-finder',
  },
  {
    title: 'Find decision makers in a database',
    blurb:
      'Describe the people you need by title, industry and place, look at the first pages, and export only those.',
    steps: [
      'Open Database Export and choose a database.',
      'Include the titles you sell to, like “head of marketing”, and exclude “assistant”.',
      'Add an industry or a country until the count fits your campaign.',
      'Turn on “Has Email”, select the leads and export them.',
    ],
    guide: 'database-export',
  },
  {
    title: 'Build a local list from maps',
    blurb:
      'Dentists in Denver, bakeries in Bristol: collect businesses from the map, then find out how to reach them.',
    steps: [
      'Get the Google Maps extension and search for a business and a city.',
      'Scroll through the results with the panel open. Each business becomes a row.',
      'Send the rows to your account, or save the CSV file.',
      'Run their websites through Website Extraction to add emails.',
    ],
    guide: 'browser-extensions',
  },
];
