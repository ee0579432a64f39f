/** Someone who works at the organization of a page, as the page shows them. null: it doesn't say it. */
export interface FoundPerson {
  /** as written, with titles such as Dr. */
  name: string;
  title: string | null;
  /** normalized, as in the page's emails */
  email: string | null;
  /** E.164 */
  phone: string | null;
  /** canonical URL of a personal profile */
  profile: string | null;
  source: 'json-ld' | 'microdata' | 'text';
}

/** What says how to reach a person, before it is compared with the contacts of the page. */
export interface WrittenPerson {
  name: string;
  title: string | null;
  emails: string[];
  phones: string[];
  profiles: string[];
}
