/** Sites of public organizations that publish how to reach them. */
export const SAMPLE_URLS: readonly string[] = [
  'https://www.eff.org',
  'https://www.debian.org',
  'https://www.apache.org',
  'https://www.w3.org',
  'https://www.gnu.org',
];
