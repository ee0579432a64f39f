import type { Homepage } from '#engines/company-domain/read-homepage.ts';
import type { DomainSource } from '../definition.ts';
import type { RatedDomain } from './decide-domain.ts';
import type { PageEvidence } from './score-homepage.ts';

/** A domain whose homepage was read and scored. */
export interface RatedSite extends RatedDomain {
  source: DomainSource;
  url: string;
  /** more than a name of one word says that it is the company's */
  proven: boolean;
  /** the page speaks against the company, or names only another one */
  isOthers: boolean;
  page: Homepage;
  evidence: PageEvidence[];
  /** why it isn't a company's homepage; null if it may be one */
  problem: string | null;
}

/** A domain whose homepage wasn't scored. */
export interface UnratedSite {
  domain: string;
  source: DomainSource;
  url: string | null;
  reason: string;
  /** may work later */
  temporary: boolean;
  /** the domain exists, but its page couldn't be read */
  unread: boolean;
}

/** The sites that were looked at for one name. */
export interface SearchedSites {
  rated(): readonly RatedSite[];
  unrated(): readonly UnratedSite[];
  /** domains looked up without an answer */
  counts(): { undecided: number };
}
