import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { filterFields } from './filter-fields.tsx';
import type { FilterPanelProps } from './filter-panel-props.ts';

const PER_COMPANY = ['1', '2', '3', '5', '10', '25'];

/** Only leads at the companies in lists, and how many of each. `label`: what is counted of each. */
export function ListCompanies({
  filter,
  lists,
  onFilter,
  label,
}: Omit<FilterPanelProps, 'database'> & { label: string }) {
  const listName = (listId: string) =>
    lists.find((list) => list.id === listId)?.name ?? 'A list that is gone';
  return (
    <>
      {(lists.length > 0 || filter.inList.length > 0) &&
        filterFields(filter, onFilter).choice(
          'inList',
          {
            label: 'Companies in a list',
            placeholder: 'Select lists...',
            noMatches: 'No lists match your search',
          },
          { options: lists.map((list) => list.id), optionLabel: listName },
        )}
      {filter.inList.length > 0 && (
        <Field label={label}>
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
    </>
  );
}
