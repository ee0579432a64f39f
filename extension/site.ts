import type { CollectLimits, CollectSite } from '#contract/collect-sites.ts';

/** What a site is, for its extension, the server and the web client. */
export interface Site<Column extends string = string, Icon extends string = string> {
  id: CollectSite;
  /** as people know it */
  name: string;
  /** the name where nothing around it tells what it is; `name` if absent */
  fullName?: string;
  /** how browsers and their stores show the extension */
  extension: { name: string; description: string };
  /** one row, in the plural: "businesses" */
  rowsName: string;
  /** in the order of the table and the CSV file; all values are text */
  columns: readonly Column[];
  /** the columns of `fields: 'basic'`, without contact details */
  basicColumns: readonly Column[];
  /** what the tools call a column that has another name here */
  columnMeanings?: Partial<Record<Column, string>>;
  /** the smallest plan that includes the extension without limits */
  plan: 'premium' | 'unlimited';
  /** the limits for everyone else; null if the extension doesn't work without the plan */
  free: CollectLimits | null;
  /** has a script in the page's own world, tap.ts. The page can see it, so few sites have one. */
  hasTap?: true;
  /** absent if it shares a page with others */
  page?: SitePage<Icon>;
}

/** The page of a site in the dashboard. */
export interface SitePage<Icon extends string = string> {
  title: string;
  /** what the page is for, in one sentence */
  help: string;
  /** a name of web/page-icons.ts */
  icon: Icon;
  /** its place in the sidebar */
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
  /** the website, as people know it */
  website: string;
  /** what the first step opens; the website if absent */
  opens?: string;
  /** what it does and what for, in two or three sentences */
  about: string;
  /** what to open and do to collect rows */
  openStep: string;
  collectStep: string;
  /** what it reads, in one sentence */
  reads: string;
  /** what the site's terms say, and the risk; null if there is none */
  terms: string | null;
  /** two made-up rows with the most useful columns */
  sample: { columns: readonly Column[]; rows: readonly (readonly string[])[] };
  /** the site shows a map beside its results */
  hasMap?: true;
  /** the rows that the free version keeps; the site's `rowsName` if absent */
  freeRowsName?: string;
  /** the heading of the activation code */
  activationTitle?: string;
}
