import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { CALLS } from '#contract/calls.ts';
import { createCsvReader } from '#engines/csv/read-csv.ts';
import { BYTE_ORDER_MARK, csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { Deps } from '../deps.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import { hasOptOuts, type OptOutDeps } from '../opt-outs/opt-outs.ts';
import { findOrder } from '../payments/paid-orders.ts';
import { acceptedSecrets, signingSecret } from '../platform/server-secrets.ts';
import { findChunk, findRuns, type PeopleRun } from './store.ts';

const URL_VALID_MS = 86_400_000;

type Parts = Pick<Deps, 'clock' | 'secrets'>;

/** The absolute URL of an order's file, valid for a day. */
export function fileUrl(parts: Parts, origin: string, orderId: string): string {
  const until = parts.clock.now() + URL_VALID_MS;
  const fields = new URLSearchParams({
    order: orderId,
    token: `${until}.${mac(signingSecret(parts.secrets, parts.clock.now()), orderId, until)}`,
  });
  return `${origin}${CALLS.peopleFile.path}?${fields}`;
}

/** Whether this server created the token for this order and it has not expired. */
export function isValidToken(parts: Parts, orderId: string, token: string): boolean {
  const [, until = '', given = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (!given || Number(until) < parts.clock.now()) return false;
  return acceptedSecrets(parts.secrets).some((secret) =>
    timingSafeEqual(Buffer.from(given), Buffer.from(mac(secret, orderId, Number(until)))),
  );
}

function mac(secret: string, orderId: string, until: number): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'leadwell people file', 32));
  return createHmac('sha256', key).update(`${orderId.toLowerCase()}:${until}`).digest('base64url');
}

/** The run of an order if its file can be downloaded: it is done, has records, and the order is paid. */
export async function findDownloadableRun(
  { database }: Pick<Deps, 'database'>,
  orderId: string,
): Promise<PeopleRun | null> {
  const run = (await findRuns(database.db, [orderId])).get(orderId.toLowerCase());
  const order = run && (await findOrder(database.db, { id: run.order_id }));
  return run && order && hasFile(order.status, run) ? run : null;
}

export function hasFile(orderStatus: string, run: Pick<PeopleRun, 'status' | 'records'>): boolean {
  return orderStatus === 'paid' && run.status === 'done' && run.records > 0;
}

/**
 * The file's bytes, chunk by chunk, without people who opted out since the run. Throws if a chunk is missing, because the order was refunded or its
 * account deleted meanwhile.
 */
export async function* runFile(deps: OptOutDeps, run: PeopleRun): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${BYTE_ORDER_MARK}${csvHeader(run.columns)}`);
  for (let seq = 0; seq < run.chunks; seq += 1) {
    const chunk = await findChunk(deps.database.db, run.order_id, seq);
    if (!chunk) throw new Error(`The file of the order ${run.order_id} no longer exists.`);
    yield (await hasOptOuts(deps)) ? await withoutOptedOut(deps, run.columns, chunk) : chunk;
  }
}

/** The rows of a part of a file without people who opted out; the same bytes if there is none. */
export async function withoutOptedOut(
  deps: OptOutDeps,
  columns: readonly string[],
  chunk: Uint8Array,
): Promise<Uint8Array> {
  const reader = createCsvReader(',', { maxCells: columns.length });
  const rows = [...reader.push(Buffer.from(chunk).toString('utf8')), ...reader.end()].map(
    ({ cells }) => cells,
  );
  const optedOut = await areRowsOptedOut(
    deps,
    rows.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))),
  );
  if (!optedOut.includes(true)) return chunk;
  return Buffer.from(
    rows
      .filter((_, index) => !optedOut[index])
      .map((cells) => csvLine(cells))
      .join(''),
  );
}
