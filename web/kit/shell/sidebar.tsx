import { ChevronDown, Pin, PinOff } from 'lucide-react';
import { type ReactNode, type RefCallback, useRef } from 'react';
import { Link, NavLink as RouterLink, useLocation } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { cn } from '../../lib/class-names.ts';
import { formatCredits, formatPlan } from '../../lib/format.ts';
import { Brand, BrandMark } from '../../ui/brand-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { HOME, type NavLink } from './nav-links.ts';
import { arrangeSidebar, type SidebarChoices, togglePin } from './sidebar-choices.ts';

export interface SidebarProps {
  /** Undefined while loading. */
  account: AccountView | undefined;
  choices: SidebarChoices;
  onChoices: (choices: SidebarChoices) => void;
  /** Show only icons, with labels in tooltips. All groups are open then. */
  collapsed?: boolean;
  /** Replace the history entry, which is the open menu on a phone. */
  replace?: boolean;
}

/** The dashboard navigation, pinned links first, with credits and plan below. */
export function Sidebar({ account, choices, onChoices, collapsed = false, replace = false }: SidebarProps) {
  const { pathname } = useLocation();
  const { pinned, groups } = arrangeSidebar(choices, pathname);
  /** A pinned link is drawn again in another group, where its button gets the focus back. */
  const moved = useRef<string>(null);
  const item = (link: NavLink) => (
    <SidebarLink
      key={link.path}
      link={link}
      collapsed={collapsed}
      replace={replace}
      pinned={choices.pinned.includes(link.path)}
      pinButton={(button) => {
        if (!button || moved.current !== link.path) return;
        moved.current = null;
        button.focus();
      }}
      onPin={() => {
        moved.current = link.path;
        onChoices(togglePin(choices, link.path));
      }}
    />
  );
  return (
    <>
      <div className={cn('flex h-14 shrink-0 items-center px-4', collapsed && 'justify-center px-0')}>
        <Link to="/" replace={replace} aria-label="Leadwell home" className="inline-flex rounded-md">
          {collapsed ? <BrandMark /> : <Brand />}
        </Link>
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-4">
        <ul>
          <SidebarLink link={HOME} collapsed={collapsed} replace={replace} />
        </ul>
        {pinned.length > 0 && (
          <Group label="Pinned" collapsed={collapsed} heading={<GroupLabel>Pinned</GroupLabel>}>
            {pinned.map(item)}
          </Group>
        )}
        {groups.map(({ label, links, open, current }) => (
          <Group
            key={label}
            label={label}
            collapsed={collapsed}
            heading={
              <FoldButton
                label={label}
                open={open}
                current={current}
                onToggle={() => onChoices({ ...choices, open: { ...choices.open, [label]: !open } })}
              />
            }
          >
            {(open || collapsed) && links.map(item)}
          </Group>
        ))}
      </nav>
      {!collapsed && <Balance account={account} />}
    </>
  );
}

function Group({
  label,
  heading,
  collapsed,
  children,
}: {
  label: string;
  heading: ReactNode;
  collapsed: boolean;
  children: ReactNode;
}) {
  return (
    <div className={collapsed ? 'mt-2' : 'mt-4'}>
      {collapsed ? <div aria-hidden className="mx-2 mb-2 h-px bg-border" /> : heading}
      <ul id={`group-${label}`} aria-label={label} className="grid gap-px">
        {children}
      </ul>
    </div>
  );
}

function GroupLabel({ children }: { children: string }) {
  return <h2 className="mb-1 px-2 text-xs font-medium tracking-normal text-muted-foreground">{children}</h2>;
}

function FoldButton({
  label,
  open,
  current,
  onToggle,
}: {
  label: string;
  open: boolean;
  current: boolean;
  onToggle: () => void;
}) {
  return (
    <h2 className="mb-1 text-xs font-medium tracking-normal text-muted-foreground">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={`group-${label}`}
        aria-disabled={current || undefined}
        title={current ? 'The open page is in this group' : undefined}
        onClick={current ? undefined : onToggle}
        className="flex h-6 w-full items-center justify-between rounded-md px-2 transition-colors not-aria-disabled:hover:bg-muted aria-disabled:cursor-default"
      >
        {label}
        {!current && (
          <ChevronDown aria-hidden className={cn('size-3.5 transition-transform', !open && '-rotate-90')} />
        )}
      </button>
    </h2>
  );
}

function SidebarLink({
  link: { path, label, icon: Icon },
  collapsed,
  replace,
  pinned = false,
  pinButton,
  onPin,
}: {
  link: NavLink;
  collapsed: boolean;
  replace: boolean;
  pinned?: boolean;
  pinButton?: RefCallback<HTMLButtonElement>;
  /** Undefined for a link that can't be pinned. */
  onPin?: () => void;
}) {
  return (
    <li className="group relative">
      <Tooltip content={collapsed ? label : null} side="right">
        <RouterLink
          to={path}
          end={path === HOME.path}
          aria-label={collapsed ? label : undefined}
          replace={replace}
          // A string: the tooltip merges its own class name into it.
          className={cn(
            'flex h-9 items-center gap-2.5 rounded-md px-2 transition-colors hover:bg-muted aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent md:h-8 pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&:not([aria-current])_svg]:text-muted-foreground',
            collapsed ? 'justify-center px-0' : onPin && 'pr-9',
          )}
        >
          <Icon aria-hidden />
          {!collapsed && <span className="truncate">{label}</span>}
        </RouterLink>
      </Tooltip>
      {onPin && !collapsed && (
        <button
          ref={pinButton}
          type="button"
          // Also its name.
          title={`Pin ${label}`}
          aria-pressed={pinned}
          onClick={onPin}
          className="absolute top-1/2 right-1 flex size-7 -translate-y-1/2 items-center justify-center rounded-sm text-muted-foreground transition-opacity hover:text-foreground focus-visible:opacity-100 md:size-6 md:opacity-0 md:group-hover:opacity-100 md:group-focus-within:opacity-100 [&_svg]:size-3.5"
        >
          {pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        </button>
      )}
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
