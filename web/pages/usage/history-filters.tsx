import { X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { type CreditPart, isFiltered, KINDS } from './history-part.ts';

interface HistoryFiltersProps {
  part: CreditPart;
  onPart: (change: Partial<CreditPart>) => void;
}

/** The filters of the credit history: what credits were for, and from which day to which. */
export function HistoryFilters({ part, onPart }: HistoryFiltersProps) {
  return (
    <search aria-label="Credit history" className="flex flex-wrap items-center gap-2 print:hidden">
      <Select
        size="sm"
        aria-label="What for"
        value={part.kind}
        onChange={({ target }) => onPart({ kind: target.value })}
        className="w-full sm:w-56"
      >
        <option value="">Everything</option>
        {KINDS.map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      <Day label="From" value={part.from} max={part.to} onDay={(from) => onPart({ from })} />
      <Day label="To" value={part.to} min={part.from} onDay={(to) => onPart({ to })} />
      {isFiltered(part) && (
        <Button variant="ghost" size="sm" onClick={() => onPart({ kind: '', from: '', to: '' })}>
          <X aria-hidden />
          Clear
        </Button>
      )}
    </search>
  );
}

interface DayProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

function Day({ label, value, min, max, onDay }: DayProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="w-10 text-sm text-muted-foreground sm:w-auto">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="h-8 w-44 sm:w-36"
        value={value}
        min={min || '2000-01-01'}
        max={max || '2099-12-31'}
        onChange={({ target }) => onDay(target.value)}
      />
    </div>
  );
}
