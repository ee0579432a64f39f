import { useId } from 'react';
import { Label } from '../../../ui/label.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { DATABASES } from '../databases.ts';
import type { FilterPanelProps } from './filter-panel-props.ts';

/** The yes-no filters of a database. */
export function ToggleFilters({ database, filter, onFilter }: Omit<FilterPanelProps, 'lists'>) {
  const view = DATABASES[database];
  const id = useId();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Contact Information</legend>
      {view.toggles.map(({ name, label }) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-3">
          <Label htmlFor={`${id}-${name}`} className="font-normal">
            {label}
          </Label>
          <Switch
            id={`${id}-${name}`}
            checked={filter[name]}
            onCheckedChange={(checked) => onFilter((before) => ({ ...before, [name]: checked }))}
          />
        </div>
      ))}
    </fieldset>
  );
}
