import { createHash } from 'node:crypto';
import type { ErasureReceipt } from '#contract/person-rights.ts';
import { findKeyOwner } from '../accounts/account.ts';
import { addDueMail } from '../auth/one-time/due-mails.ts';
import { sealPerson } from '../auth/one-time/erased-person.ts';
import { LEAD_DATABASE_SHAPES } from '../leads/databases.ts';
import { transaction } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import type { Found, SearchDeps } from './find-records.ts';
import { type PersonEntry, personCheck } from './person-check.ts';
import type { PersonSearch } from './person-report.ts';

/** Places from which an account can have taken the person, and what a notice calls them. */
const TAKEN_FROM: Readonly<Record<string, 'tasks' | 'lists' | 'files'>> = {
  task_items: 'tasks',
  own_list_rows: 'tasks',
  list_rows: 'lists',
  list_cells: 'lists',
  people_run_chunks: 'files',
};

interface Holding {
  /** lines for the owner: where the account had the person */
  where: Set<string>;
  exports: Set<string>;
  tasks: Set<string>;
  lists: Set<string>;
  files: Set<string>;
  /** YYYY-MM-DD; null: no export of leads */
  lastExport: string | null;
}

/**
 * Tells every account that exported the person, or has the person in a task or its file, a list or a bought file, to delete the person from
 * its own systems: the owner by email, with what the operator typed, and programs by the webhook `person.erased`, with its SHA-256
 * hash, so that only who has the person can tell who it is.
 */
export async function notifyHolders(
  deps: SearchDeps,
  person: readonly PersonEntry[],
  { found, exports }: Pick<PersonSearch, 'found' | 'exports'>,
): Promise<ErasureReceipt['notices']> {
  const { db } = deps.database;
  const holdings = holdingsOf(person, found, exports);
  const notices: ErasureReceipt['notices'] = [];
  for (const [accountId, holding] of holdings) {
    const account = await findKeyOwner(db, deps.config, accountId);
    if (!account) continue;
    const webhooks = await transaction(db, async (tx) => {
      await addDueMail(tx, accountId, {
        kind: 'person-erased',
        accountId,
        sealed: sealPerson(
          deps,
          accountId,
          person.map(({ kind, value }) => (kind === 'profile' ? `linkedin.com/in/${value}` : value)),
        ),
        where: [...holding.where],
      });
      let sent = 0;
      for (const { kind, value } of person)
        sent += await writeEvent(tx, {
          accountId,
          type: 'person.erased',
          data: {
            kind,
            sha256: createHash('sha256').update(value).digest('hex'),
            exports: holding.exports.size,
            lastExport: holding.lastExport,
            tasks: holding.tasks.size,
            lists: holding.lists.size,
            files: holding.files.size,
          },
          path: '/dashboard',
        });
      return sent;
    });
    notices.push({ account: account.email, webhooks });
  }
  return notices;
}

function holdingsOf(
  person: readonly PersonEntry[],
  found: readonly Found[],
  exports: PersonSearch['exports'],
): Map<string, Holding> {
  const holdings = new Map<string, Holding>();
  const of = (accountId: string): Holding => {
    const known = holdings.get(accountId) ?? {
      where: new Set(),
      exports: new Set(),
      tasks: new Set(),
      lists: new Set(),
      files: new Set(),
      lastExport: null,
    };
    holdings.set(accountId, known);
    return known;
  };
  for (const { accountId, database, day } of exports) {
    const holding = of(accountId);
    holding.exports.add(`${database} ${day}`);
    holding.where.add(`Your export from the lead database ${LEAD_DATABASE_SHAPES[database].title} on ${day}`);
    if (holding.lastExport === null || day > holding.lastExport) holding.lastExport = day;
  }
  const check = personCheck(person);
  for (const { accountId, within, ref } of found) {
    const taken = takenFrom(ref);
    if (accountId === null || taken === null) continue;
    const { kind, id } = taken;
    const holding = of(accountId);
    holding[kind].add(id);
    // A name that is the person's own must not be stored again.
    const name = within && Object.keys(check.textsNaming({ within })).length === 0 ? ` “${within}”` : '';
    holding.where.add(`${KINDS[kind]}${name}`);
  }
  return holdings;
}

/** What an account can have taken the person from. An uploaded file counts as its task. null: something else. */
function takenFrom(ref: Found['ref']): { kind: keyof typeof KINDS; id: string } | null {
  if (ref.kind === 'upload') return { kind: 'tasks', id: ref.taskId };
  const kind = ref.kind === 'row' ? TAKEN_FROM[ref.row.table] : undefined;
  if (ref.kind !== 'row' || kind === undefined) return null;
  return { kind, id: ref.row.owner ?? '' };
}

const KINDS = {
  tasks: 'Your task',
  lists: 'Your list',
  files: 'The file of a people search that you bought',
};
