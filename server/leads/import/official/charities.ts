import { plainName } from '#engines/person-names/person-name.ts';
import type { OfficialLead, OfficialReading } from './official-lead.ts';

type Cell = (column: string) => string;

const ADDRESS = [1, 2, 3, 4, 5];

/** A charity with its contact. Removed charities are left out, and so are linked ones, which have no contact of their own. */
export function readCharity(cell: Cell): OfficialReading {
  if (!/^registered$/i.test(cell('charity_registration_status'))) return 'inactive';
  if (!/^0?$/.test(cell('linked_charity_number'))) return 'inactive';
  const lines = ADDRESS.map((n) => cell(`charity_contact_address${n}`)).filter(Boolean);
  const [address = '', ...places] = lines;
  const charity: OfficialLead = {
    company: cell('charity_name'),
    email: cell('charity_contact_email').toLowerCase(),
    phone: cell('charity_contact_phone'),
    website: cell('charity_contact_web'),
    industry: 'Charity',
    address,
    city: places.at(-1) ?? '',
    postcode: cell('charity_contact_postcode'),
    country: 'United Kingdom',
    number: cell('registered_charity_number'),
  };
  return charity.company === '' ? 'nobody' : { leads: [charity] };
}

/** A trustee of one of these charities, by their numbers. Organizations that are trustees are no people. */
export function readTrustee(cell: Cell, charities: ReadonlyMap<string, OfficialLead>): OfficialReading {
  const isLinked = !/^0?$/.test(cell('linked_charity_number'));
  const charity = charities.get(cell('registered_charity_number'));
  if (!charity || isLinked) return 'inactive';
  if (cell('individual_or_organisation').toUpperCase() === 'O') return 'nobody';
  const person = plainName({ first: '', last: cell('trustee_name') });
  if (person.first === '' && person.last === '') return 'nobody';
  const isChair = /^(?:true|1)$/i.test(cell('trustee_is_chair'));
  // The email and phone are the charity's, which is a lead of its own.
  const { email: _, phone: __, ...place } = charity;
  return { leads: [{ ...place, ...person, title: isChair ? 'Chair of trustees' : 'Trustee' }] };
}
