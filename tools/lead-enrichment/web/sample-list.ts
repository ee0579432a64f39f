/** Four organizations to try a list with, as a spreadsheet copies them. */
export const SAMPLE_LIST = [
  'Company\tCountry',
  'Mozilla\tUS',
  'Wikimedia Foundation\tUS',
  'KDE\tDE',
  'Blender Foundation\tNL',
];
