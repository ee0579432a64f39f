import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as definitions from '#tools/index/definitions.ts';
import { TASK_TOOLS } from '#tools/index/server-tools.ts';
import type { ToolDefinition } from '#tools/tool.ts';

/** All code. Documents, migrations, benchmarks, drills and browser tests may name tools. */
const CODE = ['*.ts', '{contract,engines,net,tools,server,web,extension,cli}/**/*.{ts,tsx}'];
const NO_PRODUCT = /node_modules|(^|\/)dist\/|\.test\.tsx?$|(^|\/)test-[^/]+\.ts$|\/scripted-tool\.ts$/;

/** Places outside a tool's folder that may name any tool, and why. */
const MAY_NAME: Readonly<Record<string, string>> = {
  'tools/index/': 'the lists, with one line for each tool',
  'table-owners.ts': 'the list of tables and the folder that each belongs to',
  'contract/calls/': 'examples of calls that take a type of task',
  'tools/lead-enrichment/web/ready-recipes.ts': 'the tools of the steps of ready recipes',
  'cli/demo-account.ts': 'the made-up results of the demo',
};

interface Named {
  tool: ToolDefinition;
  pattern: RegExp;
}

/** Every tool with its folder, its constant and the type of its tasks, in any spelling: "Website Extraction". */
const NAMES: readonly Named[] = Object.entries<ToolDefinition>(definitions).map(([constant, tool]) => {
  const names = [tool.folder, constant, tool.task?.type ?? tool.folder];
  const spellings = names.map((name) => name.split(/-|(?=[A-Z])/).join('[-_ ]?'));
  return { tool, pattern: new RegExp(spellings.join('|'), 'i') };
});

/** The tools that a text names, by their folders. */
function toolsIn(text: string): string[] {
  return NAMES.filter(({ pattern }) => pattern.test(text)).map(({ tool }) => tool.folder);
}

/** Whether a file is the definition of a tool that has this one as a step. */
function isUser(path: string, { task }: ToolDefinition): boolean {
  const [, folder] = /^tools\/([^/]+)\/definition\.ts$/.exec(path) ?? [];
  const user = [...TASK_TOOLS.values()].find(({ definition }) => definition.folder === folder);
  return task !== undefined && (user?.run?.uses?.includes(task.type) ?? false);
}

describe('the name of a tool', () => {
  const files = CODE.flatMap((pattern) => globSync(pattern, { cwd: import.meta.dirname }))
    .filter((path) => !NO_PRODUCT.test(path))
    .map((path) => ({ path, text: `${path}\n${readFileSync(`${import.meta.dirname}/${path}`, 'utf8')}` }));
  const outside = files.flatMap(({ path, text }) =>
    NAMES.filter(({ tool, pattern }) => pattern.test(text) && !path.startsWith(`tools/${tool.folder}/`)).map(
      ({ tool }) => ({ path, tool }),
    ),
  );
  const allowed = Object.keys(MAY_NAME);

  it('is only in its folder, in the lists, and in the definition of a tool that uses it', () => {
    const wrong = outside.filter(
      ({ path, tool }) => !allowed.some((place) => path.startsWith(place)) && !isUser(path, tool),
    );
    expect(wrong.map(({ path, tool }) => `${path}: ${tool.folder}`)).toEqual([]);
  });

  it.each(allowed)('is in %s', (place) => {
    expect(outside.some(({ path }) => path.startsWith(place))).toBe(true);
  });

  it.each([
    ['/dashboard/website-extraction', ['website-extraction']],
    ['import { emailFinder } from', ['email-finder']],
    ["type: 'csv-extraction'", ['email-finder']],
    ['COMPANY_TO_DOMAIN', ['company-to-domain']],
    ['The email finder and LinkedIn enrichment', ['email-finder', 'linkedin-enrichment']],
    ['extraction of websites', []],
  ])('is found in %j', (text, folders) => {
    expect(toolsIn(text)).toEqual(folders);
  });
});
