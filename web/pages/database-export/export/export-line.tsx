import { decideAccess } from '#contract/access.ts';
import type { LeadQuote } from '#contract/leads.ts';
import { plural } from '#contract/plural.ts';
import { accountCredits } from '../../../kit/large-spend.ts';
import { RefusalLink } from '../../../kit/refusal-link.tsx';
import { exportsNote, useAccount } from '../../../lib/account.ts';
import { cn } from '../../../lib/class-names.ts';
import { formatCredits, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { capWarning, repeatsText } from './export-choice.ts';
import type { ExportProgress } from './use-lead-export.ts';

interface ExportLineProps {
  /** the matching leads */
  count: number;
  selected: number;
  sent: ExportProgress;
  /** undefined: not known yet */
  quote: LeadQuote | undefined;
  /** sample leads cost nothing */
  sample: boolean;
  /** the name of the database */
  name: string;
  onClearSelection: () => void;
}

/** Shows the cost and the balance before an export, and its progress while it runs. */
export function ExportLine({
  count,
  selected,
  sent,
  quote,
  sample,
  name,
  onClearSelection,
}: ExportLineProps) {
  const { data: account } = useAccount();
  if (sent) {
    const of = sent.of ?? (selected || count);
    return (
      <div className="grid gap-2 text-sm tabular-nums">
        <p role="status">
          {formatNumber(sent.rows)} of {plural(of, 'lead')} exported from {name}
        </p>
        <Progress done={sent.rows} total={of} label="Export progress" />
      </div>
    );
  }
  if (!account) return null;
  // Some of the selected ones may have opted out since.
  const leads = quote?.leads ?? (selected || count);
  const credits = accountCredits(account);
  const cost = sample ? 0 : (quote?.cost ?? leads);
  const access = decideAccess({ ...account, createdAt: Date.parse(account.createdAt) }, Date.now(), {
    ...account,
    free: cost === 0,
  });
  const short = credits !== null && credits < cost;
  // Before the quote, free repeats aren't known.
  const overCap = quote ? capWarning(account, cost) : null;
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums',
        short || overCap || !access.allowed ? 'text-warning' : 'text-muted-foreground',
      )}
    >
      {selected > 0 && (
        <>
          <span className="font-medium text-foreground">{formatNumber(selected)} selected</span>
          <Button variant="link" size="inline" onClick={onClearSelection}>
            Clear selection
          </Button>
        </>
      )}
      <p>
        {!access.allowed
          ? `${repeatsText(quote)}${access.message}`
          : short
            ? `${repeatsText(quote)}Your credits cover ${formatNumber(credits)} of ${plural(cost, 'lead')}. Narrow your filters or choose fewer in the export options.`
            : overCap
              ? `${repeatsText(quote)}${overCap}`
              : sample
                ? `Exporting ${plural(leads, 'lead')} is free: these are sample leads`
                : cost === 0
                  ? `Exporting ${plural(leads, 'lead')} is free: you got them before`
                  : credits === null
                    ? `${repeatsText(quote)}Exporting ${plural(leads, 'lead')} is included in your plan · ${formatNumber(account.monthlyExports)} leads exported, ${exportsNote(account)}`
                    : `${repeatsText(quote)}Exporting ${plural(leads, 'lead')} costs ${plural(cost, 'credit')} · you have ${formatCredits(account.credits)}`}
      </p>
      {(!access.allowed || short) && <RefusalLink reason={access.allowed ? null : access.reason} />}
    </div>
  );
}
