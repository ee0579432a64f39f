/**
 * Two published mailboxes of public organizations to verify, and two made-up people. example.com takes no mail
 * (RFC 2606), so the people are not found, free of charge.
 */
export const SAMPLE_CSV = [
  'first_name,last_name,domain,email',
  ',,,info@eff.org',
  ',,,press@debian.org',
  'Jane,Miller,example.com,',
  'José,García,example.org,',
].join('\r\n');
