import type { Plan } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { formatPlan } from '../../lib/format.ts';

/** How a plan was given: through the server function, or directly if that fails. */
export type Way = 'via edge function' | 'directly';

/** What the form says about a plan that the operator gives, or takes back. */
interface PlanTexts {
  hint: string;
  button: string;
  directButton: string;
  done(email: string, way: Way): string;
  /** `error`: the server's reason, or empty. */
  failed(error: string, way: Way): string;
  /** the server gave no answer */
  broke: string;
}

const TAKE_BACK: PlanTexts = {
  hint: 'Takes back the plan that you gave. A subscription goes on.',
  button: 'Take the plan back',
  directButton: 'Take it back directly',
  done: (email, way) => `Took back the plan of ${email} ${way}`,
  failed: MESSAGES.admin.takeBackFailed,
  broke: MESSAGES.admin.takeBackBroke,
};

const HINTS = {
  unlimited: 'Includes every tool and extension.',
  premium: 'Includes the LinkedIn extensions. Everything else costs credits.',
};

export function planTexts(plan: Plan): PlanTexts {
  if (plan === 'free') return TAKE_BACK;
  return {
    hint: HINTS[plan],
    button: `Upgrade to ${formatPlan(plan)}`,
    directButton: 'Upgrade directly',
    done: (email, way) => MESSAGES.admin.upgraded(email, way, plan),
    failed: (error, way) =>
      way === 'directly' && !error ? MESSAGES.payments.upgradeFailed : MESSAGES.admin.upgradeFailed(error),
    broke: MESSAGES.admin.upgradeBroke,
  };
}
