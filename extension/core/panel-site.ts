import type { Site } from '../site.ts';
import type { SiteReader } from './reading.ts';

/** A site with what only its panel knows. */
export interface PanelSite extends Site {
  /** Its hosts; null for every web page. */
  hosts: RegExp | null;
  /** The addresses where results are expected, so that a page without any has changed. */
  resultPages: RegExp | null;
  /** What to do to see results. */
  howTo: string;
  read: SiteReader;
  /** The rows a day, to protect the user's account on the site; null for no limit. */
  rowsPerDay: number | null;
  /** The panel can scroll its list. */
  hasScroll?: true;
  /** What it reads, in one sentence. */
  reads: string;
  /** What the site's agreement says, and the risk; null if there is none. */
  agreement: string | null;
}
