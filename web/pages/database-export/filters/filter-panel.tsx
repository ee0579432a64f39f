import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DATABASES } from '../databases.ts';
import { isApplied, noFilter } from '../lead-filter.ts';
import { BusinessFilters } from './business-filters.tsx';
import type { FilterPanelProps } from './filter-panel-props.ts';
import { PeopleFilters } from './people-filters.tsx';

/** All filters of a tab. */
export function FilterPanel(props: FilterPanelProps) {
  const { database, filter, onFilter } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [clearings, setClearings] = useState(0);
  const clear = () => {
    // The button disappears with the filters, so move the focus first.
    heading.current?.focus();
    setClearings(clearings + 1);
    onFilter(noFilter);
  };
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
      {DATABASES[database].businesses ? (
        <BusinessFilters key={clearings} {...props} />
      ) : (
        <PeopleFilters {...props} clearings={clearings} />
      )}
    </Card>
  );
}
