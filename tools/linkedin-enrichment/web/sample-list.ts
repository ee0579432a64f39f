/** Placeholders that show the format of profile URLs. */
export const SAMPLE_PROFILES = [
  'https://www.linkedin.com/in/jane-doe',
  'https://www.linkedin.com/in/john-smith-4b8a6a7',
];
