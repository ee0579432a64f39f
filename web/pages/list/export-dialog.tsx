import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { TABLE_FORMAT_LABELS } from '#contract/file-types.ts';
import type { ColumnRole } from '#contract/list-columns.ts';
import { EXPORT_PRESETS, ExportFormat, ExportPreset } from '#contract/list-exports.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { exportColumns } from '#engines/list-exports/export-columns.ts';
import { missingNeeds, PRESETS, rowNeeds } from '#engines/list-exports/presets.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { downloadCall } from '../../lib/download.ts';
import { formatDate } from '../../lib/format.ts';
import { type ChosenListRows, LISTS_KEY, listFileName } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Select } from '../../ui/select.tsx';
import { type ExportChoice, readExportChoice, saveExportChoice } from './export-choice.ts';
import { ExportColumnsField } from './export-columns-field.tsx';
import { dateColumnFor } from './export-date-column.ts';
import { ExportDateField, today } from './export-date-field.tsx';
import { PresetNote } from './export-preset-note.tsx';
import { ExportRowCount } from './export-row-count.tsx';
import { useColumnView } from './use-column-view.ts';

/** What follows when rows of a list get the date of an export. */
export interface ExportDating {
  /** `edit`: what takes the dates back; null if no row has one */
  done: (list: ListView, message: string, edit: string | null) => void;
  failed: (error: unknown) => void;
}

export interface ExportDialogProps {
  list: ListView;
  open: boolean;
  /** the search, the filters and who is left out */
  chosen: ChosenListRows;
  /** the rows that are selected one by one; null for none */
  selected: { rows: string; count: number } | null;
  dating: ExportDating;
  onClose: () => void;
}

const FORMATS: Readonly<Record<ExportFormat, string>> = {
  ...TABLE_FORMAT_LABELS,
  tsv: 'TSV, with tabs',
  jsonl: 'JSON Lines',
};
/** Those that can write phones and long numbers as texts. */
const TEXT_FORMATS: ReadonlySet<ExportFormat> = new Set(['csv', 'csv-semicolons', 'tsv']);
type Scope = 'all' | 'filtered' | 'selected';

/** Which rows and columns of a list are in its file, for which tool, and how it is written. */
export default function ExportDialog({ list, open, chosen, selected, dating, onClose }: ExportDialogProps) {
  const client = useQueryClient();
  const [view] = useColumnView(list.id);
  const [choice, setChoice] = useState<ExportChoice>(() => readExportChoice(list.id));
  const isFiltered = Boolean(chosen.search || chosen.where);
  const [scope, setScope] = useState<Scope>(selected ? 'selected' : isFiltered ? 'filtered' : 'all');
  const change = (next: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...next }));
  const { preset, format } = choice;
  const dateColumn = choice.dateColumn === null ? null : dateColumnFor(list, choice.dateColumn);
  const leftOut = choice.leftOut ?? view.hidden;
  const fields = list.fields.filter(({ id }) => !leftOut.includes(id));
  const roles = new Set(fields.map(({ role }) => role).filter((role): role is ColumnRole => role !== null));
  const missing = preset ? missingNeeds(preset, roles) : [];
  const { leaveOut } = chosen;
  const without = leaveOut ? { leaveOut } : {};
  const filter = scope === 'filtered' ? chosen : without;

  const exports = useQuery({
    queryKey: [...LISTS_KEY, 'exports', list.id, filter],
    queryFn: ({ signal }) => invoke(LIST_CALLS.listExports, { id: list.id, ...filter }, { signal }),
    enabled: open && scope !== 'selected',
  });
  const name = preset ?? 'file';
  const last = scope === 'selected' ? undefined : exports.data?.exports.find((each) => each.name === name);
  // Without the last export, the file would have everyone again.
  const needsLast = choice.onlyNew && scope !== 'selected' && !exports.data;

  const onlyNew = last !== undefined && choice.onlyNew;
  const chosenRows = scope === 'selected' && selected ? { ...without, selected: selected.rows } : filter;
  const shape = {
    rows: choice.rows,
    ...(preset ? { preset } : {}),
    ...(leftOut.length > 0 ? { columns: JSON.stringify(fields.map(({ id }) => id)) } : {}),
    ...(onlyNew ? { since: name } : {}),
  };
  const isReady = fields.length > 0 && missing.length === 0 && !needsLast;

  // Until its file is here, an export can be canceled: it isn't remembered and writes no date.
  const running = useRef<AbortController | null>(null);
  const close = () => {
    running.current?.abort();
    onClose();
  };
  const download = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      const confirm = crypto.randomUUID();
      const exported = {
        format,
        ...shape,
        ...chosenRows,
        ...(choice.asText && !preset && TEXT_FORMATS.has(format) ? { text: 'true' as const } : {}),
        ...(scope === 'selected' ? {} : { mark: name, confirm }),
      };
      await downloadCall(LIST_CALLS.listCsv, { id: list.id, ...exported }, listFileName(list.name, format), {
        signal,
      });
      if (dateColumn !== null)
        await invoke(LIST_CALLS.listExportDate, {
          id: list.id,
          ...exported,
          column: dateColumn,
          date: today(),
        }).then(
          (dated) =>
            dating.done(
              dated.list,
              `Date written into ${plural(dated.rows, 'row')}.`,
              dated.rows > 0 ? dated.edit : null,
            ),
          dating.failed,
        );
      if (scope === 'selected') return;
      // Not before the file is here: the next one leaves out what this one had.
      await invoke(LIST_CALLS.listExportConfirm, { id: list.id, confirm }).catch((error: unknown) =>
        toast.error('The file was downloaded, but Leadwell couldn’t remember the export', {
          description: `“Only what is new or changed” will have these rows again. ${failureMessage(error)}`,
        }),
      );
    },
    onSuccess: (_, signal) => {
      saveExportChoice(list.id, { ...choice, dateColumn });
      void client.invalidateQueries({ queryKey: [...LISTS_KEY, 'exports', list.id] });
      // The dialog that is open now may be another one.
      if (!signal.aborted) onClose();
    },
  });

  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={`Export “${list.name}”`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          running.current = new AbortController();
          download.mutate(running.current.signal);
        }}
      >
        {open && download.error && (
          <Alert tone="danger" title="The file wasn’t downloaded">
            {failureMessage(download.error)}
          </Alert>
        )}
        <div className="grid grid-cols-1 gap-4">
          <Field label="For which tool">
            {(control) => (
              <Select
                {...control}
                value={preset ?? ''}
                onChange={({ target }) =>
                  change({ preset: ExportPreset.safeParse(target.value).data ?? null })
                }
              >
                <option value="">Plain file</option>
                {EXPORT_PRESETS.map((id) => (
                  <option key={id} value={id}>
                    {PRESETS[id].label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Format">
            {(control) => (
              <Select
                {...control}
                value={format}
                onChange={({ target }) => change({ format: ExportFormat.parse(target.value) })}
              >
                {ExportFormat.options.map((id) => (
                  <option key={id} value={id}>
                    {FORMATS[id]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Field label="Rows" hint={leaveOut && 'Without those that your exclusion lists leave out.'}>
          {(control) => (
            <Select {...control} value={scope} onChange={({ target }) => setScope(target.value as Scope)}>
              <option value="all">{`All ${plural(list.rows, 'row')}`}</option>
              {isFiltered && <option value="filtered">Those of your search and filters</option>}
              {selected && (
                <option value="selected">{`The ${plural(selected.count, 'selected row')}`}</option>
              )}
            </Select>
          )}
        </Field>
        <ExportColumnsField
          fields={list.fields}
          leftOut={leftOut}
          onLeftOut={(columns) => change({ leftOut: columns })}
        />
        <div className="grid gap-1">
          {roles.has('email') && (
            <Option
              label="One row for each email"
              checked={choice.rows === 'one-per-email'}
              onChange={(on) => change({ rows: on ? 'one-per-email' : 'one-per-row' })}
            />
          )}
          {!preset && TEXT_FORMATS.has(format) && (
            <Option
              label="Phones, dates and long numbers as text, for Excel"
              checked={choice.asText}
              onChange={(asText) => change({ asText })}
            />
          )}
          {last && (
            <Option
              label={`Only what is new or changed since the last ${preset ? `export for ${PRESETS[preset].label}` : 'plain file'}`}
              hint={`${formatDate(last.at)}, ${plural(last.rows, 'row')}`}
              checked={choice.onlyNew}
              onChange={(onlyNew) => change({ onlyNew })}
            />
          )}
          <ExportDateField
            list={list}
            column={dateColumn}
            onColumn={(column) => change({ dateColumn: column })}
          />
        </div>
        {preset && (
          <PresetNote
            tool={PRESETS[preset].label}
            missing={missing}
            needs={rowNeeds(preset)}
            headers={exportColumns(fields, preset).map(({ header }) => header)}
          />
        )}
        {isReady && (preset || onlyNew || leaveOut) && (
          <ExportRowCount
            input={{ id: list.id, ...shape, ...chosenRows }}
            version={list.version}
            isShown={open && !download.isPending}
          />
        )}
        {needsLast && exports.error && (
          <LoadFailure
            title="We couldn’t load the date of your last export"
            busy={exports.isFetching}
            onRetry={() => void exports.refetch()}
          >
            {failureMessage(exports.error)}
          </LoadFailure>
        )}
        <DialogFooter>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={download.isPending} disabled={!isReady}>
            {download.isPending ? 'Downloading…' : 'Download'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface OptionProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Option({ label, hint, checked, onChange }: OptionProps) {
  return (
    <label className="flex min-h-8 cursor-pointer items-start gap-2.5 py-1">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-sm text-muted-foreground tabular-nums">{hint}</span>}
      </span>
    </label>
  );
}
