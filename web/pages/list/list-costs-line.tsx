import type { ListCosts } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { listCostText, stepDetails } from './step-costs.ts';

interface ListCostsLineProps {
  list: Pick<ListView, 'steps'>;
  costs: ListCosts;
  /** the plan includes what runs cost */
  isIncluded: boolean;
}

/** What a list spent, with what each of its tools found and cost. */
export function ListCostsLine({ list, costs, isIncluded }: ListCostsLineProps) {
  return (
    <details className="min-w-0 text-sm text-muted-foreground tabular-nums">
      <summary className="min-h-6 cursor-pointer">{listCostText(costs, isIncluded)}</summary>
      <dl className="mt-2 grid gap-2">
        {costs.steps.map((each) => (
          <div key={each.step}>
            <dt className="text-foreground">{list.steps.find(({ id }) => id === each.step)?.name}</dt>
            {stepDetails(each, isIncluded).map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="mt-2">
        A row is complete when every tool that ran found something for it. The price includes rows where
        nothing was found.
      </p>
    </details>
  );
}
