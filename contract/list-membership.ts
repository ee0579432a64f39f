import { z } from 'zod';
import { LEAVE_OUT_MAX } from './list-exclusions.ts';

/** The tool of a try that looks for the row in other lists. It works only as a step. */
export const MEMBERSHIP_TOOL = 'in-list';

/** Whether a step only looks in lists, which says of people who are left out why they are. */
export function onlyLooks({ tries }: { tries: readonly { tool: string }[] }): boolean {
  return tries.every(({ tool }) => tool === MEMBERSHIP_TOOL);
}

/**
 * The lists that a row is looked for in. `companies`: in an ordinary list, the same company is enough; what an exclusion
 * list leaves out is its own setting.
 */
export const MembershipSetup = z.object({
  lists: z.array(z.uuid()).max(LEAVE_OUT_MAX, `A column can look in ${LEAVE_OUT_MAX} lists.`).default([]),
  companies: z.boolean().default(false),
});
export type MembershipSetup = z.infer<typeof MembershipSetup>;

/** A row to look for, as the item of the tool: its texts by what they are, such as `email` or `email 2`. */
export const MembershipItem = MembershipSetup.extend({ texts: z.record(z.string(), z.string()) });
export type MembershipItem = z.infer<typeof MembershipItem>;

/** Where a row was found. */
export interface Membership {
  /** the name of the list */
  list: string;
  /** the first value of the row there; null if it may not be shown */
  row: string | null;
  /** what is the same, in words: "email jane@acme.com" */
  key: string;
}

/**
 * What looking for a row says. `gone`: lists that the account doesn't have anymore. `too-large`: one that has too many rows to look in.
 * `strange`: the row names no one.
 */
export type MembershipAnswer =
  | { kind: 'looked'; found: Membership[]; names: string[] }
  | { kind: 'gone' }
  | { kind: 'too-large'; list: string }
  | { kind: 'strange' };
