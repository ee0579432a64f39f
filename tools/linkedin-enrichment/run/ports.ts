import type { LeadPerson } from '../engine/lead-matches.ts';

/** Leads for each entry of a request. `failed`: they couldn't be searched. */
export type LeadAnswer =
  | { failed: false; found: readonly (readonly LeadPerson[])[] }
  | { failed: true; reason: string };

/** A person to check against the opt-out list. */
export interface ListedPerson {
  /** canonical URLs */
  profiles: readonly string[];
  emails: readonly string[];
  domains: readonly string[];
}

/** What the run needs from the process that has the databases. */
export interface LinkedinPorts {
  leads: {
    /** Leads with these profiles. `keys`: as in #engines/list-items/linkedin.ts. */
    byProfile(keys: readonly string[]): Promise<LeadAnswer>;
    /** Leads with such a name at such a company, whoever they are. */
    byName(people: readonly { name: string; company: string }[]): Promise<LeadAnswer>;
  };
  optOuts: {
    /** Whether each of them opted out. */
    listed(people: readonly ListedPerson[]): Promise<boolean[]>;
  };
}
