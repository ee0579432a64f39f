import type { ReactNode } from 'react';
import type { AdminStatus } from '#contract/admin-status.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { formatDate, formatNumber, formatSeconds } from '../../lib/format.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { formatShare } from './status-summary.tsx';

/** What the figures are made of: queue, workers, work of the last minutes, hosts and accounts. */
export function StatusTables({ status }: { status: AdminStatus }) {
  const { queue, workers, work, accounts, minutes } = status;
  const busy = queue?.filter(({ waiting, running }) => waiting + running > 0);
  const pages = work?.pages.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <div className="grid grid-cols-1 gap-6 border-t border-border pt-6 empty:hidden lg:grid-cols-2">
      {busy && (
        <Section
          title="Queue"
          columns={['Kind', 'Waiting', 'Running', 'Oldest waits']}
          none="Nothing waits or runs."
          rows={busy.map(({ kind, waiting, running, oldestSeconds }) => [
            kind,
            formatNumber(waiting),
            formatNumber(running),
            oldestSeconds >= 1 ? formatSeconds(oldestSeconds) : '0 seconds',
          ])}
        />
      )}
      {workers && workers.length > 0 && (
        <Section
          title="Workers"
          columns={['Name', 'Running since']}
          none=""
          rows={workers.map(({ name, startedAt }) => [name, formatDate(startedAt)])}
        />
      )}
      {work && (
        <>
          <Section
            title={`Items in ${minutes} minutes`}
            columns={['Tool', 'Done', 'Failed']}
            none="No task has worked."
            rows={work.items.map(({ tool, done, failed }) => [
              toolOfType(tool)?.label ?? tool,
              formatNumber(done),
              formatShare(failed, done),
            ])}
          />
          <Section
            title={`Pages of sites in ${minutes} minutes`}
            columns={['Result', 'Pages', 'Share']}
            none="No page was read."
            rows={work.pages.map(({ result, count }) => [
              result.replaceAll('-', ' '),
              formatNumber(count),
              formatShare(count, pages),
            ])}
          />
          <Section
            title="Slowest hosts"
            columns={['Host', 'Requests', 'Average']}
            none="No host was asked."
            rows={work.hosts.map(({ host, requests, averageMs }) => [
              host,
              formatNumber(requests),
              `${formatNumber(averageMs)} ms`,
            ])}
          />
        </>
      )}
      {accounts && (
        <Section
          title="Accounts with most work"
          columns={['Account', 'Tasks', 'Items left']}
          none="No task waits or runs."
          rows={accounts.map(({ email, tasks, itemsLeft }) => [
            email,
            formatNumber(tasks),
            formatNumber(itemsLeft),
          ])}
        />
      )}
    </div>
  );
}

interface SectionProps {
  title: string;
  columns: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[];
  /** what it says without rows */
  none: string;
}

function Section({ title, columns, rows, none }: SectionProps): ReactNode {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 text-base">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-sm text-muted-foreground">{none}</p>
      ) : (
        <div className="overflow-hidden rounded-lg border border-border">
          <Table label={`Table: ${title}`} boxClassName="max-h-80">
            <TableHead>
              <TableRow>
                {columns.map((column, index) => (
                  <TableHeaderCell key={column} className={index > 0 ? 'text-right' : undefined}>
                    {column}
                  </TableHeaderCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map(([name, ...values]) => (
                <TableRow key={name}>
                  <TableCell className="max-w-28 truncate sm:max-w-48" title={name}>
                    {name}
                  </TableCell>
                  {values.map((value, index) => (
                    <TableCell key={columns[index + 1]} className="text-right whitespace-nowrap tabular-nums">
                      {value}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
    </section>
  );
}
