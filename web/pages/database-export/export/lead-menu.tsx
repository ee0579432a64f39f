import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import type { LeadDatabase } from '#contract/leads.ts';
import { plural } from '#contract/plural.ts';
import { accountCredits } from '../../../kit/large-spend.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx';
import type { LeadFilter } from '../lead-filter.ts';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportScope,
  exportOptions,
  mostLeads,
  NO_CHOICE,
  noLeadsText,
  repeatsText,
} from './export-choice.ts';
import { useExportQuote } from './use-lead-export.ts';

interface LeadMenuProps {
  /** the button that opens the menu */
  trigger: ReactElement;
  /** the name of the menu */
  label: string;
  /** the label of the button at its end: "Export" */
  action: string;
  /** fields above the choice of leads */
  fields?: ReactNode;
  /** Checks the fields. false: a field says what is wrong, and the menu stays open. */
  check?: () => boolean;
  database: LeadDatabase;
  filter: LeadFilter;
  scope: ExportScope;
  /** sample leads cost nothing */
  sample: boolean;
  /** Leads are being exported or saved. The button stays enabled, because it has the focus. */
  running: boolean;
  /** how many columns the table has, with hidden ones */
  allColumns: number;
  onSubmit: (options: ExportOptions) => void;
}

/** Which leads and columns to export or to save. */
export function LeadMenu({
  trigger,
  label,
  action,
  fields,
  check: checkFields = () => true,
  database,
  filter,
  scope,
  sample,
  running,
  allColumns,
  onSubmit,
}: LeadMenuProps) {
  const [open, setOpen] = useState(false);
  const [choice, setChoice] = useState<ExportChoice>(NO_CHOICE);
  const id = useId();
  // What to do once the focus is back on the button, where a question returns it to.
  const afterClose = useRef<(() => void) | null>(null);
  const { count, selected, columns, account } = scope;
  const credits = accountCredits(account);
  const short = credits !== null && credits < count;
  // Also those that are free, which the credits needn't cover.
  const covered = useExportQuote(
    database,
    filter,
    exportOptions({ ...choice, leads: 'affordable' }, scope),
    open && short && !sample,
  );
  // Once chosen, it stays while another number is looked up or if that is 0.
  const offersAffordable = choice.leads === 'affordable' || (short && (covered?.leads ?? credits) > 0);
  const affordable = covered?.leads ?? (sample ? credits : null);
  const most = mostLeads(choice, scope);
  const quote = useExportQuote(
    database,
    filter,
    exportOptions(choice, scope),
    open && most !== null && !sample,
  );
  const cost = sample ? 0 : (quote?.cost ?? most ?? 0);
  const tooMany = credits !== null && choice.leads !== 'affordable' && cost > credits;
  const noLeads = noLeadsText(choice, quote, credits);

  const onOpenChange = (next: boolean) => {
    setOpen(next);
    if (!next) return;
    // Start with what most likely is wanted now.
    const leads = selected.length > 0 ? 'selected' : short && credits > 0 ? 'affordable' : 'all';
    setChoice((before) => ({ ...before, leads }));
  };
  const option = (leads: ExportChoice['leads'], label: string, extra?: ReactNode) => (
    <div className="flex min-h-9 items-center gap-2">
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
        <input
          type="radio"
          name={`${id}-leads`}
          checked={choice.leads === leads}
          disabled={leads === 'selected' && selected.length === 0}
          onChange={() => setChoice({ ...choice, leads })}
          className="size-4 shrink-0 accent-(--accent)"
        />
        <span>{label}</span>
      </label>
      {extra}
    </div>
  );
  const check = (name: 'withEmail' | 'shownColumns', label: string) => (
    <label className="flex min-h-9 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={choice[name]}
        onChange={(event) => setChoice({ ...choice, [name]: event.target.checked })}
        className="size-4 shrink-0 accent-(--accent)"
      />
      <span>{label}</span>
    </label>
  );

  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger>{trigger}</PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={label}
        className="w-80 max-w-[calc(100vw-1.5rem)]"
        onCloseAutoFocus={() => {
          if (afterClose.current) queueMicrotask(afterClose.current);
          afterClose.current = null;
        }}
      >
        <div className="max-h-(--radix-popover-content-available-height) overflow-y-auto p-4">
          {fields}
          <fieldset>
            <legend className="mb-1 font-medium">Leads</legend>
            {option('all', `All ${formatNumber(count)}`)}
            {option('selected', selected.length > 0 ? `Selected (${selected.length})` : 'Selected (none)')}
            {option(
              'first',
              'The first',
              <Input
                aria-label="Number of leads"
                inputMode="numeric"
                autoComplete="off"
                maxLength={11}
                value={choice.first}
                aria-invalid={choice.leads === 'first' && most === null ? true : undefined}
                onClick={() => setChoice({ ...choice, leads: 'first' })}
                onChange={(event) => setChoice({ ...choice, leads: 'first', first: event.target.value })}
                className="h-8 w-28"
              />,
            )}
            {offersAffordable &&
              option(
                'affordable',
                `As many as my credits cover${affordable === null ? '' : ` (${formatNumber(affordable)})`}`,
              )}
          </fieldset>
          <div className="mt-2 border-t border-border pt-2">
            {check('withEmail', 'Only leads with an email')}
            {columns.length < allColumns &&
              check('shownColumns', `Only the ${plural(columns.length, 'column')} I see`)}
          </div>
          <p role="status" className="mt-2 text-sm text-muted-foreground tabular-nums">
            {most === null
              ? 'Enter how many leads, such as 100.'
              : (noLeads ??
                (tooMany
                  ? `${repeatsText(quote)}Your credits cover ${formatNumber(credits ?? 0)} of ${plural(cost, 'lead')}.`
                  : `${repeatsText(quote)}${costText(choice, sample || quote !== undefined, Math.min(cost, credits ?? cost), credits)}`))}
          </p>
          <Button
            className="mt-3 w-full"
            disabled={most === null || noLeads !== null || running}
            onClick={() => {
              if (!checkFields()) return;
              if (most !== null) afterClose.current = () => onSubmit(exportOptions(choice, scope));
              setOpen(false);
            }}
          >
            {action}
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}

function costText({ withEmail }: ExportChoice, known: boolean, cost: number, credits: number | null): string {
  // Without credits, only those are covered.
  if (cost === 0) return known ? 'Free' : 'Leads that you got before are free.';
  if (credits === null) return 'Included in your plan';
  // Without a quote, it isn't known how many leads have an email.
  return `${withEmail && !known ? 'Costs at most' : 'Costs'} ${plural(cost, 'credit')}`;
}
