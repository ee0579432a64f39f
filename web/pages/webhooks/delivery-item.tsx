import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { plural } from '#contract/plural.ts';
import type { DeliveryView } from '#contract/webhooks.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

const STATES = {
  delivered: { tone: 'success', icon: CircleCheck, label: 'Delivered' },
  waiting: { tone: 'neutral', icon: Clock, label: 'Waiting' },
  failed: { tone: 'danger', icon: CircleAlert, label: 'Failed' },
} as const;

/** An event in the log: its request, and the response to each try. `onReplay`: null if it can't be sent again. */
export function DeliveryItem({
  delivery,
  onReplay,
}: {
  delivery: DeliveryView;
  onReplay: (() => void) | null;
}) {
  const { tone, icon: Icon, label } = STATES[delivery.state];
  const { type, eventId, createdAt, nextAt, tries, body } = delivery;
  const replay = nextAt ? 'Send now' : 'Replay';
  return (
    <li className="grid gap-2 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>
          <Icon aria-hidden />
          {label}
        </Badge>
        <span className="font-medium">{type}</span>
        <span className="text-sm text-muted-foreground">{formatDate(createdAt)}</span>
        {nextAt && <span className="text-sm text-muted-foreground">Next try: {formatDate(nextAt)}</span>}
        {onReplay && (delivery.state !== 'waiting' || nextAt) && (
          <Button
            variant="secondary"
            size="sm"
            className="ml-auto"
            onClick={onReplay}
            aria-label={`${replay} ${type} of ${formatDate(createdAt)}`}
          >
            {replay}
          </Button>
        )}
      </div>
      <details>
        <summary className="cursor-pointer text-sm">
          Request and {tries.length === 0 ? 'responses' : plural(tries.length, 'response')}
        </summary>
        <div className="mt-2 grid gap-2 text-sm">
          <Code label={`Request of ${eventId}`} text={`webhook-id: ${eventId}\n\n${body}`} />
          {tries.map(({ at, status, ms, problem, response }, index) => (
            <div key={at} className="grid gap-1">
              <p>
                <span className="font-medium">{status ?? 'No response'}</span>
                <span className="text-muted-foreground">
                  {' '}
                  · {formatDate(at)} · {formatNumber(ms)} ms
                </span>
              </p>
              {problem && <p className="text-danger">{problem}</p>}
              {response && (
                <Code label={`Response to try ${tries.length - index} of ${eventId}`} text={response} />
              )}
            </div>
          ))}
        </div>
      </details>
    </li>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach scroll areas (WCAG 2.1.1).
    <section aria-label={label} tabIndex={0} className="max-h-60 overflow-auto rounded-lg bg-surface p-3">
      <pre className="font-mono text-xs leading-5 whitespace-pre-wrap">
        <code>{text}</code>
      </pre>
    </section>
  );
}
