import type { ReactNode } from 'react';
import { ReceiptDetails, ReceiptSection, type StoredReceiptProps } from '#web/kit/receipt.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmailStatusBadge } from './cells.tsx';
import { CATCH_ALL_LABELS, chargeText, type EmailView, emailView, SOURCE_LABELS } from './view.ts';

/** A row's receipt: status, reason, cost, other likely addresses, and the mail servers' replies. */
export function EmailReceipt({ view }: { view: EmailView }) {
  const { row } = view;
  const addressType = [
    row.disposable && 'Disposable service',
    row.role && 'Role address (not a person)',
    row.free && 'Free email provider',
  ].filter((type) => type !== false);
  const details: [string, ReactNode][] = [
    ['Status', <EmailStatusBadge key="status" status={row.status} />],
    ['Reason', row.explanation],
    ['Verified', row.verified_email && <CopyValue wraps value={row.verified_email} />],
    ['Best guess', row.best_guess && <CopyValue wraps value={row.best_guess} />],
    ['Name', row.name],
    ['Domain', row.domain],
    ['Score', `${row.score} of 100`],
    ['Pattern', row.pattern],
    ['Source', row.source && SOURCE_LABELS[row.source]],
    ['Mail server', row.mail_host],
    ['Catch-all', row.catch_all !== null && CATCH_ALL_LABELS[`${row.catch_all}`]],
    ['Address type', addressType.join(', ')],
    ['Cost', chargeText(view)],
  ];
  return (
    <div className="grid gap-6 p-4 @3xl:grid-cols-2 @3xl:gap-8 @3xl:p-5">
      <ReceiptDetails details={details} />
      <div className="grid min-w-0 content-start gap-6">
        {row.runners_up.length > 0 && (
          <ReceiptSection title="Other likely addresses (not verified)">
            <ul className="grid gap-0.5">
              {row.runners_up.map((address) => (
                <li key={address} className="min-w-0">
                  <CopyValue wraps value={address} />
                </li>
              ))}
            </ul>
          </ReceiptSection>
        )}
        <ReceiptSection title="Mail server replies">
          {row.evidence.length === 0 ? (
            <p className="text-muted-foreground">
              {row.source === 'memory' ? 'Result from an earlier check.' : 'No mail server was contacted.'}
            </p>
          ) : (
            <ul className="grid gap-2">
              {row.evidence.map(({ address, host, reply }) => (
                <li key={`${address} ${host} ${reply}`} className="min-w-0">
                  <span className="break-all">{address}</span>{' '}
                  <span className="break-words text-muted-foreground">
                    at {host}: <q>{reply}</q>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </ReceiptSection>
      </div>
    </div>
  );
}

/** The same for a row as it is stored, such as in a cell of a list. */
export default function StoredEmailReceipt({ stored }: StoredReceiptProps) {
  return <EmailReceipt view={emailView(stored)} />;
}
