import { Link, NavLink } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { cn } from '../../lib/class-names.ts';
import { formatCredits, formatPlan } from '../../lib/format.ts';
import { Brand, BrandMark } from '../../ui/brand-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { HOME, PLACE_GROUPS, type Place } from './places.ts';

interface SidebarProps {
  /** Undefined while loading. */
  account: AccountView | undefined;
  /** Show only icons, with labels in tooltips. */
  collapsed?: boolean;
  /** Replace the history entry, which is the open menu on a phone. */
  replace?: boolean;
}

/** The dashboard navigation, with credits and plan below. */
export function Sidebar({ account, collapsed = false, replace = false }: SidebarProps) {
  return (
    <>
      <div className={cn('flex h-14 shrink-0 items-center px-4', collapsed && 'justify-center px-0')}>
        <Link to="/" replace={replace} aria-label="Leadwell home" className="inline-flex rounded-md">
          {collapsed ? <BrandMark /> : <Brand />}
        </Link>
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-4">
        <ul>
          <PlaceLink place={HOME} collapsed={collapsed} replace={replace} />
        </ul>
        {PLACE_GROUPS.map((group) => (
          <div key={group.label} className={collapsed ? 'mt-2' : 'mt-4'}>
            <h2
              id={`group-${group.label}`}
              className={cn(
                'mb-1 px-2 text-xs font-medium tracking-normal text-muted-foreground',
                collapsed && 'sr-only',
              )}
            >
              {group.label}
            </h2>
            {collapsed && <div aria-hidden className="mx-2 mb-2 h-px bg-border" />}
            <ul aria-labelledby={`group-${group.label}`} className="grid gap-px">
              {group.places.map((place) => (
                <PlaceLink key={place.path} place={place} collapsed={collapsed} replace={replace} />
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {!collapsed && <Balance account={account} />}
    </>
  );
}

function PlaceLink({
  place: { path, label, icon: Icon },
  collapsed,
  replace,
}: {
  place: Place;
  collapsed: boolean;
  replace: boolean;
}) {
  return (
    <li>
      <Tooltip content={collapsed ? label : null} side="right">
        <NavLink
          to={path}
          end={path === HOME.path}
          aria-label={collapsed ? label : undefined}
          replace={replace}
          // A string: the tooltip merges its own class name into it.
          className={cn(
            'flex h-9 items-center gap-2.5 rounded-md px-2 transition-colors hover:bg-muted aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent md:h-8 [&_svg]:size-4 [&_svg]:shrink-0 [&:not([aria-current])_svg]:text-muted-foreground',
            collapsed && 'justify-center px-0',
          )}
        >
          <Icon aria-hidden />
          {!collapsed && <span className="truncate">{label}</span>}
        </NavLink>
      </Tooltip>
    </li>
  );
}

function Balance({ account }: { account: AccountView | undefined }) {
  return (
    <dl className="grid shrink-0 grid-cols-2 gap-x-4 border-t border-border px-5 py-4">
      <dt className="text-xs text-muted-foreground">Credits</dt>
      <dt className="text-xs text-muted-foreground">Plan</dt>
      <dd className="mt-0.5 font-medium tabular-nums">
        {account ? formatCredits(account.credits) : <Skeleton className="h-5 w-14" />}
      </dd>
      <dd className="mt-0.5 font-medium">
        {account ? formatPlan(account.plan) : <Skeleton className="h-5 w-14" />}
      </dd>
    </dl>
  );
}
