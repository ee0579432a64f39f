import type { EvidenceSource, SocialNetwork } from '#contract/website.ts';

/** The part of a page a value stood in. Head stands for metas and structured data. */
export type PageArea = 'head' | 'header' | 'nav' | 'body' | 'address' | 'footer';

/** One value found on a page. */
export interface Found {
  /** normalised: email in lower case, phone in E.164, profile as its canonical URL */
  value: string;
  /** as the page wrote it, at most 200 characters */
  written: string;
  source: EvidenceSource;
  area: PageArea;
  /** how often the value stands on the page, in any source */
  count: number;
}

export interface FoundSocial extends Found {
  network: SocialNetwork;
  username: string;
  /** higher is likelier the site's own profile; comparable within one network of one site */
  score: number;
}

/** A link of a page to another page. */
export interface PageLink {
  /** absolute http(s) address without fragment */
  href: string;
  /** what a person reads on it: its text, else the title or the image's alternative text; at most 120 characters */
  text: string;
  /** frames hold part of the page itself */
  frame: boolean;
}

/** What one page says about whom to contact. Lists are distinct by value, in the order of first appearance. */
export interface PageContacts {
  /** the page's address as given, else as its `<base href>` tells */
  url: string | null;
  title: string | null;
  description: string | null;
  keywords: string | null;
  /** og:site_name, application-name and the names of organisations in structured data */
  siteNames: string[];
  /** the lang attribute of the html element, lower case */
  lang: string | null;
  emails: Found[];
  phones: Found[];
  /** fax numbers in E.164 */
  faxes: string[];
  socials: FoundSocial[];
  links: PageLink[];
  /** the budget ended before the whole page was read */
  truncated: boolean;
  /** the page has next to nothing to read without JavaScript */
  rendersWithScript: boolean;
}
