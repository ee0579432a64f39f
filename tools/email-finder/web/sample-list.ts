/** The sample of the tool's definition, as a CSV file. */
export const SAMPLE_CSV = [
  'first_name,last_name,domain,email',
  ',,,info@eff.org',
  ',,,press@debian.org',
  'Jane,Miller,example.com,',
  'José,García,example.org,',
].join('\r\n');
