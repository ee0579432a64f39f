import type { Db } from '#server/platform/database/db.ts';
import type { OwnRows } from '#server/tasks/task-tool.ts';
import { parseEmailInput } from '../definition.ts';
import { emailLines } from './email-lines.ts';
import { loadPersonTable } from './person-file.ts';

/** The columns of the uploaded list of a task, with the items of each row; undefined for a task without a list. */
export async function ownRows(
  db: Db,
  taskId: string,
  items: () => AsyncIterable<readonly { position: number; input: string }[]>,
): Promise<OwnRows | undefined> {
  const list = await loadPersonTable(db, taskId);
  if (!list) return undefined;
  const { header } = list.shape;
  return {
    columns: header,
    async *rows() {
      const positions = new Map<string, number>();
      for await (const page of items())
        for (const { position, input } of page)
          positions.set(list.inputKey(parseEmailInput(input)), position);
      for await (const batch of list.rows())
        yield batch.map(({ cells, inputs }) => ({
          positions: [...new Set(inputs.flatMap((input) => positions.get(list.inputKey(input)) ?? []))],
          cells: header.map((_, column) => cells[column] ?? ''),
        }));
    },
    lines: (deps, content) => emailLines(deps, taskId, list, content),
  };
}
