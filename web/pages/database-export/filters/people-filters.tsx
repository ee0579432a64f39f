import { useCallback, useMemo } from 'react';
import { COUNTRIES, otherCountryNames } from '#contract/countries.ts';
import { MESSAGES } from '#contract/messages.ts';
import { seniorityLabel } from '#contract/seniorities.ts';
import { COMPANY_SIZES, companySizeLabel, DATABASES, SENIORITY_OPTIONS } from '../databases.ts';
import { useIndustries } from '../use-leads.ts';
import { BoundsFilter } from './bounds-filter.tsx';
import { filterFields } from './filter-fields.tsx';
import type { FilterPanelProps } from './filter-panel-props.ts';
import { ListCompanies } from './list-companies.tsx';
import { ToggleFilters } from './toggle-filters.tsx';

/** The filters of a database of people. `clearings` counts how often they were cleared. */
export function PeopleFilters({
  database,
  filter,
  lists,
  onFilter,
  clearings,
}: FilterPanelProps & { clearings: number }) {
  const view = DATABASES[database];
  const industries = useIndustries(database, view.industries);
  const bounds = useMemo(() => ({ min: filter.min, max: filter.max }), [filter.min, filter.max]);
  const onBounds = useCallback(
    (next: typeof bounds) => onFilter((before) => ({ ...before, ...next })),
    [onFilter],
  );
  const { words, choice, listFilter } = filterFields(filter, onFilter);
  return (
    <>
      {words('title', {
        label: 'Job Titles',
        listLabel: 'Job titles',
        placeholder: 'e.g. head of sales',
        hint: 'Finds whole words. Add * for parts: direct*',
      })}
      {view.seniorities &&
        listFilter('seniority', {
          label: 'Seniority',
          placeholder: 'Select seniority levels...',
          noMatches: 'No seniority levels match your search',
          options: SENIORITY_OPTIONS,
          valueLabel: seniorityLabel,
        })}
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
        placeholder: 'e.g. Austin, USA',
        compact: true,
      })}
      {view.connections && <BoundsFilter key={clearings} value={bounds} onChange={onBounds} />}
      <ToggleFilters database={database} filter={filter} onFilter={onFilter} />
      <h3 className="border-t border-border pt-5 text-base font-semibold">Company</h3>
      <ListCompanies {...{ filter, lists, onFilter }} label="People of each company" />
      {view.industries &&
        listFilter('industry', {
          label: 'Industry',
          placeholder: 'Select industries...',
          noMatches: 'No industries match your search',
          options: industries.data ?? [],
          loading: industries.isLoading,
          failure: industries.isError ? MESSAGES.leads.industriesFailed : undefined,
        })}
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
    </>
  );
}
