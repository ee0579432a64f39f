import { type Call, call } from '../call.ts';
import { ConnectionAnswer, ConnectionDecision, ConnectionRequest, ConnectionView } from '../connections.ts';

/** The consent page for assistants. They aren't in CALLS, so that only that page loads them. */
export const CONNECTION_CALLS = {
  connectionRequest: call({
    name: 'connection-request',
    method: 'GET',
    summary: 'Read what an assistant asks for.',
    scope: 'none',
    input: ConnectionRequest,
    reply: ConnectionView,
  }),
  connectionDecide: call({
    name: 'connection-decide',
    method: 'POST',
    summary: 'Connect an assistant, or refuse it.',
    scope: 'none',
    input: ConnectionDecision,
    reply: ConnectionAnswer,
  }),
} as const satisfies Record<string, Call>;
