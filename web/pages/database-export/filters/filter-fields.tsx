import { Minus, Plus } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { WordListName } from '../databases.ts';
import { type LeadFilter, type LeadFilterChange, type ListName, withAdded } from '../lead-filter.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { Chips, KeywordFilter } from './keyword-filter.tsx';

/** Makes the filters of a tab that several tabs have. */
export function filterFields(filter: LeadFilter, onFilter: (change: LeadFilterChange) => void) {
  const listActions = (name: ListName) =>
    (['include', 'exclude'] as const).map((kind) => ({
      label: kind === 'include' ? 'Include' : 'Exclude',
      icon: kind === 'include' ? <Plus aria-hidden /> : <Minus aria-hidden />,
      run: (selected: string[]) =>
        onFilter((before) => ({
          ...before,
          [name]: { ...before[name], [kind]: withAdded(before[name][kind], selected) },
        })),
    }));
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
        {
          label: 'Apply',
          run: (selected) => onFilter((before) => ({ ...before, [name]: withAdded(before[name], selected) })),
        },
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
