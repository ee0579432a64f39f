import type { InboxMessage } from '#contract/list-inbox.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';

const SENDERS: Readonly<Record<InboxMessage['sender'], string>> = {
  key: 'API key',
  signature: 'Signature',
  none: 'No key or signature',
};

/** The last requests to a list: when they came, what they did, and what was wrong. */
export function InboxMessages({ messages }: { messages: readonly InboxMessage[] }) {
  return (
    <section aria-label="Last requests" className="grid gap-2">
      <h3 className="font-semibold">Last requests</h3>
      {messages.length === 0 ? (
        <p className="text-sm text-muted-foreground">Nothing came in yet.</p>
      ) : (
        <ul className="max-h-64 divide-y divide-border overflow-y-auto rounded-lg border border-border">
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two can come at the same time, and they have no IDs here.
            <li key={`${message.at} ${index}`} className="grid gap-1 px-3 py-2 text-sm">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <time dateTime={message.at} className="text-muted-foreground tabular-nums">
                  {formatDate(message.at)}
                </time>
                <span>{SENDERS[message.sender]}</span>
                {isRefused(message) ? (
                  <Badge tone="danger">Refused</Badge>
                ) : (
                  <span className="tabular-nums">
                    {formatNumber(message.added)} new, {formatNumber(message.updated)} updated
                    {message.refused > 0 && `, ${formatNumber(message.refused)} refused`}
                  </span>
                )}
              </div>
              {message.error && <p className="text-muted-foreground">{message.error}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function isRefused({ added, updated, refused, error }: InboxMessage): boolean {
  return error !== null && added + updated + refused === 0;
}
