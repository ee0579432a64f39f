import type { CollectLimits, CollectSite } from '#contract/collect-sites.ts';
import type { SiteReader } from '#engines/site-readers/reading.ts';

/** What one extension knows about its site. */
export interface SiteDefinition {
  id: CollectSite;
  /** name of the site, as people know it */
  title: string;
  /** what one row is, in the plural: "businesses" */
  rowsName: string;
  /** hosts of the site; null for every web page */
  hosts: RegExp | null;
  /** addresses where results are expected, so that none of them means that the page has changed */
  resultPages: RegExp | null;
  /** what to do to see results */
  howTo: string;
  read: SiteReader;
  columns: readonly string[];
  /** columns without contact details, for `fields: 'basic'` */
  basicColumns: readonly string[];
  /** limits without an account; null if the extension needs one */
  free: CollectLimits | null;
  /** rows a day, to protect the user's account on the site; null for no limit */
  rowsPerDay: number | null;
  hasTap: boolean;
  hasScroll: boolean;
  /** what it reads, one sentence */
  reads: string;
  /** what the site's agreement says, and the risk; null if there is none */
  agreement: string | null;
}
