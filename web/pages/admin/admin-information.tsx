import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminInfo } from '#contract/admin.ts';
import type { NoticeCounts } from '#contract/notices.ts';
import { formatDate, formatDay, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

const PAYMENTS: Record<AdminInfo['payments'], string> = {
  stripe: 'Stripe',
  test: 'Built-in test payments',
  none: 'Not set up',
};

/** The information behind the admin key: masked secrets, staff and recent key usage. */
export function AdminInformation({ info }: { info: AdminInfo }) {
  return (
    <div className="mt-6 grid grid-cols-1 gap-6 border-t border-border pt-6">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Entry name="Admin key" value={<code>{info.adminKey}</code>} />
        <Entry name="Payments" value={PAYMENTS[info.payments]} />
        <Entry
          name="Payment webhook secret"
          value={info.webhookSecret ? <code>{info.webhookSecret}</code> : 'None (no Stripe key is set)'}
        />
        <Entry name="Webhook URL" value={<code className="break-all">{info.webhookUrl}</code>} />
      </dl>
      <section aria-labelledby="staff">
        <h3 id="staff" className="text-base">
          Auto-upgraded users
        </h3>
        {info.staff.length === 0 ? (
          <p className="mt-1 text-muted-foreground">None. Add them to STAFF_EMAILS.</p>
        ) : (
          <ul className="mt-2 grid gap-2">
            {info.staff.map(({ email, confirmed }) => (
              <li key={email} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="break-all">{email}</span>
                <Badge tone={confirmed ? 'success' : 'neutral'}>
                  {confirmed ? <CircleCheck aria-hidden /> : <CircleDashed aria-hidden />}
                  {confirmed ? 'Confirmed' : 'Not confirmed (no staff access)'}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </section>
      {info.notices && info.notices.people > 0 && <Notices notices={info.notices} />}
      <section aria-labelledby="log" className="min-w-0">
        <h3 id="log" className="mb-2 text-base">
          Recent key usage
        </h3>
        <div className="overflow-hidden rounded-lg border border-border">
          <Table label="Uses of the key" boxClassName="max-h-80">
            <TableHead>
              <TableRow>
                <TableHeaderCell>Time</TableHeaderCell>
                <TableHeaderCell>Action</TableHeaderCell>
                <TableHeaderCell>IP address</TableHeaderCell>
                <TableHeaderCell>Key</TableHeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {info.recent.map((entry) => (
                <TableRow key={`${entry.at} ${entry.action} ${entry.detail}`}>
                  <TableCell className="tabular-nums">{formatDate(entry.at)}</TableCell>
                  <TableCell>{[entry.action, entry.detail].filter(Boolean).join(': ')}</TableCell>
                  <TableCell>{entry.address}</TableCell>
                  <TableCell>
                    <Badge tone={entry.accepted ? 'success' : 'danger'}>
                      {entry.accepted ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
                      {entry.accepted ? 'Valid' : 'Invalid'}
                    </Badge>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      </section>
    </div>
  );
}

function Entry({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="mt-0.5">{value}</dd>
    </div>
  );
}

/** Who of the lead databases was told that they are in there, and who must be. */
function Notices({ notices: { people, sent, overdue, soon, next } }: { notices: NoticeCounts }) {
  return (
    <section aria-labelledby="notices">
      <h3 id="notices" className="text-base">
        Notices to people in the lead databases
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        {formatNumber(sent)} of {formatNumber(people)} were told.
        {next !== null &&
          ` The ${overdue > 0 ? 'first of the others was' : 'next notice is'} due on ${formatDay(next)}.`}
        {overdue > 0 && <Badge tone="danger">{formatNumber(overdue)} overdue</Badge>}
        {soon > overdue && <Badge tone="warning">{formatNumber(soon - overdue)} due within a week</Badge>}
      </p>
      <p className="mt-1 text-muted-foreground text-sm">
        <code>leadwell notices list</code> writes a file of the others for a mailer, and{' '}
        <code>leadwell notices mark-sent</code> remembers who was told.
      </p>
    </section>
  );
}
