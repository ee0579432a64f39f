import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { OpenedWorkbook } from './open-workbook.ts';

interface SheetChoiceProps {
  workbook: OpenedWorkbook;
  disabled?: boolean;
  onSheet: (name: string) => void;
}

/** Which sheet of a workbook is read, and what a person should know about it; nothing if there is nothing to say. */
export function SheetChoice({ workbook: { sheets, sheet, notes }, disabled, onSheet }: SheetChoiceProps) {
  if (sheets.length < 2 && notes.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      {sheets.length > 1 && (
        <div className="max-w-80">
          <Field label="Sheet">
            {(control) => (
              <Select
                {...control}
                value={sheet}
                disabled={disabled}
                onChange={({ target }) => onSheet(target.value)}
              >
                {sheets.map(({ name, isHidden }) => (
                  <option key={name} value={name}>
                    {isHidden ? `${name} (hidden)` : name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {notes.length > 0 && <p className="text-sm text-muted-foreground tabular-nums">{notes.join(' ')}</p>}
    </div>
  );
}
