import { z } from 'zod';
import type { NoticeCounts } from '#contract/notices.ts';
import type { Deps } from '../../deps.ts';
import { type Collection, DUE, readCollections, SENT_OF_SOURCE } from './collections.ts';
import { ensureSentTable } from './sent-notices.ts';

/** A notice is announced so long before it is due. */
const SOON_DAYS = 7;
const DAY_SECONDS = 86_400;

/** The notices of one database and source. */
export interface SourceNotices extends NoticeCounts {
  database: string;
  source: string;
}

const Row = z.object({
  people: z.coerce.number(),
  sent: z.coerce.number(),
  overdue: z.coerce.number(),
  soon: z.coerce.number(),
  next: z.coerce.number(),
});

/** Counts the notices of each database and source. */
export async function countNotices({
  warehouse,
  clock,
}: Pick<Deps, 'warehouse' | 'clock'>): Promise<SourceNotices[]> {
  const collections = await readCollections(warehouse);
  if (collections.length > 0) await ensureSentTable(warehouse);
  const counted: SourceNotices[] = [];
  for (const collection of collections) {
    const { database, source } = collection;
    const { sql, params } = countQuery(collection, Math.floor(clock.now() / 1000));
    const [row] = await warehouse.rows({ sql, params }, Row);
    if (!row || row.people === 0) continue;
    const { next, ...counts } = row;
    const isOpen = row.sent < row.people;
    counted.push({ database, source, ...counts, next: isOpen ? new Date(next * 1000).toISOString() : null });
  }
  return counted;
}

/** All of them together. */
export function sumNotices(counted: readonly SourceNotices[]): NoticeCounts {
  const sum = (name: 'people' | 'sent' | 'overdue' | 'soon') =>
    counted.reduce((total, counts) => total + counts[name], 0);
  const next = counted
    .map((counts) => counts.next)
    .filter((date) => date !== null)
    .sort()[0];
  return {
    people: sum('people'),
    sent: sum('sent'),
    overdue: sum('overdue'),
    soon: sum('soon'),
    next: next ?? null,
  };
}

function countQuery({ rows, params }: Collection, now: number) {
  return {
    sql: `SELECT count() AS people, countIf(is_sent) AS sent, countIf(NOT is_sent AND due <= now) AS overdue,
  countIf(NOT is_sent AND due <= now + ${SOON_DAYS * DAY_SECONDS}) AS soon, toUnixTimestamp(minIf(due, NOT is_sent)) AS next
FROM (SELECT ${DUE} AS due, toDateTime({now:UInt32}, 'UTC') AS now, lw_key IN (SELECT lead FROM ${SENT_OF_SOURCE}) AS is_sent ${rows})`,
    params: { ...params, now },
  };
}
