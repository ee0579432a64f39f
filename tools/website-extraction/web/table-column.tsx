import { useId } from 'react';
import type { WebsiteList } from '#engines/csv/website-list.ts';
import { plural } from '#web/lib/format.ts';
import { Label } from '#web/ui/label.tsx';
import { Select } from '#web/ui/select.tsx';

interface TableColumnProps {
  table: NonNullable<WebsiteList['table']>;
  disabled: boolean;
  onChange: (column: number) => void;
}

/** Asks which column of a pasted table has the websites. */
export function TableColumn({ table: { columns, column }, disabled, onChange }: TableColumnProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Label htmlFor={id}>Column with the websites</Label>
      <Select
        id={id}
        className="w-auto max-w-full"
        disabled={disabled}
        value={column}
        onChange={({ target: { value } }) => onChange(Number(value))}
      >
        {columns.map(({ name, websites }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
          <option key={at} value={at}>
            {name} ({plural(websites, 'website')})
          </option>
        ))}
      </Select>
    </div>
  );
}
