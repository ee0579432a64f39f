import type { NavPosition } from '#tools/tool.ts';
import type * as icons from './icons.ts';

/** A name of icons.ts. */
export type IconName = keyof typeof icons;

/**
 * What the rest of the product knows about a page. Routes, sidebar, command palette, sitemap, pictures and browser tests
 * all read it. It is plain data, so that the server and the tests can read it without React.
 */
export interface Page {
  /** The folder of its page.tsx, from web/. */
  folder: string;
  /** Its address; `:id` is one part of a path. */
  path: string;
  /** Its heading, and the title of its tab, unless both depend on what it shows. */
  title: string;
  /** What links say; default: the title. */
  label?: string;
  /** What the page is for, in one sentence: under its heading, and in search engines. */
  description?: string;
  /** An admin page is open to everyone, but shows and does nothing without the admin key. */
  access: 'public' | 'signed-in' | 'admin';
  /** The page is in the command palette with this icon. */
  icon?: IconName;
  /** Its link in the sidebar. */
  nav?: NavPosition;
  /** What else people may type for it in the command palette. */
  words?: string;
  /** The key that opens it after "g". */
  shortcut?: string;
  /** Its card on the dashboard. */
  card?: { order: number; text: string };
  /**
   * A page that visitors come to first: its route is in app/visitor-routes.tsx. Pages with the same name share their
   * script (build/shared-chunks.ts).
   */
  visitorScript?: string;
  /** It is rendered when the client is built, and listed in the sitemap. */
  prerendered?: true;
  /** It only opens another page. */
  opensAnother?: true;
  /** Its pictures; default: one of the page as it opens, with the name of its folder. */
  screens?: readonly PageScreen[];
}

/** A picture of a page. */
export interface PageScreen {
  /** the name of its files in docs/screens */
  name: string;
  query?: string;
  /** Default: only if the page needs it. */
  signedIn?: boolean;
  /** Opens the newest task of this type that has this status. */
  task?: { type: string; status: string };
  /** The picture of a help page, as a path in the repository. */
  picture?: string;
}
