import { useId } from 'react';
import { Label } from '../ui/label.tsx';
import { Select } from '../ui/select.tsx';

interface ColumnChoiceProps {
  label: string;
  /** the columns in the words of the choice */
  columns: readonly string[];
  /** the chosen one, by its index */
  column: number;
  disabled: boolean;
  onColumn: (column: number) => void;
}

/** Asks which column of a pasted table has the items. */
export function ColumnChoice({ label, columns, column, disabled, onColumn }: ColumnChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Select
        id={id}
        className="w-auto max-w-full"
        disabled={disabled}
        value={column}
        onChange={({ target: { value } }) => onColumn(Number(value))}
      >
        {columns.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
          <option key={index} value={index}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
