import { Minus, Plus } from 'lucide-react';
import { type RefObject, useCallback, useId, useMemo, useRef, useState } from 'react';
import { COUNTRIES, otherCountryNames } from '#contract/countries.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import type { ListView } from '#contract/lists.ts';
import { MESSAGES } from '#contract/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Label } from '../../../ui/label.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import {
  COMPANY_SIZES,
  companySizeLabel,
  DATABASES,
  SENIORITY_OPTIONS,
  seniorityLabel,
} from '../databases.ts';
import {
  isApplied,
  type LeadFilter,
  type LeadFilterChange,
  type ListName,
  noFilter,
  type WordListName,
  withAdded,
} from '../lead-filter.ts';
import { useIndustries } from '../use-leads.ts';
import { BoundsFilter } from './bounds-filter.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import { Chips, KeywordFilter } from './keyword-filter.tsx';

const PER_COMPANY = ['1', '2', '3', '5', '10', '25'];

interface FilterPanelProps {
  database: LeadDatabase;
  filter: LeadFilter;
  /** the lists of the account */
  lists: readonly ListView[];
  onFilter: (change: LeadFilterChange) => void;
}

/** All filters of a tab. */
export function FilterPanel({ database, filter, lists, onFilter }: FilterPanelProps) {
  const view = DATABASES[database];
  const industries = useIndustries(database, view.industries);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [clearings, setClearings] = useState(0);
  const clear = () => {
    // The button disappears with the filters, so move the focus first.
    heading.current?.focus();
    setClearings(clearings + 1);
    onFilter(noFilter);
  };
  const listName = (listId: string) =>
    lists.find((list) => list.id === listId)?.name ?? 'A list that is gone';
  const bounds = useMemo(() => ({ min: filter.min, max: filter.max }), [filter.min, filter.max]);
  const onBounds = useCallback(
    (next: typeof bounds) => onFilter((before) => ({ ...before, ...next })),
    [onFilter],
  );

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

  return (
    <Card className="grid grid-cols-1 content-start gap-5 p-4">
      <div className="flex min-h-8 items-center justify-between">
        <h2 ref={heading} tabIndex={-1} className="text-lg tracking-tight">
          Filters
        </h2>
        {isApplied(filter) && (
          <Button variant="ghost" size="sm" className="-mr-2" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
      {words('title', {
        label: 'Job Titles',
        listLabel: 'Job titles',
        placeholder: 'e.g. head of sales',
        hint: 'Finds whole words. Add * for parts: direct*',
      })}
      {view.seniorities && (
        <ChoiceFilter
          label="Seniority"
          placeholder="Select seniority levels..."
          noMatches="No seniority levels match your search"
          options={SENIORITY_OPTIONS}
          optionLabel={seniorityLabel}
          actions={listActions('seniority')}
        >
          {(opener) => listChips('seniority', 'Seniority', opener, seniorityLabel)}
        </ChoiceFilter>
      )}
      {view.countries &&
        choice(
          'country',
          {
            label: 'Countries',
            placeholder: 'Select countries...',
            noMatches: 'No countries match your search',
          },
          { options: COUNTRIES, otherNames: otherCountryNames },
        )}
      {words('place', {
        label: 'Location',
        listLabel: 'Locations',
        placeholder: 'e.g. berlin, uk',
        compact: true,
      })}
      {view.connections && <BoundsFilter key={clearings} value={bounds} onChange={onBounds} />}
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
      <h3 className="border-t border-border pt-5 text-base font-semibold">Company</h3>
      {lists.length > 0 &&
        choice(
          'inList',
          {
            label: 'Companies in a list',
            placeholder: 'Select lists...',
            noMatches: 'No lists match your search',
          },
          { options: lists.map((list) => list.id), optionLabel: listName },
        )}
      {filter.inList.length > 0 && (
        <Field label="People of each company">
          {(control) => (
            <Select
              {...control}
              value={filter.perCompany}
              onChange={({ target }) => onFilter((before) => ({ ...before, perCompany: target.value }))}
            >
              <option value="">All</option>
              {[...new Set([...PER_COMPANY, ...(filter.perCompany ? [filter.perCompany] : [])])].map(
                (most) => (
                  <option key={most} value={most}>
                    {most === '1' ? '1' : `${most} at most`}
                  </option>
                ),
              )}
            </Select>
          )}
        </Field>
      )}
      {view.industries && (
        <ChoiceFilter
          label="Industry"
          placeholder="Select industries..."
          noMatches="No industries match your search"
          options={industries.data ?? []}
          loading={industries.isLoading}
          failure={industries.isError ? MESSAGES.leads.industriesFailed : undefined}
          actions={listActions('industry')}
        >
          {(opener) => listChips('industry', 'Industry', opener)}
        </ChoiceFilter>
      )}
      {words('company', {
        label: 'Company Name',
        listLabel: 'Companies',
        placeholder: 'e.g. acme',
        compact: true,
      })}
      {words('domain', {
        label: 'Company Domain',
        listLabel: 'Domains',
        placeholder: 'e.g. acme.com',
        compact: true,
      })}
      {choice(
        'employees',
        {
          label: 'Employees',
          placeholder: 'Select company sizes...',
          noMatches: 'No company sizes match your search',
        },
        { options: COMPANY_SIZES, optionLabel: companySizeLabel },
      )}
      {words('keyword', {
        label: 'Keywords',
        listLabel: 'Keywords',
        placeholder: 'e.g. logistics',
        hint: 'In the title, company, industry and description',
        compact: true,
      })}
    </Card>
  );
}
