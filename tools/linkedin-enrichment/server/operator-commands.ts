import { z } from 'zod';
import { pluralForm } from '#contract/plural.ts';
import type { Deps } from '#server/deps.ts';
import { type OperatorCommand, operatorCommand } from '#server/platform/operator/operator-command.ts';
import { openRun } from '#server/tasks/open-run.ts';
import { withoutOptedOut } from '#server/tasks/opted-out-rows.ts';
import type { TaskTools } from '#server/tasks/task-tool.ts';
import { runInWindows } from '../../list-tool/run-in-windows.ts';
import { type LinkedinInput, linkedinEnrichment, writeLinkedinInput } from '../definition.ts';
import { readProfileItems } from './read-items.ts';

type CommandDeps = Deps & { taskTools: TaskTools };

/** Profiles given to the run at once. */
const WINDOW = 200;

const enrich = operatorCommand<CommandDeps>()({
  name: 'enrich-linkedin',
  input: z.object({
    entries: z.array(
      z.object({ linkedinUrl: z.string(), name: z.string().nullable(), company: z.string().nullable() }),
    ),
    pages: z.array(z.string()),
  }),
  run: async (deps, { entries, pages }, output) => {
    const inputs = await commandItems(entries, pages);
    const { tool, close } = await openRun(deps, linkedinEnrichment.task.type);
    const counts = { done: 0, found: 0, failed: 0 };
    try {
      const windows = { size: WINDOW, toInput: (input: string) => input };
      for await (const { entry, row, found, failed } of runInWindows(tool, inputs, deps.stopping, windows)) {
        const result = { input: entry, row: JSON.stringify(row), found, failed };
        for (const checked of await withoutOptedOut(deps, linkedinEnrichment.task.type, [result])) {
          counts.done += 1;
          if (checked.found) counts.found += 1;
          if (checked.failed) counts.failed += 1;
          output.row(JSON.parse(checked.row));
        }
      }
    } finally {
      await close();
    }
    output.note(
      `${counts.done} ${pluralForm(counts.done, 'profile')}, ${counts.found} with data, ${counts.failed} failed`,
    );
  },
});

/** The items of the command, in lists of the size that a request may have. */
async function commandItems(
  entries: readonly Pick<LinkedinInput, 'linkedinUrl' | 'name' | 'company'>[],
  pages: readonly string[],
): Promise<string[]> {
  const fromPages =
    pages.length === 0 ? [] : (await readProfileItems({ linkedinUrls: [], pages: [...pages] })).inputs;
  return [...entries.map((entry) => writeLinkedinInput({ ...entry, page: null })), ...fromPages];
}

/** `leadwell enrich-linkedin`. */
export const LINKEDIN_COMMANDS = [enrich].map((command) => command as OperatorCommand<CommandDeps>);
