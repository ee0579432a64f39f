import { type CompanyName, readCompanyName } from '#engines/company-domain/company-name.ts';
import { sameLegalFamily } from '#engines/company-domain/legal-forms.ts';
import { nameKey, nameWords } from '#engines/company-domain/name-words.ts';
import { type CompanyPresetName, dataPreset } from '#engines/data-presets/data-presets.ts';
import { isDistinctive } from './generic-words.ts';

/** A company in a register or data set that the operator imported. */
export interface RegisteredCompany {
  preset: CompanyPresetName;
  /** as written, first its name now */
  names: readonly string[];
  /** ISO code; null if unknown */
  country: string | null;
  /** as `nameKey` */
  cities: readonly string[];
}

export interface PresetCompany extends RegisteredCompany {
  /** null if the data set has no websites */
  domain: string | null;
  /** whether the wanted name is a former or other one of it */
  isOtherName: boolean;
  /** the entry of a register that has the wanted name, if this is the company with another of its names */
  through: RegisteredCompany | null;
}

/** A domain of an imported data set, for a name. */
export interface PresetDomain {
  domain: string;
  company: PresetCompany;
  /** its place is the one of the list, and hardly another company there has this name */
  isSure: boolean;
}

export interface PresetKnowledge {
  /** domains of companies where the list says that the company is; none if they are more than can be told apart */
  domains: PresetDomain[];
  /** others, which may be of a namesake: nothing says that the company is there */
  unplaced: PresetCompany[];
  /** keys of other names of the company */
  otherNames: string[];
  /** where registers say that it is: keys of cities */
  cities: string[];
}

interface Place {
  /** ISO code that the list gives */
  country: string | null;
  /** the city that the list gives, as a key */
  city: string | null;
}

/** More domains of one name are namesakes that nothing tells apart. */
const DOMAINS_MAX = 3;
const OTHER_NAMES_MAX = 5;

/** A city as it is compared: "München" and "MUNCHEN" are the same. '' for none. */
export function cityKey(city: string): string {
  return nameKey(nameWords(city.slice(0, 200)));
}

/** What imported data sets know about a company. */
export function presetKnowledge(
  companies: readonly PresetCompany[],
  name: CompanyName,
  place: Place,
): PresetKnowledge {
  const fitting = companies.filter(
    (company) => isThere(company, name, place) && (!company.through || isThere(company.through, name, place)),
  );
  const inCity = fitting.filter((company) => isInCity(company, place));
  const likely = inCity.length > 0 ? inCity : fitting;
  const listed = likely.filter(({ domain }) => domain !== null);
  const placed = listed.filter((company) => isPlaced(company, name, place));
  const byDomain = new Map(placed.map((company) => [company.domain ?? '', company]));
  const domains = [...byDomain].map(([domain, company]): PresetDomain => {
    const sameCountry = place.country !== null && company.country === place.country;
    const isSure = isInCity(company, place) || (sameCountry && isDistinctive(name));
    return { domain, company, isSure: isSure && !company.isOtherName };
  });
  const registered = likely.filter(({ domain }) => domain === null);
  // A name that several companies have or had says nothing about the others.
  const [only, ...others] = registered;
  return {
    domains: domains.length > DOMAINS_MAX ? [] : domains,
    unplaced: domains.length > 0 ? [] : listed,
    otherNames: only && others.length === 0 ? otherKeys(only, name) : [],
    cities: only && others.length === 0 ? [...only.cities] : [],
  };
}

/** The countries that the list or the legal form gives must be those of the company. */
function isThere({ country }: RegisteredCompany, name: CompanyName, place: Place): boolean {
  if (country === null) return true;
  if (place.country !== null) return country === place.country;
  return name.forms.length === 0 || name.countries.length === 0 || name.countries.includes(country);
}

/**
 * Whether something besides the name says that the company is the wanted one: its city, its country, or its legal form. A
 * name alone is not enough, because a data set that lacks the company may have a namesake.
 */
function isPlaced(company: PresetCompany, name: CompanyName, place: Place): boolean {
  if (isInCity(company, place)) return true;
  if (place.city !== null && company.cities.length > 0) return false;
  const forms = formsOf(company);
  if (forms.length > 0 && name.forms.length > 0 && !sameLegalFamily(name.forms, forms)) return false;
  if (place.country !== null) return [company.country, company.through?.country].includes(place.country);
  if (company.country === null || name.forms.length === 0 || !name.countries.includes(company.country))
    return false;
  return forms.some((form) => name.forms.includes(form));
}

function formsOf({ names, through }: PresetCompany): string[] {
  const reading = readCompanyName((through ?? { names }).names[0] ?? '');
  return reading.kind === 'name' ? reading.name.forms : [];
}

function isInCity({ cities, through }: PresetCompany, { city }: Place): boolean {
  return city !== null && (cities.includes(city) || (through?.cities.includes(city) ?? false));
}

function otherKeys({ names }: RegisteredCompany, name: CompanyName): string[] {
  const keys = names.flatMap((written) => {
    const reading = readCompanyName(written);
    return reading.kind === 'name' ? [reading.name.key] : [];
  });
  return [...new Set(keys)].filter((key) => key !== name.key).slice(0, OTHER_NAMES_MAX);
}

/** What a row says about where a domain is from, with the license, which some data sets ask for. */
export function presetCredit({ preset, names, country, cities, through }: PresetCompany): string {
  const { title, license } = dataPreset(preset);
  const place = [...(cities.length === 1 ? cities : []), country].filter(Boolean).join(', ');
  const of = `${title} (${license}): ${names[0]}${place === '' ? '' : `, ${place}`}`;
  return through ? `${of}. ${dataPreset(through.preset).title}: ${through.names.join(', ')}` : of;
}
