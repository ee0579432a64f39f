import { ArrowRight } from 'lucide-react';
import type { ListView } from '#contract/lists.ts';
import { useAccount } from '../../lib/account.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import { HandoverCard } from './handover-card.tsx';

/** Hands the rows of a list to a tool. The chosen tool is in the URL. */
export function Handover({ list, search }: { list: ListView; search: string }) {
  const [params, setParams] = useQueryState();
  const { data: account } = useAccount();
  const open = list.tools.find(({ type }) => type === params.get('tool'));
  const choose = (type: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (type) next.set('tool', type);
        else next.delete('tool');
        return next;
      },
      { replace: true },
    );
  if (list.tools.length === 0 || list.rows === 0) return null;
  return (
    <div className="mb-4 grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-1 text-muted-foreground">Use these rows:</p>
        {list.tools.map(({ type, action }) => (
          <Button
            key={type}
            variant="secondary"
            size="sm"
            aria-pressed={open?.type === type}
            className={open?.type === type ? 'border-accent text-accent' : undefined}
            onClick={() => choose(open?.type === type ? null : type)}
          >
            {action}
            <ArrowRight aria-hidden />
          </Button>
        ))}
      </div>
      {open && (
        <HandoverCard
          key={open.type}
          list={list}
          type={open.type}
          action={open.action}
          search={search}
          account={account}
          onClose={() => choose(null)}
        />
      )}
    </div>
  );
}
