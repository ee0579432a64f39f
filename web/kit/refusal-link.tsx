import { Link } from 'react-router';
import { z } from 'zod';
import type { AccessDenial } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { Button } from '../ui/button.tsx';

interface Way {
  to: string;
  label: string;
}

const UPGRADE: Way = { to: '/pricing', label: MESSAGES.gate.upgradeNow };
/** What lifts the refusals that another plan doesn't. */
const OTHER_WAYS: Partial<Record<string, Way>> = {
  email_unconfirmed: { to: '/dashboard/settings#email', label: 'Open settings' },
  payment_due: { to: '/dashboard/usage', label: 'Manage billing' },
} satisfies Partial<Record<AccessDenial, Way>>;

const Refusal = z.object({ reason: z.string() });

/** The page that lifts a refusal. */
export function refusalWay(reason: string | null): Way {
  return (reason !== null && OTHER_WAYS[reason]) || UPGRADE;
}

/** Why the feature access gate refused a call; null if the error doesn't say so. */
export function refusalReason(error: unknown): string | null {
  const parsed = Refusal.safeParse(error instanceof CallError ? error.details : null);
  return parsed.success ? parsed.data.reason : null;
}

/**
 * The link to the page that lifts a refusal by the feature access gate: the plan, the settings or the billing.
 * `reason`: an `AccessDenial`, or null if only a plan helps. `button`: for an alert; otherwise it follows a sentence.
 */
export function RefusalLink({ reason, button = false }: { reason: string | null; button?: boolean }) {
  const { to, label } = refusalWay(reason);
  if (!button)
    return (
      <Link to={to} className="font-medium underline underline-offset-4">
        {label}
      </Link>
    );
  return (
    <Button asChild variant="secondary" size="sm">
      <Link to={to}>{label}</Link>
    </Button>
  );
}
