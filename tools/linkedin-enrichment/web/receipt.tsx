import type { ReactNode } from 'react';
import { ReceiptDetails, ReceiptSection, type StoredReceiptProps } from '#web/kit/receipt.tsx';
import { ExternalLink } from '#web/ui/external-link.tsx';
import { FIELD_LABELS, type FieldSource, type LinkedinRow } from '../definition.ts';
import { chargeText, type ProfileView, profileView, SOURCE_LABELS } from './view.ts';

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A row's receipt: each value with its step and date, what the other steps said, and the cost. */
export function ProfileReceipt({ view }: { view: ProfileView }) {
  const { row } = view;
  const isProfile = row.linkedinUrl.startsWith('https://www.linkedin.com/in/');
  const details: [string, ReactNode][] = [
    ['Profile', isProfile && <ExternalLink href={row.linkedinUrl} />],
    ['Your line', row.input === row.linkedinUrl ? null : row.input],
    ['Reason', row.completeness > 0 ? null : row.explanation],
    ['Completeness', row.completeness > 0 && `${row.completeness}%`],
    ['Cost', chargeText(view)],
  ];
  return (
    <div className="grid gap-6 p-4">
      <ReceiptDetails details={details} />
      <div className="grid min-w-0 content-start gap-6">
        {row.sources.length > 0 && (
          <ReceiptSection title="Sources">
            <SourceList row={row} />
          </ReceiptSection>
        )}
        {row.notes.length > 0 && (
          <ReceiptSection title="What other steps found">
            <ul className="grid gap-1.5">
              {row.notes.map(({ step, text }) => (
                <li key={`${step} ${text}`} className="min-w-0 break-words">
                  <span className="text-muted-foreground">{SOURCE_LABELS[step]}: </span>
                  {text}
                </li>
              ))}
            </ul>
          </ReceiptSection>
        )}
      </div>
    </div>
  );
}

/** The same for a row as it is stored, such as in a cell of a list. */
export default function StoredProfileReceipt({ stored }: StoredReceiptProps) {
  return <ProfileReceipt view={profileView(stored)} />;
}

function SourceList({ row }: { row: LinkedinRow }) {
  return (
    <ul className="grid">
      {row.sources.map((source) => (
        <li
          key={source.field}
          className="grid items-baseline gap-x-4 gap-y-0.5 border-t border-border py-2 first:border-t-0 first:pt-0 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <span className="text-muted-foreground">{FIELD_LABELS[source.field]}</span>
          <span className="min-w-0 break-words">{row[source.field]}</span>
          <span className="min-w-0 break-words text-muted-foreground">
            {source.detail}, {readableDate(source)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function readableDate({ at }: FieldSource): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : dates.format(time);
}
