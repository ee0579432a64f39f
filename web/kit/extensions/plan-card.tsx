import { Check, Minus } from 'lucide-react';
import { Link } from 'react-router';
import type { CollectLimits } from '#contract/collect-sites.ts';
import type { SiteGuide } from '#extension/site.ts';
import { columnTitle } from '../../lib/column-title.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';

interface PlanCardProps {
  guide: SiteGuide;
  /** of the free version */
  limits: CollectLimits;
}

/** What the free version of an extension leaves out, next to the unlimited plan. */
export function PlanCard({ guide, limits }: PlanCardProps) {
  const { rowsName: allRows, basicColumns } = guide.site;
  const rowsName = guide.freeRowsName ?? allRows;
  const basic = basicColumns.map((column) => columnTitle(column).toLowerCase()).join(', ');
  return (
    <Card>
      <CardHeader>
        <CardTitle>Get unlimited access</CardTitle>
        <Button asChild size="sm">
          <Link to="/pricing">Upgrade Plan</Link>
        </Button>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <section aria-labelledby="free-plan">
          <h3 id="free-plan" className="text-base font-medium tracking-normal">
            Your plan
          </h3>
          <ul className="mt-2 grid gap-1.5 text-muted-foreground">
            <Point included>
              {limits.rows} {rowsName} at a time
            </Point>
            <Point included>{limits.fields === 'basic' ? `Basic info: ${basic}` : 'All columns'}</Point>
            <Point>No CSV export</Point>
            <Point>No sending to lists</Point>
          </ul>
        </section>
        <section aria-labelledby="unlimited-plan">
          <h3 id="unlimited-plan" className="text-base font-medium tracking-normal">
            Unlimited
          </h3>
          <ul className="mt-2 grid gap-1.5 text-muted-foreground">
            <Point included>As many {rowsName} as you want</Point>
            {limits.fields === 'basic' && <Point included>Phone, website and all other columns</Point>}
            <Point included>CSV export</Point>
            <Point included>Send rows to lists and find their contacts</Point>
          </ul>
        </section>
      </CardContent>
    </Card>
  );
}

function Point({ included = false, children }: { included?: boolean; children: React.ReactNode }) {
  const Icon = included ? Check : Minus;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${included ? 'text-success' : 'text-muted-foreground'}`}
      />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
