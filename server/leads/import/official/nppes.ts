import { plainName } from '#engines/person-names/person-name.ts';
import type { OfficialReading } from './official-lead.ts';

type Cell = (column: string) => string;

const TAXONOMIES = Array.from({ length: 15 }, (_, index) => index + 1);
const PRACTICE = 'Provider Business Practice Location Address';

/** A provider, or the official of an organization (npidata_pfile). Deactivated numbers are left out. */
export function readProvider(cell: Cell): OfficialReading {
  if (cell('NPI Deactivation Date') !== '' && cell('NPI Reactivation Date') === '') return 'inactive';
  const isOrganization = cell('Entity Type Code') === '2';
  // A deactivated number without a date has no other data.
  if (cell('Entity Type Code') === '') return 'inactive';
  const official = 'Authorized Official';
  const { first, last } = isOrganization
    ? plainName({ first: cell(`${official} First Name`), last: cell(`${official} Last Name`) })
    : plainName({ first: cell('Provider First Name'), last: cell('Provider Last Name (Legal Name)') });
  if (first === '' && last === '') return 'nobody';
  const primary =
    TAXONOMIES.find((n) => cell(`Healthcare Provider Primary Taxonomy Switch_${n}`) === 'Y') ?? 1;
  return {
    leads: [
      {
        first,
        last,
        title: isOrganization ? cell(`${official} Title or Position`) : cell('Provider Credential Text'),
        // The number tells people of the same name apart, who have no email or profile.
        company: isOrganization
          ? cell('Provider Organization Name (Legal Business Name)')
          : `Individual provider (NPI ${cell('NPI')})`,
        // A provider's phone is the person's own. Who opts out with it opts out as a person.
        direct: cell(`${isOrganization ? official : PRACTICE} Telephone Number`),
        phone: isOrganization ? cell(`${PRACTICE} Telephone Number`) : '',
        industry: cell(`Healthcare Provider Taxonomy Code_${primary}`),
        address: cell('Provider First Line Business Practice Location Address'),
        city: cell(`${PRACTICE} City Name`),
        state: cell(`${PRACTICE} State Name`),
        postcode: cell(`${PRACTICE} Postal Code`),
        country: cell(`${PRACTICE} Country Code (If outside U.S.)`) || 'US',
        number: cell('NPI'),
      },
    ],
  };
}
