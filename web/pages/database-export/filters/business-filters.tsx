import { COUNTRIES, otherCountryNames } from '#contract/countries.ts';
import { categoryLabel } from '#contract/local-business-filters.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { LeadFilter } from '../lead-filter.ts';
import { useIndustries } from '../use-leads.ts';
import { filterFields } from './filter-fields.tsx';
import type { FilterPanelProps } from './filter-panel-props.ts';
import { ListCompanies } from './list-companies.tsx';
import { NearFilter } from './near-filter.tsx';
import { ToggleFilters } from './toggle-filters.tsx';

/** The filters of local businesses. */
export function BusinessFilters({ database, filter, lists, hasMap = false, onFilter }: FilterPanelProps) {
  const categories = useIndustries(database, true);
  const { words, choice, listFilter } = filterFields(filter, onFilter);
  return (
    <>
      {listFilter('industry', {
        label: 'Category',
        placeholder: 'Select categories...',
        noMatches: 'No categories match your search',
        options: categories.data ?? [],
        valueLabel: categoryLabel,
        loading: categories.isLoading,
        failure: categories.isError ? 'The categories could not be loaded' : undefined,
      })}
      {words('keyword', {
        label: 'Words',
        listLabel: 'Words',
        placeholder: 'e.g. roof*',
        hint: 'In the name, brand and categories',
        compact: true,
      })}
      <h3 className="border-t border-border pt-5 text-base font-semibold">Where</h3>
      {choice(
        'country',
        {
          label: 'Countries',
          placeholder: 'Select countries...',
          noMatches: 'No countries match your search',
        },
        { options: COUNTRIES, otherNames: otherCountryNames },
      )}
      {words('region', { label: 'Region', listLabel: 'Regions', placeholder: 'e.g. CA', compact: true })}
      {words('city', { label: 'City', listLabel: 'Cities', placeholder: 'e.g. Berlin', compact: true })}
      {words('postcode', {
        label: 'Postal Code',
        listLabel: 'Postal codes',
        placeholder: 'e.g. 10115',
        hint: 'Or how it starts: 10',
        compact: true,
      })}
      <NearFilter
        value={filter.near}
        hasMap={hasMap}
        onChange={(near) => onFilter((before) => ({ ...before, near }))}
      />
      <ToggleFilters database={database} filter={filter} onFilter={onFilter} />
      <h3 className="border-t border-border pt-5 text-base font-semibold">Business</h3>
      <Field label="Chain or independent">
        {(control) => (
          <Select
            {...control}
            value={filter.chain}
            onChange={({ target }) =>
              onFilter((before) => ({ ...before, chain: target.value as LeadFilter['chain'] }))
            }
          >
            <option value="">Both</option>
            <option value="chain">Chains only</option>
            <option value="independent">Independent only</option>
          </Select>
        )}
      </Field>
      {words('company', { label: 'Name', listLabel: 'Names', placeholder: 'e.g. acme', compact: true })}
      {words('domain', {
        label: 'Domain',
        listLabel: 'Domains',
        placeholder: 'e.g. acme.com',
        compact: true,
      })}
      <ListCompanies {...{ filter, lists, onFilter }} label="Places of each company" />
    </>
  );
}
