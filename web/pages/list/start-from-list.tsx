import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { ColumnRole } from '#contract/list-columns.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import type { ListPart } from '../../kit/list-params.ts';
import type { RowSelection } from '../../kit/use-row-selection.ts';
import { useAccount } from '../../lib/account.ts';
import type { ChosenListRows } from '../../lib/lists.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import type { StartFromListCardProps } from './start-from-list-card.tsx';

const loadCard = () => import('./start-from-list-card.tsx');

interface StartFromListProps {
  list: ListView;
  part: ListPart;
  /** the selected rows, or those of the part, without those that exclusion lists leave out */
  rows: ChosenListRows;
  selection: RowSelection;
}

type ListTool = ListView['tools'][number];

/** What a column is about that names a company. */
const COMPANY_ROLES: ReadonlySet<ColumnRole> = new Set(['company', 'website', 'domain', 'email']);

/** Hands rows of a list to a tool: the selected ones, or those that match. The chosen tool is in the URL. */
export function StartFromList({ list, part, rows, selection }: StartFromListProps) {
  const isSelected = !selection.all && selection.ids.size > 0;
  const [params, setParams] = useQueryState();
  const { data: account } = useAccount();
  const open = list.tools.find((tool) => toolKey(tool) === params.get('tool'));
  const choose = (key: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (key) next.set('tool', key);
        else next.delete('tool');
        return next;
      },
      { replace: true },
    );
  const StartFromListCard = useLoaded<StartFromListCardProps>(
    open !== undefined,
    loadCard,
    () => choose(null),
    { isInPage: true },
  );
  if (list.tools.length === 0 || list.rows === 0) return null;
  const usual = list.tools.filter(({ options }) => options === undefined);
  const more = list.tools.filter(({ options }) => options !== undefined);
  const button = (tool: ListTool) => (
    <Button
      key={toolKey(tool)}
      variant="secondary"
      size="sm"
      aria-pressed={open === tool}
      className={open === tool ? 'border-accent text-accent' : undefined}
      onClick={() => choose(open === tool ? null : toolKey(tool))}
    >
      {tool.action}
      <ArrowRight aria-hidden />
    </Button>
  );
  return (
    <div className="mb-4 grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-1 text-muted-foreground">
          {isSelected ? `Use the ${plural(selection.ids.size, 'selected row')}:` : 'Use these rows:'}
        </p>
        {usual.map(button)}
        {!isSelected && list.fields.some(({ role }) => role !== null && COMPANY_ROLES.has(role)) && (
          <Button asChild variant="secondary" size="sm">
            <Link to={`/dashboard/database-export?in-list=${list.id}&per-company=3`}>
              Find people at these companies
              <ArrowRight aria-hidden />
            </Link>
          </Button>
        )}
        {more.map(button)}
      </div>
      {open && StartFromListCard && (
        <StartFromListCard
          key={toolKey(open)}
          list={list}
          type={open.type}
          options={open.options}
          about={open.note}
          action={open.action}
          rows={rows}
          part={isSelected ? null : part}
          account={account}
          onClose={() => choose(null)}
        />
      )}
    </div>
  );
}

/** Names a button in the URL. */
function toolKey({ type, options = {} }: ListTool): string {
  return [type, ...Object.keys(options)].join('-');
}
