import type { MembershipAnswer, MembershipItem } from '#contract/list-membership.ts';
import type { OptOutDeps } from '../../opt-outs/opt-outs.ts';
import { matchRows, readMatches, rowName } from './match-rows.ts';

/**
 * Looks for rows in lists of an account, by the keys of exclusion lists. Returns an answer for each, in the same order. Rows about
 * people who opted out are not named.
 */
export async function findInLists(
  deps: OptOutDeps,
  accountId: string,
  items: readonly MembershipItem[],
): Promise<MembershipAnswer[]> {
  const matches = await matchRows(
    deps,
    accountId,
    items.map((item) => ({ ...item, asExclusion: true })),
  );
  const cellsOf = await readMatches(
    deps,
    matches.flatMap(({ found }) => found),
  );
  return matches.map(({ lists, isGone, tooLarge, isStrange, found }) => {
    // A yes holds, whatever other lists would say.
    if (isGone && found.length === 0) return { kind: 'gone' };
    if (tooLarge !== null && found.length === 0) return { kind: 'too-large', list: tooLarge };
    if (isStrange) return { kind: 'strange' };
    return {
      kind: 'looked',
      names: lists.map(({ name }) => name),
      found: found.map((match) => {
        const cells = cellsOf(match);
        return { list: match.list.name, row: cells ? rowName(match.list, cells) : null, key: match.key };
      }),
    };
  });
}
