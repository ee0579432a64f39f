import { plainName } from '#engines/person-names/person-name.ts';
import type { OfficialLead, OfficialReading } from './official-lead.ts';

type Cell = (column: string) => string;

/** A motor carrier with its officers. Those whose number isn't active are left out. */
export function readCarrier(cell: Cell): OfficialReading {
  const status = cell('STATUS_CODE');
  if (status !== '' && status.toUpperCase() !== 'A') return 'inactive';
  const company = cell('DBA_NAME') || cell('LEGAL_NAME');
  if (company === '') return 'nobody';
  const carrier: OfficialLead = {
    company,
    phone: cell('PHONE') || cell('TELEPHONE'),
    mobile: cell('CELL_PHONE'),
    email: cell('EMAIL_ADDRESS').toLowerCase(),
    industry: 'Trucking',
    employees: cell('TOTAL_DRIVERS') || cell('DRIVER_TOTAL'),
    address: cell('PHY_STREET'),
    city: cell('PHY_CITY'),
    state: cell('PHY_STATE'),
    postcode: cell('PHY_ZIP'),
    country: cell('PHY_COUNTRY') || 'US',
    number: cell('DOT_NUMBER'),
  };
  const officers = ['COMPANY_OFFICER_1', 'COMPANY_OFFICER_2']
    .map((column) => plainName({ first: '', last: cell(column) }))
    .filter(({ first, last }) => first !== '' || last !== '');
  if (officers.length === 0) return carrier.email === '' ? 'nobody' : { leads: [carrier] };
  return {
    leads: officers.map((officer, index) => ({
      ...carrier,
      ...officer,
      title: 'Officer',
      // The form asks for one email and cell phone, beside its first officer.
      ...(index === 0 ? {} : { email: '', mobile: '' }),
    })),
  };
}
