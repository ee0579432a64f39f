import { type CompanyName, readCompanyName } from '#engines/company-domain/company-name.ts';
import { nameKey, nameWords } from '#engines/company-domain/name-words.ts';
import { dataPreset } from '#engines/data-presets/data-presets.ts';
import type { PresetCompany, RegisteredCompany } from '../run/ports.ts';
import { isGenericWord } from './generic-words.ts';

/** A domain of an imported data set, for a name. */
export interface PresetDomain {
  domain: string;
  company: PresetCompany;
  /** its city is the one of the list */
  sameCity: boolean;
  /** its place is the one of the list, and hardly another company there has this name */
  isSure: boolean;
}

export interface PresetKnowledge {
  /** the likeliest domains; none if more companies have the name than can be told apart */
  domains: PresetDomain[];
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

/** A city as data sets have it. */
export function cityKey(city: string | null): string | null {
  return city === null ? null : nameKey(nameWords(city.slice(0, 200))) || null;
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
  // The own name of a company counts more than a former one of another.
  const own = listed.filter(({ isOtherName, through }) => !isOtherName && !through);
  const chosen = own.length > 0 ? own : listed;
  const byDomain = new Map(chosen.map((company) => [company.domain ?? '', company]));
  const domains = [...byDomain].map(([domain, company]): PresetDomain => {
    const sameCity = isInCity(company, place);
    const sameCountry = place.country !== null && company.country === place.country;
    return {
      domain,
      company,
      sameCity,
      isSure: !company.isOtherName && (sameCity || (sameCountry && isDistinctive(name))),
    };
  });
  const registered = likely.filter(({ domain }) => domain === null);
  // A name that several companies have or had says nothing about the others.
  const [only, ...others] = registered;
  return {
    domains: domains.length > DOMAINS_MAX ? [] : domains,
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

function isInCity({ cities, through }: PresetCompany, { city }: Place): boolean {
  return city !== null && (cities.includes(city) || (through?.cities.includes(city) ?? false));
}

function isDistinctive(name: CompanyName): boolean {
  return name.words.filter((word) => !isGenericWord(word) && word !== 'and').length >= 2;
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
