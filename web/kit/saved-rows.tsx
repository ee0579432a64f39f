import { z } from 'zod';
import type { TaskType } from '#contract/tasks.ts';
import { formatDay } from '../lib/format.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { taskLabels } from './task-labels.ts';

const PER_SITE = ['1', '2', '3', '5', '10'];

/** Which results of a task a list gets, as people choose it. */
const RowsToSave = z.enum(['found', 'all', 'people']);
export type RowsToSave = z.infer<typeof RowsToSave>;

/** What was chosen in the form of a tool. A name that wasn't typed is the suggested one. */
export const SaveAtEndDraft = z.object({
  name: z.string().optional(),
  rows: RowsToSave.optional(),
  perSite: z.string(),
});
export type SaveAtEndDraft = z.infer<typeof SaveAtEndDraft>;

/** The same as calls take it. `perSite`: people of each website at most; empty for all */
export function savedRows(rows: RowsToSave, perSite: string) {
  return rows === 'people'
    ? { rows: 'all' as const, per: 'person' as const, ...(perSite && { perCompany: Number(perSite) }) }
    : { rows };
}

/** The suggested name of a list for the results of a task. `at`: its start, in ISO 8601 */
export function suggestedName(type: TaskType, at: string, rows: RowsToSave): string {
  const usual = `${taskLabels(type).name}, ${formatDay(at)}`;
  return rows === 'people' ? `People, ${usual}` : usual;
}

interface PerSiteFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** How many people of each website are saved. */
export function PerSiteField({ value, onChange }: PerSiteFieldProps) {
  return (
    <Field label="People of each website" hint="Those with an email come first.">
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">All</option>
          {PER_SITE.map((most) => (
            <option key={most} value={most}>
              {most === '1' ? '1' : `${most} at most`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
