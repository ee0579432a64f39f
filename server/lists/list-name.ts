import { COLLECT_LIST_NAME_MAX_CHARS, type CollectSite } from '#contract/collect-sites.ts';
import { CallError } from '#contract/errors.ts';
import { siteName } from '#extension/sites.ts';
import type { Db } from '../platform/database/db.ts';
import { findListByName, findOtherByName, type ListKey } from './store.ts';

/** Throws `conflict` if a list of the account with another source has this name. */
export async function assertNameFree(db: Db, list: ListKey): Promise<void> {
  if (await findOtherByName(db, list)) {
    throw new CallError(
      'conflict',
      `You already have a list named “${list.name}” with rows from elsewhere. Choose another name.`,
    );
  }
}

/**
 * The name of the list that an extension's rows go to: the given one, or, if a list with another source has it, the name
 * with the site. No row of an extension may get lost, so the reply to the import says where they went.
 */
export async function nameForImport(db: Db, list: ListKey & { source: CollectSite }): Promise<string> {
  if (!(await findOtherByName(db, list))) return list.name;
  const named = (site: string) => {
    const ending = ` (${site})`;
    return [...list.name].slice(0, COLLECT_LIST_NAME_MAX_CHARS - ending.length).join('') + ending;
  };
  // Earlier servers named them so.
  const earlier = named(list.source);
  return (await findListByName(db, { ...list, name: earlier })) ? earlier : named(siteName(list.source));
}
