import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { RECENT_TASKS_SHOWN } from '#contract/limits.ts';
import { plural } from '#contract/plural.ts';
import { pageIcon } from '../../kit/page-icon.ts';
import { displayName } from '../../kit/shell/display-name.ts';
import { useTasks } from '../../kit/use-task.ts';
import { useAccount } from '../../lib/account.ts';
import { useBilling, usePlanOffer } from '../../lib/billing.ts';
import {
  formatCredits,
  formatCreditsUsed,
  formatNumber,
  formatPlan,
  isOnTrial,
  planName,
} from '../../lib/format.ts';
import { useLists } from '../../lib/lists.ts';
import { planPrice } from '../../lib/plan-price.ts';
import { type SessionUser, useSession } from '../../lib/session.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PAGES } from '../all-pages.ts';
import type { IconName } from '../page.ts';
import { Activity } from './activity.tsx';
import { Checklist, useHiddenChecklist } from './checklist.tsx';
import { isNewcomer } from './first-steps.ts';
import { dashboard } from './page.ts';
import { CurrentTask, RecentLists, RecentTasks } from './recent-work.tsx';
import { StartCard } from './start-card.tsx';

interface FeatureCard {
  path: string;
  label: string;
  text: string;
  order: number;
  icon: IconName;
}

/** The cards of the home page, most useful first (spec accounts §1). */
const FEATURES: readonly FeatureCard[] = PAGES.flatMap(({ path, title, label = title, icon, card }) =>
  card && icon ? [{ path, label, icon, ...card }] : [],
).sort((a, b) => a.order - b.order);

export function Component() {
  const { user } = useSession();
  return user && <Home key={user.id} user={user} />;
}

function Home({ user }: { user: SessionUser }) {
  const { data: account, error } = useAccount();
  const tasks = useTasks(RECENT_TASKS_SHOWN);
  const lists = useLists();
  const [isChecklistHidden, setChecklistHidden] = useHiddenChecklist(user.id);
  // The layout shows the error and a retry button.
  const failed = error !== null && !account;
  const name = displayName({ name: account?.name ?? user.name, email: user.email });

  return (
    <>
      <PageHeader
        title={`Welcome, ${name}`}
        tabTitle={dashboard.title}
        contentKey={isChecklistHidden}
        help={account ? planSummary(account) : !failed && <Skeleton className="h-5 w-72" />}
      />
      <div className="grid grid-cols-1 gap-8">
        <StartCard accountId={user.id} />
        {/* What is below depends on all of it, so nothing moves when the last part arrives. */}
        {(account || failed) && !lists.isPending && !tasks.isPending ? (
          <>
            {tasks.data && <CurrentTask tasks={tasks.data.tasks} />}
            {account && !isChecklistHidden && isNewcomer(account, Date.now()) && (
              <Checklist
                totalTasks={account.totalTasks}
                lists={lists.data?.lists ?? []}
                onHide={() => setChecklistHidden(true)}
              />
            )}
            {account && <AccountCards account={account} />}
            <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
              <RecentTasks />
              {lists.data && <RecentLists lists={lists.data.lists} />}
            </div>
            <section aria-labelledby="tools">
              <h2 id="tools" className="mb-3 text-lg">
                Tools
              </h2>
              <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
                {FEATURES.map((card) => (
                  <Feature key={card.path} card={card} />
                ))}
              </ul>
            </section>
            {!failed && <Activity />}
          </>
        ) : (
          <div role="status" aria-label="Loading your dashboard" className="grid gap-8">
            <Skeleton className="h-32 rounded-xl" />
            <Skeleton className="h-72 rounded-xl" />
          </div>
        )}
      </div>
    </>
  );
}

/** Whether the credits can be used only with a card (docs/deviations.md 5). */
function needsCard({ trialRequiresCard, hasPaymentMethod, credits }: AccountView): boolean {
  return trialRequiresCard && !hasPaymentMethod && credits !== 0;
}

/** A one-line summary of the plan or trial (spec accounts §2, Dashboard home). */
function planSummary(account: AccountView): string {
  if (account.isStaff) return 'Staff access: every tool, free of charge.';
  if (account.plan === 'unlimited') return 'Unlimited plan: every tool, unlimited credits.';
  const credits = account.credits === 'unlimited' ? 'unlimited credits' : plural(account.credits, 'credit');
  if (account.paymentDue) return `Your subscription is on hold. You have ${credits}.`;
  if (isOnTrial(account)) {
    const summary = `Free trial: ${plural(account.trialDaysLeft, 'day')} and ${credits} left.`;
    if (!needsCard(account)) return summary;
    const first = account.emailConfirmed ? 'add a card' : 'confirm your email address and add a card';
    return `${summary} To use them, ${first}. The sample is free.`;
  }
  if (account.isTrial && account.credits !== 0)
    return `Your free trial has ended. You still have ${credits}. Upgrade to keep using the tools.`;
  if (account.isTrial) return 'Your free trial has ended. Upgrade to keep using the tools.';
  return `${formatPlan(account.plan)} plan: ${credits} left.`;
}

function AccountCards({ account }: { account: AccountView }) {
  const { data: billing } = useBilling();
  const offer = usePlanOffer();
  const unlimited = account.plan === 'unlimited';
  const upgrade =
    offer === 'payment-due' ? (
      <QuietLink to="/dashboard/usage">Manage billing</QuietLink>
    ) : (
      <QuietLink to="/pricing">Upgrade</QuietLink>
    );
  return (
    <section aria-label="Your account" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name="Available Credits"
        value={formatCredits(account.credits)}
        note={unlimited ? 'Included in your plan' : 'Credits never expire'}
      />
      <Figure
        name="Credits Used"
        value={formatCreditsUsed(account)}
        note={<QuietLink to="/dashboard/usage">View credit history</QuietLink>}
      />
      <Figure
        name="Total Tasks"
        value={formatNumber(account.totalTasks)}
        note={<QuietLink to="/dashboard/task-history">View history</QuietLink>}
      />
      <Figure
        name="Current Plan"
        value={planName(account)}
        note={unlimited ? planPrice(account, billing) : upgrade}
      />
    </section>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: ReactNode }) {
  return (
    <Card className="flex min-w-0 flex-col p-4 md:p-5">
      <h2 className="text-sm font-normal tracking-normal text-muted-foreground">{name}</h2>
      <p className="mt-0.5 truncate text-xl font-semibold tracking-tight tabular-nums md:text-2xl">{value}</p>
      <div className="mt-1 text-sm text-muted-foreground">{note}</div>
    </Card>
  );
}

function QuietLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-block min-h-6 leading-6 font-medium text-accent underline-offset-4 hover:underline"
    >
      {children}
      <ArrowRight aria-hidden className="ml-1 inline size-3.5 max-sm:hidden" />
    </Link>
  );
}

function Feature({ card: { icon, label, path, text } }: { card: FeatureCard }) {
  const Icon = pageIcon(icon);
  return (
    <li>
      <Link
        to={path}
        className="flex h-full gap-3 rounded-xl border border-border bg-card p-4 transition-colors hover:border-input hover:bg-muted/50"
      >
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
        <span className="min-w-0 flex-1">
          <span className="font-medium">{label}</span>
          <span className="mt-0.5 block text-muted-foreground">{text}</span>
        </span>
      </Link>
    </li>
  );
}
