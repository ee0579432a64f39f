import type { Context } from 'hono';
import type { Turns } from '../platform/turns.ts';
import type { AppEnv } from './context.ts';

/**
 * Makes a response in a turn of `key` that ends when the response is sent or its client has left, since a stream goes on
 * after `respond`. Throws like `Turns.take`.
 */
export async function respondInTurn(
  turns: Turns,
  key: string,
  context: Context<AppEnv>,
  respond: () => Promise<Response>,
): Promise<Response> {
  const end = await turns.take(key, context.req.raw.signal);
  try {
    const response = await respond();
    const outgoing = context.env?.outgoing;
    if (!outgoing) return whenRead(response, end);
    if (outgoing.destroyed) end();
    else outgoing.once('close', end);
    return response;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * The same response, which calls `done` when its body has been read or is left. For a response without a connection, as
 * in tests that call the app directly.
 */
export function whenRead(response: Response, done: () => void): Response {
  const { body } = response;
  if (!body) {
    done();
    return response;
  }
  const reader = body.getReader();
  const read = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done: isRead, value } = await reader.read().catch((error: unknown) => {
        done();
        throw error;
      });
      if (!isRead) controller.enqueue(value);
      else {
        done();
        controller.close();
      }
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason);
    },
  });
  return new Response(read, response);
}
