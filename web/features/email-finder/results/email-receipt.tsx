import type { ReactNode } from 'react';
import { CopyValue } from '../../../ui/copy-value.tsx';
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
      <Section title="Details">
        <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1">
          {details.map(
            ([name, value]) =>
              value && (
                <div key={name} className="contents">
                  <dt className="leading-6 text-muted-foreground">{name}</dt>
                  <dd className="min-w-0 leading-6 break-words">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </Section>
      <div className="grid min-w-0 content-start gap-6">
        {row.runners_up.length > 0 && (
          <Section title="Other likely addresses, not verified">
            <ul className="grid gap-0.5">
              {row.runners_up.map((address) => (
                <li key={address} className="min-w-0">
                  <CopyValue value={address} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section title="What the mail servers said">
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
        </Section>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-sm tracking-normal">{title}</h3>
      {children}
    </section>
  );
}
