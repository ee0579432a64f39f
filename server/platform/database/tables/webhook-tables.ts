import type { Generated } from 'kysely';
import type { DeliveryState, DisabledReason, WebhookEventType } from '#contract/webhooks.ts';

/** Endpoints of webhooks, their events and deliveries. */
export interface WebhookTables {
  webhook_endpoints: {
    id: Generated<string>;
    account_id: string;
    name: string;
    url: string;
    events: WebhookEventType[];
    /** null: those of webhook_start_keys */
    keys: string | null;
    old_keys: string | null;
    old_keys_until: Date | null;
    failing_since: Date | null;
    disabled_at: Date | null;
    disabled_reason: DisabledReason | null;
    created_at: Date;
    /** of the start call that asked for it */
    task_id: string | null;
  };
  webhook_start_keys: {
    account_id: string;
    keys: string;
    old_keys: string | null;
    old_keys_until: Date | null;
    created_at: Date;
  };
  webhook_events: {
    id: string;
    account_id: string;
    type: string;
    /** JSON */
    data: string;
    path: string;
    created_at: Date;
  };
  webhook_deliveries: {
    id: Generated<string>;
    account_id: string;
    event_id: string;
    endpoint_id: string;
    state: Generated<DeliveryState>;
    tries: Generated<number>;
    next_at: Date;
    queued: Generated<boolean>;
    created_at: Date;
    ended_at: Date | null;
  };
  webhook_tries: {
    id: Generated<number>;
    delivery_id: string;
    at: Date;
    ms: number;
    status: number | null;
    problem: string | null;
    response: Generated<string>;
  };
}
