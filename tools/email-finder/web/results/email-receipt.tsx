import type { ReactNode } from 'react';
import { ReceiptDetails, ReceiptSection } from '#web/kit/receipt.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmailStatusBadge } from './email-cells.tsx';
import { chargeWords, type EmailView, SOURCE_WORDS } from './email-view.ts';

/** A row's receipt: the verdict and its reason, what else may be tried, what each server said, and what it cost. */
export function EmailReceipt({ view }: { view: EmailView }) {
  const { row } = view;
  const flags = [
    row.catch_all === true && 'takes every address',
    row.catch_all === false && 'refuses made-up addresses',
    row.disposable && 'throw-away service',
    row.role && 'an office, not a person',
    row.free && 'free mail provider',
  ].filter((flag) => flag !== false);
  const details: [string, ReactNode][] = [
    ['Verdict', <EmailStatusBadge key="status" status={row.status} />],
    ['Why', row.explanation],
    ['Verified', row.verified_email && <CopyValue value={row.verified_email} />],
    ['Best guess', row.best_guess && <CopyValue value={row.best_guess} />],
    ['Name', row.name],
    ['Domain', row.domain],
    ['Score', `${row.score} of 100`],
    ['Pattern', row.pattern],
    ['Source', row.source && SOURCE_WORDS[row.source]],
    ['Mail server', row.mail_host],
    ['Domain, address', flags.join(', ')],
    ['Charged', chargeWords(view)],
  ];
  return (
    <div className="grid gap-6 p-4 whitespace-normal lg:grid-cols-2 lg:gap-8 lg:p-5">
      <ReceiptDetails details={details} />
      <div className="grid min-w-0 content-start gap-6">
        {row.runners_up.length > 0 && (
          <ReceiptSection title="Other likely addresses, not verified">
            <ul className="grid gap-0.5">
              {row.runners_up.map((address) => (
                <li key={address} className="min-w-0">
                  <CopyValue value={address} />
                </li>
              ))}
            </ul>
          </ReceiptSection>
        )}
        <ReceiptSection title="What the mail servers said">
          {row.evidence.length === 0 ? (
            <p className="text-muted-foreground">
              {row.source === 'memory'
                ? 'They were asked earlier, and not again.'
                : 'No mail server was asked.'}
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
