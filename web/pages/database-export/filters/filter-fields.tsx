import { Minus, Plus } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { WordListName } from '../databases.ts';
import { type LeadFilter, type LeadFilterChange, type ListName, withAdded } from '../lead-filter.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { entriesRefusal } from './entry-limits.ts';
import { Chips, KeywordFilter } from './keyword-filter.tsx';

/** Makes the filters of a tab that several tabs have. */
export function filterFields(filter: LeadFilter, onFilter: (change: LeadFilterChange) => void) {
  /** An action that adds the selected values. */
  const action = (
    label: string,
    icon: ReactNode,
    add: (before: LeadFilter, selected: string[]) => LeadFilter,
  ) => ({
    label,
    icon,
    refusal: (selected: string[]) => entriesRefusal(add(filter, selected)),
    run: (selected: string[]) => onFilter((before) => add(before, selected)),
  });
  const listActions = (name: ListName) =>
    (['include', 'exclude'] as const).map((kind) =>
      action(
        kind === 'include' ? 'Include' : 'Exclude',
        kind === 'include' ? <Plus aria-hidden /> : <Minus aria-hidden />,
        (before, selected) => ({
          ...before,
          [name]: { ...before[name], [kind]: withAdded(before[name][kind], selected) },
        }),
      ),
    );
  const listChips = (
    name: ListName,
    label: string,
    adder: RefObject<HTMLElement | null>,
    valueLabel?: (value: string) => string,
  ) =>
    (['include', 'exclude'] as const).map((kind) => (
      <Chips
        key={kind}
        kind={kind}
        label={label}
        values={filter[name][kind]}
        adder={adder}
        {...(valueLabel ? { valueLabel } : {})}
        onRemove={(removed) =>
          onFilter((before) => ({
            ...before,
            [name]: { ...before[name], [kind]: before[name][kind].filter((entry) => entry !== removed) },
          }))
        }
      />
    ));

  const words = (
    name: WordListName,
    texts: { label: string; listLabel: string; placeholder: string; hint?: string; compact?: boolean },
  ) => (
    <KeywordFilter
      name={name}
      {...texts}
      value={filter[name]}
      refusal={(value) => entriesRefusal({ ...filter, [name]: value })}
      onChange={(change) => onFilter((before) => ({ ...before, [name]: change(before[name]) }))}
    />
  );
  const choice = (
    name: 'country' | 'employees' | 'inList',
    texts: { label: string; placeholder: string; noMatches: string },
    options: {
      options: readonly string[];
      optionLabel?: (option: string) => string;
      otherNames?: (option: string) => readonly string[];
    },
  ) => (
    <ChoiceFilter
      {...texts}
      {...options}
      actions={[
        action('Apply', null, (before, selected) => ({
          ...before,
          [name]: withAdded(before[name], selected),
        })),
      ]}
    >
      {(opener) => (
        <Chips
          kind="include"
          label={texts.label}
          values={filter[name]}
          adder={opener}
          {...(options.optionLabel ? { valueLabel: options.optionLabel } : {})}
          onRemove={(removed) =>
            onFilter((before) => ({
              ...before,
              [name]: before[name].filter((entry) => entry !== removed),
            }))
          }
        />
      )}
    </ChoiceFilter>
  );
  /** A choice of values to include or exclude. */
  const listFilter = (
    name: ListName,
    {
      label,
      valueLabel,
      ...texts
    }: {
      label: string;
      placeholder: string;
      noMatches: string;
      options: readonly string[];
      valueLabel?: (value: string) => string;
      loading?: boolean;
      failure?: ReactNode;
    },
  ) => (
    <ChoiceFilter
      {...texts}
      label={label}
      {...(valueLabel ? { optionLabel: valueLabel } : {})}
      actions={listActions(name)}
    >
      {(opener) => listChips(name, label, opener, valueLabel)}
    </ChoiceFilter>
  );
  return { words, choice, listFilter };
}
