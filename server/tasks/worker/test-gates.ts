import { BroadcastChannel } from 'node:worker_threads';

/** Gates that a test opens for the scripted tool in the crawl thread, so that no test depends on a delay. */

const CHANNEL = 'scripted-tool-gates';
const REPEAT_MS = 10;

/** Opens gates of scripted items, also in threads that start later. */
export interface TestGates {
  open(name: string): void;
  /** Later items wait at this gate again. */
  shut(name: string): void;
  close(): void;
}

export function openTestGates(): TestGates {
  const channel = new BroadcastChannel(CHANNEL);
  const opened = new Set<string>();
  const repeating = setInterval(() => {
    for (const name of opened) channel.postMessage(name);
  }, REPEAT_MS);
  return {
    open: (name) => void opened.add(name),
    shut: (name) => void opened.delete(name),
    close: () => {
      clearInterval(repeating);
      channel.close();
    },
  };
}

/** Resolves when the test opens the gate, or the item's run is stopped. */
export async function gateOpened(name: string, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  await new Promise<void>((resolve) => {
    channel.onmessage = (message) => {
      if ((message as { data?: unknown }).data === name) resolve();
    };
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  channel.close();
}
