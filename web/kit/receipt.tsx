import type { ReactNode } from 'react';

/** A section of a row's receipt. */
export function ReceiptSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-sm tracking-normal">{title}</h3>
      {children}
    </section>
  );
}

/** Label and value pairs. Empty values are left out. */
export function ReceiptDetails({ details }: { details: readonly (readonly [string, ReactNode])[] }) {
  return (
    <ReceiptSection title="Details">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        {details.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="leading-6 text-muted-foreground">{label}</dt>
                <dd className="min-w-0 leading-6 break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </ReceiptSection>
  );
}
