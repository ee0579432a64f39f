import { useConfig } from '../../lib/config.ts';

interface Statistic {
  value: string;
  label: string;
}

/** The figures of the specification. The operator makes these claims, and can replace or hide them. */
const DEFAULT_STATISTICS: readonly Statistic[] = [
  { value: '238,376', label: 'average leads per user' },
  { value: '92%', label: 'accuracy' },
  { value: '7.3x', label: 'pipeline growth' },
  { value: '1,000+', label: 'new businesses monthly' },
];

export function Statistics() {
  const { landingStatistics: statistics = DEFAULT_STATISTICS } = useConfig();
  if (statistics.length === 0) return null;
  return (
    <section aria-label="Leadwell in numbers" className="border-y border-border bg-surface">
      <dl className="mx-auto grid max-w-6xl grid-cols-2 gap-x-6 gap-y-8 px-4 py-10 md:grid-cols-4 md:px-6">
        {statistics.map((statistic) => (
          <div key={statistic.label} className="flex flex-col-reverse justify-end">
            <dt className="mt-1 text-muted-foreground">{statistic.label}</dt>
            <dd className="text-3xl font-semibold tracking-tight tabular-nums">{statistic.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
