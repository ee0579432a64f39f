import { type FormEvent, useId, useState } from 'react';
import {
  CONDITIONS_TOO_LONG,
  type ConditionKind,
  conditionMaxChars,
  oneOfValues,
  readComparable,
} from '#contract/column-conditions.ts';
import { formatNumber } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Label } from '../ui/label.tsx';
import { Select } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';
import type { CardColumn } from './grid-column.ts';
import { type ColumnFilter, isValueTooLong, needsValue } from './row-filter.ts';

/** What can be chosen for a column. A range is a filter with a smallest value, one with a largest, or both. */
type Condition = Exclude<ConditionKind, 'at-least' | 'at-most'> | 'range';

const LABELS: Readonly<Record<Condition, string>> = {
  containing: 'Contains',
  'not-containing': 'Doesn’t contain',
  starting: 'Starts with',
  equal: 'Is',
  'not-equal': 'Is not',
  'one-of': 'Is one of',
  empty: 'Is empty',
  'not-empty': 'Is not empty',
  range: 'Is between',
};
const TEXT: readonly Condition[] = [
  'containing',
  'not-containing',
  'starting',
  'equal',
  'not-equal',
  'one-of',
  'empty',
  'not-empty',
  'range',
];
const NUMBER: readonly Condition[] = ['range', 'equal', 'not-equal', 'one-of', 'empty', 'not-empty'];
const VALUES: readonly Condition[] = ['equal', 'not-equal', 'empty', 'not-empty'];
/** Every row has a status. */
const STATUS: readonly Condition[] = ['equal', 'not-equal'];

export interface ConditionFormProps {
  /** the columns that can be filtered, at least one */
  columns: readonly CardColumn[];
  /** shows only one status, in place of a filter of its column */
  onShow: (show: string) => void;
  onAdd: (added: readonly ColumnFilter[]) => void;
  /** whether filters aren't too long together with those in use */
  fits: (added: readonly ColumnFilter[]) => boolean;
}

/** Chooses a column, a condition and its value. */
export default function ConditionForm({ columns, onShow, onAdd, fits }: ConditionFormProps) {
  const [id, setId] = useState(columns[0]?.id ?? '');
  const [chosen, setChosen] = useState<Condition>();
  const [typed, setTyped] = useState('');
  const [to, setTo] = useState('');
  const fields = useId();
  const column = columns.find((column) => column.id === id);
  const values = column?.values && Object.entries(column.values);
  const conditions = column?.status ? STATUS : values ? VALUES : column?.number ? NUMBER : TEXT;
  const condition = conditions.find((condition) => condition === chosen) ?? conditions[0] ?? 'containing';
  const value = typed.trim() || (values?.[0]?.[0] ?? '');
  const reset = () => {
    setTyped('');
    setTo('');
  };
  const added = chosenFilters(id, condition, value, to.trim());
  const wrong = [typed, to].some((text) => text.trim() !== '' && readComparable(text) === null);
  const longest = added.find(isValueTooLong);
  const isTooLong = longest !== undefined || !fits(added);
  const isReady = added.length > 0 && !(condition === 'range' && wrong) && !isTooLong;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    if (column?.status && condition === 'equal') onShow(value);
    else onAdd(added);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid gap-1.5">
        <Label htmlFor={`${fields}-column`}>Column</Label>
        <Select
          id={`${fields}-column`}
          value={id}
          onChange={(event) => {
            setId(event.target.value);
            reset();
          }}
        >
          {columns.map((column) => (
            <option key={column.id} value={column.id}>
              {column.header}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor={`${fields}-condition`}>Condition</Label>
        <Select
          id={`${fields}-condition`}
          value={condition}
          onChange={(event) => {
            setChosen(conditions.find((condition) => condition === event.target.value));
            reset();
          }}
        >
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {LABELS[condition]}
            </option>
          ))}
        </Select>
      </div>
      {condition === 'range' ? (
        <div className="grid grid-cols-2 gap-3">
          {(
            [
              ['From', typed, setTyped],
              ['To', to, setTo],
            ] as const
          ).map(([label, text, setText]) => (
            <Field
              key={label}
              label={label}
              error={
                text.trim() !== '' && readComparable(text) === null ? 'Enter a number or a date' : undefined
              }
            >
              {(control) => (
                <Input
                  {...control}
                  value={text}
                  maxLength={40}
                  autoComplete="off"
                  placeholder={column?.number ? undefined : '100 or 2026-11-23'}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
          ))}
        </div>
      ) : (
        needsValue(condition) && (
          <div className="grid gap-1.5">
            <Label htmlFor={`${fields}-value`}>{LABELS[condition]}</Label>
            {condition === 'one-of' ? (
              <>
                <Textarea
                  id={`${fields}-value`}
                  aria-describedby={`${fields}-several`}
                  className="min-h-20"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
                <p id={`${fields}-several`} className="text-sm text-muted-foreground">
                  With commas between them, or one per line
                </p>
              </>
            ) : values ? (
              <Select id={`${fields}-value`} value={value} onChange={(event) => setTyped(event.target.value)}>
                {values.map(([choice, label]) => (
                  <option key={choice} value={choice}>
                    {label}
                  </option>
                ))}
              </Select>
            ) : (
              <Input
                id={`${fields}-value`}
                maxLength={conditionMaxChars(condition)}
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </div>
        )
      )}
      {isTooLong && (
        <p role="alert" className="text-sm text-danger">
          {longest
            ? `A filter takes ${formatNumber(conditionMaxChars(longest.is))} characters at most. Use fewer or shorter values.`
            : CONDITIONS_TOO_LONG}
        </p>
      )}
      <Button type="submit" size="sm" disabled={!isReady}>
        Add filter
      </Button>
    </form>
  );
}

/** The filters of a choice; none if a value is missing. */
function chosenFilters(column: string, condition: Condition, value: string, to: string): ColumnFilter[] {
  if (condition === 'range') {
    return [
      ...(value ? [{ column, is: 'at-least' as const, value }] : []),
      ...(to ? [{ column, is: 'at-most' as const, value: to }] : []),
    ];
  }
  if (!needsValue(condition)) return [{ column, is: condition, value: '' }];
  if (condition === 'one-of' && oneOfValues(value).length === 0) return [];
  return value ? [{ column, is: condition, value }] : [];
}
