import { isUnlimited } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { isFiltered } from '#contract/lead-filters.ts';
import type { LeadSaveInput, LeadSaveView } from '#contract/lead-saves.ts';
import { MESSAGES } from '#contract/messages.ts';
import { findGateAccount, lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import { findResult, type KeyClaim, once } from '../idempotency/idempotency.ts';
import { requireExportAccess } from '../leads/export-charge.ts';
import { countOrder, type LeadOrder } from '../leads/lead-order.ts';
import type { LeadDeps } from '../leads/lead-search.ts';
import { transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { withListKeys, withoutListed } from './exclusions/lead-search-lists.ts';
import { openLeadSaveQueue } from './lead-save-queue.ts';
import {
  countOpenSaves,
  deleteSavesBefore,
  findLeadSave,
  insertLeadSave,
  type LeadSaveRecord,
} from './lead-save-store.ts';
import { assertListsFit, listLimits } from './list-limits.ts';
import { assertNameFree } from './list-name.ts';
import { type ListDeps, viewList } from './lists.ts';
import { rowBytes } from './row-store.ts';
import { rowOfLead } from './saved-lead.ts';
import { filledBy, findList, findListByName, type ListKey } from './store.ts';

export type SaveDeps = Deps & LeadDeps & ListDeps;

/** Saves of one account that wait or run. As many exports can run. */
const MAX_OPEN = 2;
const SAVE_LIFE_MS = 30 * 86_400_000;
/** Leads whose sizes stand for all of them. */
const SAMPLE_LEADS = 25;
const NOTHING_NEW = 'No lead matches that the list doesn’t have.';

/**
 * Accepts a request to save leads to a list. A worker carries it out (save-leads-worker.ts). Throws CallError, and
 * nothing is charged, if an export of these leads would be refused, or if the lists have no room for them. `onlyNew`: leaves
 * out whom the list has already; throws `unprocessable` if that are all.
 */
export async function acceptLeadSave(
  deps: SaveDeps,
  { accountId, apiKey }: Pick<Session, 'accountId' | 'apiKey'>,
  input: LeadSaveInput,
  { claim, signal, onlyNew = false }: { claim: KeyClaim | null; signal: AbortSignal; onlyNew?: boolean },
): Promise<LeadSaveView> {
  const { db, space } = deps.database;
  const earlier = await findResult(db, claim);
  if (earlier !== null) return viewLeadSave(deps, accountId, earlier);
  const { database, filters, name, companyCells, ...options } = input;
  if (!isFiltered(filters)) throw new CallError('validation_failed', MESSAGES.leads.applyBeforeExport);
  assertRoom(space);
  const target: ListKey = { accountId, kind: 'leads', source: database, name };
  await assertNameFree(db, target);
  const order: LeadOrder = { database, filters, options: { ...options, bom: false } };
  const apiKeyId = apiKey?.id ?? null;
  const { leads, bytes } = await deps.leadSearch.turns.run(
    accountId,
    async () => {
      const listed = await withListKeys(deps, accountId, filters);
      const chosen = { ...order, filters: onlyNew ? await withoutListed(deps, target, listed) : listed };
      const ordered = await countOrder(deps, accountId, chosen, signal).catch((error: unknown) => {
        const none = error instanceof CallError && error.message === MESSAGES.leads.noneFound;
        throw onlyNew && none ? new CallError('unprocessable', NOTHING_NEW) : error;
      });
      const page = { limit: SAMPLE_LEADS, offset: 0 };
      const sample = await deps.leadSearch.page(database, ordered.filters, page, signal);
      const sizes = sample.leads.map((lead, index) =>
        rowBytes(rowOfLead({ id: sample.ids[index] ?? '', lead }, ordered.table.columns)),
      );
      const payer = { ...deps, free: ordered.sample, apiKeyId };
      const { repeats } = ordered;
      const wanted = { leads: ordered.leads, repeats, affordable: options.affordable };
      const leads = await requireExportAccess(payer, accountId, wanted);
      return {
        leads,
        bytes: Math.ceil((sizes.reduce((sum, size) => sum + size, 0) / Math.max(sizes.length, 1)) * leads),
      };
    },
    signal,
  );
  await assertFits(deps, target, { leads, bytes, onlyNew });
  const queue = await openLeadSaveQueue(deps.queue);
  const id = await transaction(db, async (tx) => {
    if (!(await lockGateAccount(tx, deps.config, accountId))) throw new CallError('not_authenticated');
    return once(tx, claim, async () => {
      if ((await countOpenSaves(tx, accountId)) >= MAX_OPEN) {
        throw new CallError(
          'rate_limited',
          'Two searches are already being saved. Try again when one is done.',
          { retryAfterSeconds: 10 },
        );
      }
      const at = new Date(deps.clock.now());
      await deleteSavesBefore(tx, accountId, new Date(at.getTime() - SAVE_LIFE_MS));
      const saved = await insertLeadSave(tx, {
        accountId,
        ...order,
        companyCells,
        onlyNew,
        name,
        apiKeyId,
        leads,
        at,
      });
      await queue.add([{ job: { id: saved, accountId } }], tx);
      return saved;
    });
  });
  return viewLeadSave(deps, accountId, id);
}

/**
 * Throws `quota_exceeded` if the lists of the account have no room for these leads. Those that the list may have already
 * take no room. `bytes` is estimated, so a save can still end at a limit.
 */
async function assertFits(
  { database: { db }, config }: Pick<Deps, 'database' | 'config'>,
  target: ListKey,
  { leads, bytes, onlyNew }: { leads: number; bytes: number; onlyNew: boolean },
): Promise<void> {
  const account = await findGateAccount(db, config, target.accountId);
  const list = await findListByName(db, target);
  const added = {
    lists: list ? 0 : 1,
    rows: leads - (onlyNew ? 0 : (list?.rows ?? 0)),
    bytes: bytes - (onlyNew ? 0 : (list?.bytes ?? 0)),
  };
  const max = listLimits(config, { paid: account !== null && isUnlimited(account) });
  assertListsFit(await filledBy(db, target.accountId), added, max);
}

/** The progress or result of a save. Throws `not_found`, also for those of others. */
export async function viewLeadSave(deps: ListDeps, accountId: string, id: string): Promise<LeadSaveView> {
  const { db } = deps.database;
  const save = await findLeadSave(db, accountId, id);
  if (!save) throw new CallError('not_found');
  const list = save.list_id === null ? undefined : await findList(db, accountId, save.list_id);
  return { ...saveCounts(save), list: list ? viewList(deps, list) : null };
}

function saveCounts({ id, state, leads, added, updated, refused, cost, problem }: LeadSaveRecord) {
  return { id, state, leads, added, updated, refused, cost, problem, edit: id };
}
