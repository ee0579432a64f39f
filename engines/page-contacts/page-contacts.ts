import type { EvidenceSource, SocialNetwork } from '#contract/website.ts';
import type { FoundPerson } from './people/found-person.ts';

/** The part of a page that contains a value. `head` includes meta elements and structured data. */
export type PageArea = 'head' | 'header' | 'nav' | 'body' | 'address' | 'footer';

/** One value found on a page. */
export interface Found {
  /** normalized: lowercase email, phone in E.164, or canonical profile URL */
  value: string;
  /** as the page wrote it, at most 200 characters */
  written: string;
  source: EvidenceSource;
  area: PageArea;
  /** number of occurrences on the page, in any source */
  count: number;
}

export interface FoundSocial extends Found {
  network: SocialNetwork;
  username: string;
  /** higher means more likely the site's own profile; comparable within one network of one site */
  score: number;
  /** of a person who isn't the site's owner, as far as the page says */
  isOther: boolean;
}

/** The details of an organization, in this order. */
export const ORGANIZATION_FIELDS = [
  'organization_name',
  'street',
  'postal_code',
  'city',
  /** the state, province or county, as written */
  'region',
  /** ISO code, else as written */
  'country',
  'registration_number',
  'vat_number',
] as const;
export type OrganizationField = (typeof ORGANIZATION_FIELDS)[number];

/** One detail of the organization that a page belongs to. */
export interface OrganizationDetail {
  field: OrganizationField;
  value: string;
  /** as the page wrote it, at most 200 characters */
  written: string;
  source: EvidenceSource;
}

/** A link to another page. */
export interface PageLink {
  /** absolute http(s) URL without fragment */
  href: string;
  /** visible text, else the title or image alt text; at most 120 characters */
  text: string;
  /** a frame, which contains a part of the page itself */
  frame: boolean;
}

/** The contacts and metadata of one page. Lists are distinct by value, in order of first appearance. */
export interface PageContacts {
  /** the given page URL, else its `<base href>` */
  url: string | null;
  title: string | null;
  description: string | null;
  keywords: string | null;
  /** og:site_name, application-name and organization names in structured data */
  siteNames: string[];
  /** lowercase lang attribute of the html element */
  lang: string | null;
  emails: Found[];
  phones: Found[];
  /** phone numbers in national format as written; the page doesn't tell their country */
  unplacedPhones: Found[];
  /** fax numbers in E.164 */
  faxes: Found[];
  socials: FoundSocial[];
  /** at most one detail of each field; empty unless it was asked for */
  organization: OrganizationDetail[];
  /** empty unless they were asked for */
  people: FoundPerson[];
  links: PageLink[];
  /** the budget was used up before the page was fully read */
  truncated: boolean;
  /** the page is almost empty without JavaScript */
  rendersWithScript: boolean;
  /** the page has scripts and an element that they usually fill, such as `<div id="root">` */
  hasScriptRoot: boolean;
}
