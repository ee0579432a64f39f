import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';
import { pageOrganization } from './organization/page-organization.ts';
import { siteContacts } from './site-contacts.ts';

/** Parts of contact pages, some of them broken or hidden. */
const piece = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '<p>',
    '<br>',
    '</p>',
    '<td>',
    'Tel: ',
    'Fax: ',
    ' / ',
    ' ',
    '020 7839 1234',
    '044-2270 6800 / 6868',
    '+49 (0)30 1234567',
    '(212) 563-1234',
    'Köln 50674 Germany',
    'London EC1A 1BB',
    'Acme GmbH',
    'info@acme.com',
    'info [at] acme [dot] com',
    '<a href="mailto:sales@acme.com">Mail</a>',
    '<a href="tel:+442078391234">Call</a>',
    '<a href="https://t.me/acme">x</a>',
    '<a data-email="moc.emca@ofni">x</a>',
    '<script>document.write("a"+"@"+"acme.com")</script>',
    'VAT No. GB 123 4567 89',
    '01.02.2014',
  ),
);

test('every returned value has its evidence, with the text that shows it', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const page = extractPage(pieces.join(''), 'https://www.acme.com/', {
        now: () => 0,
        organization: pageOrganization,
      });
      const site = siteContacts([page], 'https://www.acme.com/');
      const values = [
        ...site.emails,
        ...site.phones,
        ...site.faxes,
        ...Object.values(site.socials).map((profile) => profile.url),
        ...Object.values(site.organization),
      ];
      for (const value of values) {
        const evidence = site.evidence.find((item) => item.value === value);
        expect(evidence?.written).toBeTruthy();
        if (evidence?.field !== 'phones' || evidence.source !== 'text') continue;
        // The last digits of a continued number end the enumeration that it is written in: "2270 6800 / 1".
        const [, lastDigits] = /(\d{1,3})\D*$/.exec(evidence.written) ?? [];
        expect(value.endsWith(lastDigits ?? 'digits'), `${value} in ${evidence.written}`).toBe(true);
      }
      for (const { value, written, source } of page.emails)
        if (source === 'text') expect(written.toLowerCase()).toBe(value);
    }),
    { numRuns: 400, examples: [[['(212) 563-1234', ' / ', '0']]] },
  );
});
