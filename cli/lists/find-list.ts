import { z } from 'zod';
import { CALLS } from '#contract/calls.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import type { ServerCalls } from './server-calls.ts';

/** The list with an ID or a name, like `chosenList`. */
export async function findList(server: ServerCalls, wanted: string): Promise<ListView> {
  return chosenList((await server.invoke(CALLS.lists, {})).lists, wanted);
}

/**
 * The list with an ID, or the only one with a name; capitals don't count unless they make the difference. Throws
 * OperatorError if there is none, or more than one.
 */
export function chosenList(lists: readonly ListView[], wanted: string): ListView {
  const byId = z.uuid().safeParse(wanted).success && lists.find(({ id }) => id === wanted.toLowerCase());
  if (byId) return byId;
  const exact = lists.filter(({ name }) => name === wanted);
  const found =
    exact.length > 0 ? exact : lists.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [only] = found;
  if (only && found.length === 1) return only;
  if (!only) throw new OperatorError(`There is no list “${wanted}”. “leadwell lists” shows yours.`);
  const ids = found.map(({ id, rows }) => `  ${id}  ${plural(rows, 'row')}`);
  throw new OperatorError(`${found.length} lists are called “${wanted}”. Use an ID:\n${ids.join('\n')}`);
}
