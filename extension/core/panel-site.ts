import type { Site } from '../site.ts';
import type { SiteReader } from './reading.ts';

/** A site with what only its panel knows. */
export interface PanelSite extends Site {
  /** hosts of the site; null for every web page */
  hosts: RegExp | null;
  /** addresses where results are expected, so that none of them means that the page has changed */
  resultPages: RegExp | null;
  /** what to do to see results */
  howTo: string;
  read: SiteReader;
  /** rows a day, to protect the user's account on the site; null for no limit */
  rowsPerDay: number | null;
  /** the panel can scroll its list */
  hasScroll?: true;
  /** what it reads, one sentence */
  reads: string;
  /** what the site's agreement says, and the risk; null if there is none */
  agreement: string | null;
}
