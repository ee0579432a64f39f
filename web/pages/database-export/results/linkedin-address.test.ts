import { expect, it } from 'vitest';
import { linkedInAddress } from './linkedin-address.ts';

it.each([
  ['https://www.linkedin.com/in/jane', 'https://www.linkedin.com/in/jane'],
  ['http://linkedin.com/in/jane', 'http://linkedin.com/in/jane'],
  ['HTTPS://DE.LinkedIn.com/in/jane', 'HTTPS://DE.LinkedIn.com/in/jane'],
  [' linkedin.com/company/acme ', 'https://linkedin.com/company/acme'],
  ['www.linkedin.com/sales/lead/ACw,NAME', 'https://www.linkedin.com/sales/lead/ACw,NAME'],
  ['https://www.linkedin.example/in/sample-1', 'https://www.linkedin.example/in/sample-1'],
])('%s is a LinkedIn URL', (cell, address) => {
  expect(linkedInAddress(cell)).toBe(address);
});

it.each([
  'https://linkedin.evil.com/in/x',
  'linkedin.evil.com/in/x',
  'https://www.linkedin.com.evil.com/in/x',
  'https://evil-linkedin.com/in/x',
  'https://evillinkedin.com/in/x',
  'https://linkedin.com@evil.com/in/x',
  'https://evil.com/linkedin.com/in/x',
  'https://evil.com\\linkedin.com',
  'javascript:alert(1)//linkedin.com',
  'ftp://linkedin.com/in/x',
  'https://linkedin/in/x',
  'linkedin',
  'jane@linkedin.com',
  'see linkedin.com/in/x',
  '',
])("%s isn't a LinkedIn URL", (cell) => {
  expect(linkedInAddress(cell)).toBeNull();
});
