import { z } from 'zod';
import { openTable, readTable } from '#engines/csv/read-table.ts';
import type { Deps } from '../deps.ts';
import { readTextFile } from '../platform/files/text-file.ts';
import { type OperatorCommand, operatorCommand } from '../platform/operator/operator-command.ts';
import { findTags, saveTags } from './store.ts';

const command = operatorCommand<Pick<Deps, 'database' | 'clock'>>();
const BATCH = 1000;
const Tag = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  industry: z.string().min(1).max(200),
});

const tagsImport = command({
  name: 'leads-tags-import',
  input: z.object({ file: z.string() }),
  run: async (deps, { file }, output) => {
    const { tags, given, refused } = readTags(await readTextFile(file));
    for (const line of refused) output.note(`Skipped, not an ID and an industry: ${line.slice(0, 200)}`);
    let added = 0;
    for (let from = 0; from < tags.length; from += BATCH) {
      added += await saveTags(deps.database.db, tags.slice(from, from + BATCH), new Date(deps.clock.now()));
    }
    output.row({ given, added, renewed: tags.length - added, refused: refused.length });
  },
});

/** Reads two columns, id and industry, with or without a header. The last row of a repeated id counts. */
function readTags(text: string): { tags: z.infer<typeof Tag>[]; given: number; refused: string[] } {
  const tags = new Map<string, z.infer<typeof Tag>>();
  const refused: string[] = [];
  let given = 0;
  for (const [index, { cells }] of readTable(openTable(text)).entries()) {
    const [id = '', industry = ''] = cells.map((cell) => cell.trim());
    if (index === 0 && /^(?:tag[ _-]?)?id$/i.test(id)) continue;
    given += 1;
    const tag = Tag.safeParse({ id, industry });
    if (tag.success) tags.set(id, tag.data);
    else refused.push(cells.join(', '));
  }
  return { tags: [...tags.values()], given, refused };
}

const tagsList = command({
  name: 'leads-tags-list',
  input: z.object({}),
  run: async (deps, _input, output) => {
    for (const tag of await findTags(deps.database.db)) output.row(tag);
  },
});

/** The commands of `leadwell leads tags`. */
export const TAG_COMMANDS = [tagsImport, tagsList].map(
  (command) => command as OperatorCommand<Pick<Deps, 'database' | 'clock'>>,
);
