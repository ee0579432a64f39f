import { plainName } from '#engines/person-names/person-name.ts';
import type { OfficialLead, OfficialReading } from './official-lead.ts';

/** The element of an officer in forms 990, 990-EZ and 990-PF, since 2013 and before. */
const OFFICER =
  /<(Form990PartVIISectionAGrp|Form990PartVIISectionA|OfficerDirectorTrusteeEmplGrp|OfficerDirectorTrusteeKeyEmpl|OfficerDirTrstKeyEmplGrp|OfcrDirTrusteesOrKeyEmployee)\b[^>]*>([\s\S]*?)<\/\1>/g;
/** A longer return is no return: the largest have a few thousand officers. */
export const RETURN_MAX_CHARS = 50_000_000;

/** The officers of one return, from `<Return` to `</Return>`. An organization that filed its last return is left out. */
export function readReturn(xml: string): OfficialReading {
  const header = within(xml, 'ReturnHeader');
  const filer = within(header, 'Filer');
  const address = within(filer, 'USAddress') || within(filer, 'ForeignAddress');
  const name = within(filer, 'BusinessName') || within(filer, 'Name');
  const company = [
    text(name, 'BusinessNameLine1Txt') || text(name, 'BusinessNameLine1'),
    text(name, 'BusinessNameLine2Txt') || text(name, 'BusinessNameLine2'),
  ];
  if (/^(?:x|1|true)$/i.test(text(xml, 'FinalReturnInd') || text(xml, 'FinalReturn'))) return 'inactive';
  const organization: OfficialLead = {
    company: company.filter(Boolean).join(' '),
    phone: text(filer, 'PhoneNum') || text(filer, 'Phone'),
    website: website(text(xml, 'WebsiteAddressTxt') || text(xml, 'WebSite')),
    address: text(address, 'AddressLine1Txt') || text(address, 'AddressLine1'),
    city: text(address, 'CityNm') || text(address, 'City'),
    state: text(address, 'StateAbbreviationCd') || text(address, 'State'),
    postcode: text(address, 'ZIPCd') || text(address, 'ZIPCode'),
    country: text(address, 'CountryCd') || text(address, 'Country') || 'US',
    number: text(filer, 'EIN'),
  };
  const leads = [...xml.matchAll(OFFICER)].flatMap(([, , officer = '']) => {
    const isFormer = text(officer, 'FormerOfcrDirectorTrusteeInd') || text(officer, 'Former');
    const person = plainName({
      first: '',
      last: text(officer, 'PersonNm') || text(officer, 'NamePerson') || text(officer, 'PersonName'),
    });
    if (/^(?:x|1|true)$/i.test(isFormer) || (person.first === '' && person.last === '')) return [];
    return [{ ...organization, ...person, title: text(officer, 'TitleTxt') || text(officer, 'Title') }];
  });
  return leads.length > 0 ? { leads } : 'nobody';
}

/** The inside of the first element of this name; '' without one. */
function within(xml: string, name: string): string {
  const start = new RegExp(`<${name}(?:\\s[^>]*)?>`).exec(xml);
  if (!start) return '';
  const from = start.index + start[0].length;
  const end = xml.indexOf(`</${name}>`, from);
  return end < 0 ? '' : xml.slice(from, end);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function text(xml: string, name: string): string {
  return within(xml, name)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi, (whole, entity: string) => {
      if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()] ?? whole;
      const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();
}

/** Many returns say "N/A" or "NONE" for no website. */
function website(written: string): string {
  return /\.[a-z]{2,}/i.test(written) ? written.toLowerCase() : '';
}
