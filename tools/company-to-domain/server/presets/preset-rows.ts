import { readCompanyName } from '#engines/company-domain/company-name.ts';
import { ownDomain } from '#engines/company-domain/own-domain.ts';
import { countryCode } from '#engines/country-names/country-names.ts';
import { type CompanyPresetName, presetColumn } from '#engines/data-presets/data-presets.ts';
import { cityKey } from '../../engine/preset-companies.ts';
import type { CompanyNameRow } from './preset-store.ts';

/** A company of a file, before its names are keys. */
interface FileCompany {
  name: string;
  /** former, trading and other names */
  others: readonly string[];
  website: string;
  country: string;
  city: string;
  isActive: boolean;
}

/** What a row of a file is: the names of a company, one that is left out, or one that can't be used. */
export type PresetReading =
  | { kind: 'company'; rows: CompanyNameRow[] }
  | { kind: 'inactive' }
  | { kind: 'unusable' };

type Cell = (column: string) => string;

const OTHERS_MAX = 10;
/** LEI records that stand for another record, or for none. */
const DEAD_RECORDS = /^(?:DUPLICATE|ANNULLED|RETIRED|MERGED|CANCELLED|TRANSFERRED)$/;
/** Categories of LEI records that have no website of their own: funds, and people. */
const NO_COMPANY = /^(?:FUND|SOLE_PROPRIETOR)$/;

const READERS: Readonly<Record<Exclude<CompanyPresetName, 'overture'>, (cell: Cell) => FileCompany>> = {
  bigpicture: (cell) => ({
    name: cell('name'),
    others: [],
    website: cell('website') || cell('domain'),
    country: cell('country_code') || cell('country'),
    city: cell('city'),
    isActive: true,
  }),
  'companies-house': (cell) => ({
    name: cell('CompanyName'),
    others: numbered(OTHERS_MAX, (n) => cell(`PreviousName_${n}.CompanyName`)),
    website: '',
    country: 'GB',
    city: cell('RegAddress.PostTown'),
    isActive: /^active/i.test(cell('CompanyStatus')),
  }),
  gleif: (cell) => ({
    name: cell('Entity.LegalName'),
    others: [
      ...numbered(5, (n) => cell(`Entity.OtherEntityNames.OtherEntityName.${n}`)),
      ...numbered(5, (n) => cell(`Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.${n}`)),
    ],
    website: '',
    country: cell('Entity.LegalAddress.Country'),
    city: cell('Entity.HeadquartersAddress.City') || cell('Entity.LegalAddress.City'),
    isActive:
      !/^INACTIVE$/i.test(cell('Entity.EntityStatus')) &&
      !DEAD_RECORDS.test(cell('Registration.RegistrationStatus')) &&
      !NO_COMPANY.test(cell('Entity.EntityCategory')),
  }),
};

function numbered(count: number, read: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => read(index + 1)).filter((text) => text !== '');
}

/** Reads the rows of a file with this header. */
export function presetReader(
  preset: Exclude<CompanyPresetName, 'overture'>,
  header: readonly string[],
): (cells: readonly string[]) => PresetReading {
  const places = new Map(header.map((name, index) => [presetColumn(name), index]));
  const read = READERS[preset];
  return (cells) =>
    companyRows(read((column) => cells[places.get(presetColumn(column)) ?? -1]?.trim() ?? ''));
}

/** The rows of a company, one for each of its names. A company without a website has several names, or a city. */
export function companyRows(company: FileCompany): PresetReading {
  const names = [company.name, ...company.others];
  const keys = names.map(companyKey);
  if (keys[0] === null) return { kind: 'unusable' };
  if (!company.isActive) return { kind: 'inactive' };
  const domain = company.website === '' ? '' : ownDomain(company.website);
  const country = countryCode(company.country) ?? '';
  const city = cityKey(company.city);
  if (domain === null || (domain === '' && city === '' && names.length === 1)) return { kind: 'unusable' };
  const rows = new Map<string, CompanyNameRow>();
  for (const [index, key] of keys.entries())
    if (key !== null && key !== undefined && !rows.has(key))
      rows.set(key, { key, kind: index === 0 ? 'name' : 'other', names, domain, country, city });
  return { kind: 'company', rows: [...rows.values()] };
}

/** The key of a company name, without its legal form; null for what is no name. */
function companyKey(written: string): string | null {
  const reading = readCompanyName(written);
  return reading.kind === 'name' ? reading.name.key : null;
}
