import type { CollectLimits, CollectSite } from '#contract/collect-sites.ts';

/** What a site is, for its extension, the server and the web client. */
export interface Site<Column extends string = string, Icon extends string = string> {
  id: CollectSite;
  /** The site's name, as people know it. */
  name: string;
  /** The name where nothing around it tells what it is; default: `name`. */
  fullName?: string;
  /** How browsers and their stores show the extension. */
  extension: { name: string; description: string };
  /** What its rows are: "businesses". */
  rowsName: string;
  /** All columns, in the order of the table and the CSV file. All values are text. */
  columns: readonly Column[];
  /** The columns of `fields: 'basic'`, without contact details. */
  basicColumns: readonly Column[];
  /** What the tools call a column that has another name here. */
  columnMeanings?: Partial<Record<Column, string>>;
  /** The smallest plan that includes the extension without limits. */
  plan: 'premium' | 'unlimited';
  /** The limits for everyone else; null if the extension needs the plan. */
  free: CollectLimits | null;
  /** It has a script in the page's own world, tap.ts. The page can see it, so few sites have one. */
  hasTap?: true;
  /** Its page in the dashboard; absent if it shares one with other sites. */
  page?: SitePage<Icon>;
}

/** The page of a site in the dashboard. */
export interface SitePage<Icon extends string = string> {
  title: string;
  /** What the page is for, in one sentence. */
  help: string;
  /** A name of web/pages/icons.ts. */
  icon: Icon;
  /** Its place in the sidebar. */
  order: number;
}

/** Declares a site. Its readers and texts can only name its columns. */
export function defineSite<const Column extends string, const Icon extends string = never>(
  site: Site<Column, Icon>,
): Site<Column, Icon> {
  return site;
}

/** What the dashboard says about the extension of a site. */
export interface SiteGuide<Column extends string = string> {
  site: Site<Column>;
  /** The website, as people know it. */
  website: string;
  /** What the first step opens; default: the website. */
  opens?: string;
  /** What the extension does and what for, in two or three sentences. `{websites}`: the tool that takes websites. */
  about: string;
  /** What to open to collect rows. */
  openStep: string;
  /** What to do then. */
  collectStep: string;
  /** What it reads, in one sentence. */
  reads: string;
  /** What the site's terms say, and the risk; null if there is none. */
  terms: string | null;
  /** Two made-up rows with the most useful columns. */
  sample: { columns: readonly Column[]; rows: readonly (readonly string[])[] };
  /** The site shows a map beside its results. */
  hasMap?: true;
  /** What the rows of the free version are; default: the site's `rowsName`. */
  freeRowsName?: string;
  /** The heading of the activation code. */
  activationTitle?: string;
}
