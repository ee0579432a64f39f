import type { ReactNode } from 'react';
import type { AdminStatus } from '#contract/admin-status.ts';
import { formatBytes, formatDate, formatNumber, formatSeconds } from '../../lib/format.ts';

const GIGABYTE = 1e9;

/** The figures to look at first, then the versions. */
export function StatusSummary({ status }: { status: AdminStatus }) {
  const { queue, workers, requests, disk, versions, backup } = status;
  const waiting = queue?.reduce((sum, kind) => sum + kind.waiting, 0) ?? null;
  const oldest = queue ? Math.max(0, ...queue.map(({ oldestSeconds }) => oldestSeconds)) : 0;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 lg:grid-cols-3">
        <Figure
          name="Jobs that wait"
          value={waiting === null ? UNKNOWN : formatNumber(waiting)}
          note={oldest >= 1 ? `the oldest for ${formatSeconds(oldest)}` : queue ? 'none is late' : ''}
        />
        <Figure
          name="Workers"
          value={workers ? formatNumber(workers.length) : UNKNOWN}
          note="seen in the last 30 seconds"
        />
        <Figure
          name="Failed requests"
          value={formatShare(requests.failed, requests.all)}
          note={`of ${formatNumber(requests.all)} to this server in ${status.minutes} minutes`}
        />
        <Figure
          name="Free on the disk"
          value={disk.freeBytes === null ? UNKNOWN : formatSpace(disk.freeBytes)}
          note={`at least ${formatSpace(disk.neededBytes)} needed`}
        />
        <Figure
          name="Database"
          value={disk.databaseBytes === null ? UNKNOWN : formatSpace(disk.databaseBytes)}
          note="with its indexes"
        />
        <Figure name="Last backup" {...backupFigure(backup)} />
      </dl>
      <dl className="grid gap-x-4 gap-y-3 border-t border-border pt-5 text-sm sm:grid-cols-2">
        <Version name="Leadwell">
          {versions.server}, since {formatDate(versions.startedAt)}
        </Version>
        <Version name="Schema">{versions.schema ?? UNKNOWN}</Version>
        <Version name="Database">{versions.database ?? UNKNOWN}</Version>
        <Version name="Lead databases">{versions.engine ?? 'Not running'}</Version>
      </dl>
    </>
  );
}

const UNKNOWN = 'Unknown';

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="mt-0.5 text-xl tracking-tight tabular-nums">{value}</dd>
      <dd className="text-sm text-muted-foreground">{note}</dd>
    </div>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="break-all">{children}</dd>
    </div>
  );
}

function backupFigure(backup: AdminStatus['backup']): { value: string; note: string } {
  if (!backup) return { value: UNKNOWN, note: '' };
  const { scheduled, at, failed } = backup;
  if (failed) return { value: 'Failed', note: at ? `the one before: ${formatDate(at)}` : 'none before' };
  if (at) return { value: formatDate(at), note: scheduled ? 'by schedule' : 'this server has no schedule' };
  return scheduled
    ? { value: 'None yet', note: 'by schedule' }
    : { value: 'Not scheduled', note: 'see BACKUP_FOLDER' };
}

function formatSpace(bytes: number): string {
  return bytes >= GIGABYTE ? `${formatNumber(Math.round(bytes / GIGABYTE))} GB` : formatBytes(bytes);
}

/** 3 of 1000 -> "0.3%" */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%';
  const percent = (100 * part) / whole;
  return percent < 0.1 ? 'under 0.1%' : `${Number(percent.toFixed(percent < 10 ? 1 : 0))}%`;
}
