import { flushCompileCache } from 'node:module';
import type { ChildWork } from './child-runner.ts';

process.once('message', (message: ChildWork) => {
  void answer(message).then((reply) => process.send?.(reply));
});
process.once('disconnect', () => process.exit());

async function answer({ module, run, input }: ChildWork): Promise<{ result: unknown } | { error: string }> {
  try {
    const loaded = (await import(module)) as Record<string, (input: unknown) => Promise<unknown>>;
    // The parent kills this process, so Node wouldn't write it.
    flushCompileCache();
    const work = loaded[run];
    if (!work) throw new Error(`${module} has no function ${run}.`);
    return { result: await work(input) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
