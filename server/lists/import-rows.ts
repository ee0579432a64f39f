import type { InputOf, ReplyOf } from '#contract/call.ts';
import { type COLLECT_CALLS, collectedRowSchema } from '#contract/collect.ts';
import { type CollectLimits, type CollectSite, isOlderVersion } from '#contract/collect-sites.ts';
import { CallError } from '#contract/errors.ts';
import { issueMessage } from '#contract/issue-messages.ts';
import { findSite } from '#extension/sites.ts';
import type { Deps } from '../deps.ts';
import { type DeviceSession, lockDeviceAccount } from '../devices/devices.ts';
import { LEAST_EXTENSION_VERSION } from '../extensions/versions.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { areRowsOptedOut, OPTED_OUT } from '../opt-outs/contact-check.ts';
import { type Db, transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { addRows } from './add-rows.ts';
import { keepReply } from './import-replies.ts';
import { addedWebsites } from './list-fields.ts';
import { beyondFreeVersion, roomForSite } from './list-limits.ts';
import { nameForImport } from './list-name.ts';
import type { KeyedRow } from './merge-rows.ts';
import { findImport, findListByName, type ImportRecord, type ListKey } from './store.ts';

type ImportInput = InputOf<typeof COLLECT_CALLS.import>;
type ImportReply = ReplyOf<typeof COLLECT_CALLS.import>;
type ImportTarget = ListKey & { source: CollectSite };

/** Different reasons in one reply, since a reason can quote a row and replies are kept. */
const REASONS_MAX = 20;
const NO_VALUES = 'The row has no values.';

/**
 * Adds the rows of an extension to a list of its account. Rows that don't fit the contract, have opted out or go
 * beyond the plan are refused, each with its reason. The same request with the same key is carried out once and
 * returns the same reply. Throws CallError if nothing can be added.
 */
export async function importRows(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>,
  device: DeviceSession,
  input: ImportInput,
  claim: KeyClaim | null,
): Promise<ImportReply> {
  const { db, space } = deps.database;
  const { accountId } = device;
  const { site, rows } = input;
  const target = { accountId, kind: 'extension', source: site, name: input.list } as const;
  if (isOlderVersion(input.readerVersion, LEAST_EXTENSION_VERSION)) {
    throw new CallError(
      'unprocessable',
      'This extension is too old. Download the new version from Leadwell.',
    );
  }
  assertRoom(space);
  const known = await findImported(db, target);
  const columns = [...findSite(site).columns];
  const websites = addedWebsites(known ?? { ...target, columns, fields: null }, columns);
  const checked = await checkRows(deps, input, websites);
  const at = new Date(deps.clock.now());
  const { id, record } = await transaction(db, async (tx) => {
    const { limits, unlimited } = await lockDeviceAccount(tx, deps, device);
    let record: ImportRecord | undefined;
    const id = await once(tx, claim, async () => {
      const { refused, good } = checked;
      const fitting = good.map(({ row, position }) => ({ row: withinFields(row, site, limits), position }));
      const room = await roomForSite(tx, accountId, site, limits);
      const result = await addRows(
        tx,
        deps.config,
        { ...target, name: await nameForImport(tx, target), columns },
        fitting.map(({ row }) => row),
        { paid: unlimited, at, room },
      );
      const beyond = result.left.map((index) => fitting[index]?.position ?? 0);
      record = {
        added: result.added,
        updated: result.updated,
        refused: beyond.length === 0 ? refused : { ...refused, [beyondFreeVersion(limits)]: beyond },
      };
      return keepReply(tx, accountId, record, at);
    });
    return { id, record };
  });
  // The reply to an earlier request with this key.
  const done = record ?? (await findImport(db, accountId, id));
  if (!done) throw new CallError('idempotency_conflict');
  const list = await findImported(db, target);
  return { ...viewReply(done, rows), ...(list ? { list: { id: list.id, name: list.name } } : {}) };
}

/** The list that the rows of an import go to; undefined if it doesn't exist yet. */
async function findImported(db: Db, target: ImportTarget) {
  return findListByName(db, { ...target, name: await nameForImport(db, target) });
}

function viewReply(
  { added, updated, refused }: ImportRecord,
  rows: ImportInput['rows'],
): Omit<ImportReply, 'list'> {
  const reasons = Object.entries(refused).flatMap(([reason, positions]) =>
    positions.map((position) => ({ position, reason })),
  );
  reasons.sort((a, b) => a.position - b.position);
  return {
    added,
    updated,
    refused: reasons.flatMap(({ position, reason }) => {
      const row = rows[position];
      if (!row) return [];
      return [{ key: row.key, reason, ...(reason === OPTED_OUT ? { optedOut: true as const } : {}) }];
    }),
  };
}

interface CheckedRows {
  good: { position: number; row: KeyedRow }[];
  refused: Record<string, number[]>;
}

/** Checks each row against the contract and the opt-out list. `websites`: the columns that have websites */
async function checkRows(
  deps: Pick<Deps, 'database' | 'secrets'>,
  { site, rows }: Pick<ImportInput, 'site' | 'rows'>,
  websites: ReadonlySet<string>,
): Promise<CheckedRows> {
  const schema = collectedRowSchema(findSite(site).columns);
  const refused: CheckedRows['refused'] = {};
  const refuse = (position: number, text: string) => {
    const known = text in refused || Object.keys(refused).length < REASONS_MAX;
    const reason = known ? text : 'The row is invalid.';
    refused[reason] = [...(refused[reason] ?? []), position];
  };
  const fitting = rows.flatMap((row, position) => {
    const parsed = schema.safeParse(row, { error: issueMessage });
    if (!parsed.success) {
      refuse(position, parsed.error.issues[0]?.message.slice(0, 200) ?? 'The row is invalid.');
      return [];
    }
    const { key, aliases, values } = parsed.data;
    const known = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
    if (known.length === 0) {
      refuse(position, NO_VALUES);
      return [];
    }
    const keys = [...new Set([key, ...aliases])];
    return [{ position, row: { keys, values: Object.fromEntries(known) } }];
  });
  const optedOut = await areRowsOptedOut(
    deps,
    fitting.map(({ row }) => row.values),
    websites,
  );
  const good = fitting.filter(({ position }, index) => {
    if (optedOut[index]) refuse(position, OPTED_OUT);
    return !optedOut[index];
  });
  return { good, refused };
}

/** The row with the columns that the plan includes. */
function withinFields(row: KeyedRow, site: CollectSite, { fields }: CollectLimits): KeyedRow {
  if (fields === 'all') return row;
  const { basicColumns } = findSite(site);
  return {
    ...row,
    values: Object.fromEntries(
      Object.entries(row.values).filter(([column]) => basicColumns.includes(column)),
    ),
  };
}
