import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import type { SentLeads } from './end-export.ts';
import type { OpenExport } from './export-charge.ts';
import { joinKeys, type LeadKeys, NO_KEYS } from './lead-keys.ts';

/** Progress is saved after this many leads, in case the server is killed. */
const PROGRESS_LEADS = 50_000;
/** It is also saved so often, since an export without progress is ended, and what it isn't known to have sent is refunded. */
const PROGRESS_MS = 60_000;

/** Saves which leads a running export sends. */
export interface ExportProgress {
  /** Takes leads just before they are sent. Throws `unavailable` if the export has ended: they can't be sent then. */
  add(keys: LeadKeys): Promise<void>;
  /** Ends the export with the leads that it took. Never rejects. */
  end(): Promise<void>;
}

/** The progress of an export that starts to send its leads. */
export function saveProgressOf(
  open: OpenExport,
  { clock, testing }: Pick<Deps, 'clock' | 'testing'>,
): ExportProgress {
  /** handed over to be saved, but not known to be */
  let saving: SentLeads & { isOpen: Promise<boolean> } = {
    keys: NO_KEYS,
    from: 0,
    isOpen: Promise.resolve(true),
  };
  const leadsBetween = PROGRESS_LEADS * (testing?.exportSteps ?? 1);
  let savedAt = clock.now();
  /** sent after them */
  let unsaved: LeadKeys[] = [];
  let waiting = 0;
  let hasEnded = false;
  let handedOver: Promise<void> = Promise.resolve();

  async function saved(): Promise<void> {
    // Ending here without an error would look like a complete file.
    if (!(await saving.isOpen)) throw new CallError('unavailable', 'The export stood still for too long.');
  }

  /** One at a time: a save that replaces another one before its result is known would lose its leads. */
  function saveRest(): Promise<void> {
    const done = handedOver.then(handOverRest);
    handedOver = done.catch(() => {});
    return done;
  }

  async function handOverRest(): Promise<void> {
    await saved();
    // What is left is in the last save.
    if (hasEnded) return;
    const next = { keys: joinKeys(unsaved), from: saving.from + saving.keys.length };
    unsaved = [];
    waiting = 0;
    savedAt = clock.now();
    saving = { ...next, isOpen: open.saveProgress(next) };
    // The next one awaits the result.
    saving.isOpen.catch(() => {});
  }

  // A client that reads slowly takes no more leads, so nothing else would save those that it has.
  const stop = every(testing?.pollMs ?? PROGRESS_MS, async () => {
    if (waiting > 0 && !hasEnded) await saveRest().catch(() => {});
  });

  return {
    async add(keys) {
      const isLate = clock.now() - savedAt >= PROGRESS_MS;
      if (isLate || waiting >= leadsBetween) await saveRest();
      // The export may have ended while the client stood still.
      if (isLate) await saved();
      unsaved.push(keys);
      waiting += keys.length;
    },
    async end() {
      hasEnded = true;
      void stop();
      await open.end({ keys: joinKeys([saving.keys, ...unsaved]), from: saving.from });
    },
  };
}
