import type { ComponentProps } from 'react';
import type { ListColumn } from '#contract/list-columns.ts';
import { Select } from '../../ui/select.tsx';
import { headerOf } from './grid-columns.ts';

interface ColumnSelectProps extends Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'children'> {
  fields: readonly ListColumn[];
  /** the ID of a column; empty for none */
  value: string;
  none?: string;
  onColumn: (column: string) => void;
}

/** Chooses a column of the list, or none. */
export function ColumnSelect({ fields, value, none = 'None', onColumn, ...props }: ColumnSelectProps) {
  return (
    <Select {...props} value={value} onChange={({ target }) => onColumn(target.value)}>
      <option value="">{none}</option>
      {fields.map((field) => (
        <option key={field.id} value={field.id}>
          {headerOf(field)}
        </option>
      ))}
    </Select>
  );
}

/** The inputs with another column for a role; none for an empty one. */
export function withInput(
  inputs: Record<string, string>,
  role: string,
  column: string,
): Record<string, string> {
  const { [role]: _, ...others } = inputs;
  return column === '' ? others : { ...others, [role]: column };
}
