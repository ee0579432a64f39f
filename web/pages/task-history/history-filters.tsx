import { X } from 'lucide-react';
import { useId } from 'react';
import { TASK_SEARCHED_ITEMS } from '#contract/limits.ts';
import type { TaskToolDefinition } from '#tools/tool.ts';
import { SearchField } from '../../kit/search-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { filterOf, type HistoryPart, SEARCH_MAX_CHARS, STATUS_CHOICES } from './history-part.ts';

interface HistoryFiltersProps {
  tools: readonly TaskToolDefinition[];
  part: HistoryPart;
  onPart: (change: Partial<HistoryPart>) => void;
  onClear: () => void;
}

/** The search of the task history, and its filters by tool and status. */
export function HistoryFilters({ tools, part, onPart, onClear }: HistoryFiltersProps) {
  const hint = useId();
  return (
    <search aria-label="Task history" className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search tasks"
          placeholder="Search names and items"
          describedBy={hint}
          text={part.search}
          maxLength={SEARCH_MAX_CHARS}
          onText={(search) => onPart({ search })}
          className="w-full sm:w-auto sm:min-w-56 sm:flex-1 lg:max-w-96"
        />
        <Choice
          label="Tool"
          all="All tools"
          choices={tools.map(({ label, task: { type } }) => [type, label])}
          value={part.type}
          onValue={(type) => onPart({ type })}
        />
        <Choice
          label="Status"
          all="All statuses"
          choices={Object.entries(STATUS_CHOICES).map(([status, { label }]) => [status, label])}
          value={part.status}
          onValue={(status) => onPart({ status })}
        />
        {filterOf(part) && (
          <Button variant="ghost" size="sm" onClick={onClear}>
            <X aria-hidden />
            Clear
          </Button>
        )}
      </div>
      <p id={hint} className="text-sm text-muted-foreground">
        Searches task names and the first {TASK_SEARCHED_ITEMS} items of each list.
      </p>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  /** the choice that filters nothing */
  all: string;
  choices: readonly (readonly [value: string, label: string])[];
  value: string;
  onValue: (value: string) => void;
}

function Choice({ label, all, choices, value, onValue }: ChoiceProps) {
  return (
    <Select
      size="sm"
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className="min-w-32 flex-1 sm:max-w-52 sm:flex-none"
    >
      <option value="">{all}</option>
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </Select>
  );
}
