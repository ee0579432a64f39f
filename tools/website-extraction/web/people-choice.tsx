import { useId } from 'react';
import { PEOPLE_PER_SITE } from '#contract/website-people.ts';

interface PeopleChoiceProps {
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether the people of each site are wanted, too. */
export function PeopleChoice({ checked, disabled, onChange }: PeopleChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-text`}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="cursor-pointer font-medium">
          Also find people
        </label>
        <p id={`${id}-text`} className="text-muted-foreground">
          Who works there, with job title and contact: at most {PEOPLE_PER_SITE} per site. Team pages are read
          before others. The price is the same.
        </p>
      </div>
    </div>
  );
}
