import {
  CircleCheck,
  CircleDollarSign,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
  TimerOff,
  Undo2,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import type { OrderView } from '#contract/payments.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type OrderState, orderState, stateLabel } from './order-labels.ts';

const BADGES: Record<OrderState, { icon: LucideIcon; tone: ComponentProps<typeof Badge>['tone'] }> = {
  unpaid: { icon: Clock, tone: 'warning' },
  unpayable: { icon: CircleX, tone: 'danger' },
  clearing: { icon: Clock, tone: 'warning' },
  paid: { icon: CircleDollarSign, tone: 'success' },
  waiting: { icon: Clock, tone: 'neutral' },
  running: { icon: LoaderCircle, tone: 'neutral' },
  refunding: { icon: LoaderCircle, tone: 'neutral' },
  done: { icon: CircleCheck, tone: 'success' },
  failed: { icon: CircleX, tone: 'danger' },
  declined: { icon: CircleX, tone: 'danger' },
  expired: { icon: TimerOff, tone: 'neutral' },
  refunded: { icon: Undo2, tone: 'neutral' },
  'refund-due': { icon: Clock, tone: 'warning' },
  'refund-failed': { icon: CircleX, tone: 'danger' },
};

/** An order's state with an icon. */
export function OrderBadge({ order }: { order: OrderView }) {
  return <StateBadge state={orderState(order)} label={stateLabel(order)} />;
}

/** A state with an icon. `label`: what it says about one order. */
export function StateBadge({ state, label }: { state: OrderState; label: string }) {
  const { icon: Icon, tone } = BADGES[state];
  return (
    <Badge tone={tone} className="tabular-nums">
      <Icon aria-hidden className={Icon === LoaderCircle ? 'animate-spin' : undefined} />
      {label}
    </Badge>
  );
}
