/** Well-known companies, and one that doesn't exist. */
export const SAMPLE_NAMES: readonly string[] = [
  'Mozilla Foundation',
  'LEGO Group',
  'Siemens AG',
  'Patagonia',
  'Zebra Lamp Trading of Nowhere Ltd',
];
