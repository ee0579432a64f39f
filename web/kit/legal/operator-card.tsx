import { factTexts } from '#contract/operator.ts';
import { useConfig } from '../../lib/config.ts';
import { Card } from '../../ui/card.tsx';

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
