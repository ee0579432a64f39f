import { useId } from 'react';
import type { GuideStatus } from '../guide.ts';

/** Statuses as the product shows them, each with its meaning. */
export function Meanings({ title, entries }: { title: string; entries: readonly GuideStatus[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <dl className="mt-3 border-y border-border">
        {entries.map(({ key, badge, meaning }) => (
          <div
            key={key}
            className="grid gap-x-6 gap-y-1.5 border-b border-border py-3 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <dt className="flex items-start">{badge}</dt>
            <dd className="max-w-[68ch] text-muted-foreground">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
