import type { ReactNode } from 'react';
import { factTexts } from '#contract/operator.ts';
import { useConfig } from '../lib/config.ts';
import { Card } from '../ui/card.tsx';

/** Running text with headings, in the size of the public pages. */
export function LegalText({ children }: { children: ReactNode }) {
  return <div className="grid gap-10 text-lg">{children}</div>;
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid max-w-[68ch] gap-3 [&_a]:font-medium [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_li]:pl-1 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

/** Who runs this site, as the operator has configured it. Facts that aren't set say so. */
export function OperatorCard({ law = false }: { law?: boolean }) {
  const facts = factTexts(useConfig().operator);
  const rows = [
    ['Operator', facts.name],
    ['Address', facts.address],
    ['Email', facts.email],
    ...(law ? [['Governing law', facts.jurisdiction]] : []),
  ];
  return (
    <Card className="px-5 py-2">
      <dl>
        {rows.map(([label, text]) => (
          <div
            key={label}
            className="grid gap-x-6 border-b border-border py-3 last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-medium wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
