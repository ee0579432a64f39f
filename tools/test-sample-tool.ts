/** A small tool for sample-tool.test.ts: it reverses words. Path -> text of each file. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  'tools/sample/definition.ts': `
import { z } from 'zod';
import { call } from '#contract/call.ts';
import { TaskView } from '#contract/tasks.ts';
import { defineTool } from '../tool.ts';

export const ReversedRow = z.object({ word: z.string(), reversed: z.string() });
export type ReversedRow = z.infer<typeof ReversedRow>;

export const wordReverser = defineTool({
  folder: 'sample',
  label: 'Word Reverser',
  title: 'Word Reverser',
  description: 'Turn words around.',
  path: '/dashboard/word-reverser',
  nav: { group: 'Find', order: 15 },
  icon: 'Globe',
  card: { order: 70, text: 'Words, backwards.' },
  calls: {
    start: call({
      name: 'reverse-words',
      method: 'POST',
      summary: 'Reverse words.',
      costs: true,
      scope: 'run',
      input: z.object({ words: z.array(z.string()).min(1) }),
      reply: z.union([z.object({ results: z.array(ReversedRow) }), TaskView]),
    }),
  },
  task: {
    type: 'word-reversal',
    creditsPerItem: 1,
    maxItems: 100,
    itemNoun: 'word',
    failedLabel: 'Failed',
    opensTasks: true,
    row: ReversedRow,
    csv: { fileName: () => 'words_reversed.csv', columns: ['word', 'reversed'] },
    receiptFields: [],
    messages: { failed: 'The words were not reversed.', completed: ({ total }) => \`\${total} words reversed.\` },
    itemLabel: (word) => word,
    failureRow: (word) => ({ row: { word, reversed: '' } }),
  },
});
`,
  'tools/sample/settings.ts': `
import { line } from '#server/platform/process/setting-readers.ts';
import { defineSettings } from '../tool-settings.ts';

export const wordReverserSettings = defineSettings({
  shape: { REVERSED_ENDING: line(3).optional() },
  files: ['REVERSED_ENDING'],
});
`,
  'tools/sample/run.ts': `
import type { Tool } from '../tool.ts';
import type { ReversedRow } from './definition.ts';

export function createRun({ ending }: { ending: string }): Tool<ReversedRow> {
  return {
    type: 'word-reversal',
    shardKey: (word) => word,
    async *run(items) {
      for (const { position, input } of items) {
        const row = { word: input, reversed: [...input].reverse().join('') + ending };
        yield { position, row, found: true, failed: false, billable: true };
      }
    },
    close: async () => {},
  };
}
`,
  'tools/sample/server.ts': `
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import type { ServerTool } from '../server-tool.ts';
import { wordReverser } from './definition.ts';

export const wordReverserServer: ServerTool = {
  definition: wordReverser,
  task: defineTaskTool({
    definition: wordReverser,
    start: wordReverser.calls.start,
    accept: async (_deps, { words }) => ({ inputs: [...new Set(words)] }),
    shardKey: (word) => word,
    itemKey: (word) => word,
    replyFields: ({ total }) => ({ fields: () => ({ total }) }),
    run: { options: ({ REVERSED_ENDING = '' }) => ({ ending: REVERSED_ENDING }) },
  }),
};
`,
  'tools/sample/command.ts': `
import type { Command } from 'commander';
import type { ToolCommands } from '#cli/command.ts';

export const wordReverserCommands: ToolCommands = {
  addTo(parent: Command) {
    parent
      .command('reverse')
      .argument('<words...>')
      .action(async (words: string[]) => {
        const { createRun } = await import('./run.ts');
        const items = words.map((input, position) => ({ position, input }));
        for await (const { row } of createRun({ ending: '' }).run(items, new AbortController().signal))
          process.stdout.write(\`\${JSON.stringify(row)}\\n\`);
      });
  },
};
`,
  'tools/sample/web/page.tsx': `
import { lazy } from 'react';
import { ListForm } from '#web/kit/list-form.tsx';
import { ListToolPage } from '#web/kit/list-tool-page.tsx';
import { wordReverser } from '../definition.ts';
import { WORD_FORM } from './form.tsx';

const Task = lazy(() => import('./results.tsx'));

export function Component() {
  return (
    <ListToolPage
      tool={wordReverser}
      newLabel="New words"
      form={(props) => <ListForm parts={WORD_FORM} {...props} />}
      task={(props) => <Task {...props} />}
    />
  );
}
`,
  'tools/sample/web/form.tsx': `
import { type ListDraft, listDraftFormat } from '#web/kit/list-draft.ts';
import type { ListFormParts } from '#web/kit/list-form.tsx';
import { wordReverser } from '../definition.ts';

export const WORD_FORM: ListFormParts<ListDraft, string[], typeof wordReverser.calls.start> = {
  tool: wordReverser,
  drafts: listDraftFormat(wordReverser.task.type, {}),
  field: { label: 'One word per line', placeholder: 'abc' },
  files: { label: 'File with words', accept: '.txt', dropHint: 'Drop a TXT file', kinds: 'TXT' },
  action: 'Reverse words',
  note: 'Each word costs a credit.',
  read: ({ text }) => text.split(/\\s+/).filter(Boolean),
  items: (words) => words,
  count: (words) => words.length,
  validate: (words) => (words.length === 0 ? 'Enter a word' : null),
  request: (words) => ({ words }),
  addFile: ({ text }, draft) => ({ ...draft, text }),
  notes: ({ id, list }) => <p id={id}>{list.length} words</p>,
};
`,
  'tools/sample/web/results.tsx': `
import { CHARGE_COLUMN, type GridColumn } from '#web/kit/grid-column.ts';
import { openTask } from '#web/kit/open-task.tsx';
import { type RowView, rowViews } from '#web/kit/row-view.ts';
import { ReversedRow, wordReverser } from '../definition.ts';

const COLUMNS: readonly GridColumn<RowView<ReversedRow>>[] = [
  { id: 'word', header: 'Word', fields: ['word'], cell: ({ row }) => row.word },
  { id: 'reversed', header: 'Backwards', fields: ['reversed'], cell: ({ row }) => row.reversed },
  CHARGE_COLUMN,
];

export default openTask({
  type: wordReverser.task.type,
  label: 'Words',
  columns: COLUMNS,
  className: '',
  viewOf: rowViews(
    wordReverser.task,
    (word) => ({ word, reversed: '' }),
    ({ reversed }) => ({ status: reversed ? 'found' : 'failed' }),
  ),
  title: ({ row }) => row.word,
  receipt: ({ row }) => row.reversed,
});
`,
  'tools/sample/web/guide.tsx': `
import { type Guide, samplePath, toolFacts } from '#web/kit/guide.ts';
import { wordReverser } from '../definition.ts';

export const guide: Guide = {
  ...toolFacts(wordReverser),
  free: [],
  steps: ['Paste words.', 'Select Reverse words.', 'Read them.'],
  sample: { lines: ['abc'], path: samplePath(wordReverser.path), note: 'It becomes cba.' },
  statuses: [],
  questions: [],
};
`,
};

/** The lists that name the tool, with its line. */
export const SAMPLE_LINES: Readonly<Record<string, string | { before: string; line: string }>> = {
  'tools/index/definitions.ts': "export { wordReverser } from '../sample/definition.ts';",
  'tools/index/servers.ts': "export { wordReverserServer } from '../sample/server.ts';",
  'tools/index/runs.ts': { before: '};', line: "  'word-reversal': () => import('../sample/run.ts')," },
  'tools/index/commands.ts': "export { wordReverserCommands } from '../sample/command.ts';",
  'tools/index/settings.ts': "export { wordReverserSettings } from '../sample/settings.ts';",
};

/** A program that uses the tool through the derived parts of the product and prints a report as JSON. */
export const SAMPLE_REPORT = `
import { createApp } from '#server/app.ts';
import { newCaller } from '#server/auth/test-caller.ts';
import { parseConfig } from '#server/config.ts';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { startWorker } from '#server/tasks/worker/worker.ts';
import { makeTestDeps } from '#server/test-deps.ts';
import { NAV_GROUPS } from '#web/kit/shell/nav-links.ts';
import { TOOL_PAGES } from '#web/pages/all-pages.ts';

const deps = makeTestDeps(await openTestDatabase(), { environment: { REVERSED_ENDING: '!' } });
await deps.queue.start();
const worker = await startWorker(deps);
const app = createApp(deps);
const { get, post } = await newCaller(app);
const json = async (reply) => (await reply).json();

const started = await json(post('reverse-words', { words: ['abc', 'xyz', 'abc'] }, { prefer: 'respond-async' }));
let task = started;
while (task.status === 'queued' || task.status === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, 50));
  task = await json(get('task', { id: started.id }));
}
const { rows } = await json(get('task-rows', { id: task.id }));
const csv = await get('task-csv', { id: task.id });
const { lines } = await json(get('credit-history', {}));
const openApi = await json(app.request('/api/openapi.json'));
const faults = (environment) => {
  try {
    return parseConfig(environment);
  } catch ({ problems }) {
    return problems;
  }
};
process.stdout.write(
  JSON.stringify({
    navigation: NAV_GROUPS.flatMap(({ label: group, links }) =>
      links.map(({ label, path }) => ({ group, label, path })),
    ),
    pages: TOOL_PAGES.map(({ path }) => path),
    openApi: Object.keys(openApi.paths),
    task,
    rows,
    csv: { name: csv.headers.get('content-disposition'), text: await csv.text() },
    usage: lines.map(({ label, amount }) => [label, amount]),
    faults: faults({ PORT: 'x', REVERSED_ENDING: 'too long', STRIPE_SECRET_KEY: 'sk_1' }),
  }),
);
await worker.stop();
process.exit(0);
`;
