import type { ColumnRole } from '#contract/list-columns.ts';

/**
 * Files of our tools, by the letters of a column that only they have and its place among ours. `roles`: what columns have whose names
 * say something else in other files. The columns of the person's own list come before ours.
 */
const OWN_FILES: readonly {
  mark: string;
  at: number;
  roles: Readonly<Record<string, ColumnRole | null>>;
}[] = [
  // The title is that of a page, and the profile that of the site's company.
  { mark: 'googleplususername', at: 12, roles: { title: null, linkedinurl: 'company_linkedin' } },
  // Whether an address is one of a role, such as info@.
  { mark: 'bestguess', at: 5, roles: { role: null } },
  { mark: 'completeness', at: 6, roles: {} },
];

/** The columns of one of our files. */
interface OwnFile {
  isOurs(index: number): boolean;
  /** what columns of ours have, by their index, where their names don't say it */
  given: ReadonlyMap<number, ColumnRole | null>;
}

/** Reads which columns of a header are those of our tools, by the letters of each. In any other file, none are. */
export function readOwnFile(keys: readonly string[]): OwnFile {
  for (const { mark, at, roles } of OWN_FILES) {
    const place = keys.indexOf(mark);
    if (place < 0) continue;
    const isOurs = (index: number) => index >= place - at;
    const given = keys.flatMap((key, index) => {
      const role = isOurs(index) && Object.hasOwn(roles, key) ? roles[key] : undefined;
      return role === undefined ? [] : [[index, role] as const];
    });
    return { isOurs, given: new Map(given) };
  }
  return { isOurs: () => false, given: new Map() };
}
