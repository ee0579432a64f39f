import type { AccountView } from '#contract/account.ts';
import { leftOutText } from '#contract/left-out-text.ts';
import type { RunQuote } from '#contract/list-runs.ts';
import type { ListStep } from '#contract/list-steps.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { formatNumber } from '../../lib/format.ts';
import { runCost } from './run-cost.ts';

interface RunQuoteTextProps {
  list: Pick<ListView, 'steps'>;
  quote: RunQuote;
  account: AccountView | undefined;
  /** the plan includes what runs cost */
  included: boolean;
}

/** What a run would do and cost, and what it leaves out, in sentences. */
export function RunQuoteText({ list, quote, account, included }: RunQuoteTextProps) {
  const unknown = quote.steps.flatMap(({ name, unknown: column }) =>
    column ? [`${column.values} values of “${column.column}” for “${name}”`] : [],
  );
  return (
    <div role="status" className="text-sm tabular-nums">
      <p className="text-muted-foreground">
        <span className="font-medium text-foreground">
          {plural(quote.rows, 'row')}, {plural(quote.cells, 'cell')}
        </span>
        {' · '}
        {runCost(quote.credits, included)}
        {account && !included && ` · you have ${formatNumber(Number(account.credits))}`}
      </p>
      {quote.leftOut > 0 && (
        <p className="mt-0.5 text-muted-foreground">
          {plural(quote.leftOut, 'row')} left out: {leftOutText(quote.leftOutBy)}
        </p>
      )}
      {quote.steps
        .filter(({ later }) => later > 0)
        .map(({ step, name, later, most }) => (
          <p key={step} className="mt-0.5 text-warning">
            {limitText(
              name,
              later,
              most,
              list.steps.find(({ id }) => id === step),
            )}
          </p>
        ))}
      {!included && unknown.length > 0 && (
        <p className="mt-0.5 text-muted-foreground">
          {`This counts up to ${unknown.join(' and ')} in each row, because these columns are filled first. You pay only for what is there.`}
        </p>
      )}
      {quote.typed > 0 && (
        <p className="mt-0.5 text-muted-foreground">
          {quote.typed === 1
            ? '1 cell keeps what was typed or imported.'
            : `${formatNumber(quote.typed)} cells keep what was typed or imported.`}
        </p>
      )}
      {!included && quote.unchanged < quote.credits && (
        <p className="mt-0.5 text-muted-foreground">
          {quote.unchanged === 0
            ? 'It is free if the columns that it reads keep their values: you paid for the same before.'
            : `If the columns that it reads keep their values, it costs ${plural(quote.unchanged, 'credit')} at most.`}
        </p>
      )}
      {quote.repeats > 0 && (
        <p className="mt-0.5 text-success">
          {`${plural(quote.repeats, 'answer')} free: you paid for ${quote.repeats === 1 ? 'it' : 'them'} before`}
        </p>
      )}
      {quote.known > 0 && (
        <p className="mt-0.5 text-success">
          {quote.known === 1
            ? '1 cell is free: its row has the value already'
            : `${formatNumber(quote.known)} cells are free: their rows have the value already`}
        </p>
      )}
      <p className="mt-0.5 text-muted-foreground">Cells that fail or are skipped are free.</p>
    </div>
  );
}

/** Why some rows of a step wait for the next run. */
function limitText(name: string, later: number, most: number | null, step: ListStep | undefined): string {
  const isWaterfall = step?.kind === 'tool' && step.tries.length > 1;
  return [
    `“${name}” takes ${plural(most ?? 0, 'row')} in this run,`,
    `the limit of ${isWaterfall ? 'one of its requests' : 'its request'}.`,
    `${plural(later, 'row')} ${later === 1 ? 'waits' : 'wait'} for the next run.`,
  ].join(' ');
}
