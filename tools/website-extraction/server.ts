import { defineTaskTool } from '#server/tasks/task-tool.ts';
import { acceptList } from '#server/tasks/uploaded-list.ts';
import type { ServerTool } from '../server-tool.ts';
import { DEFAULT_DEPTH, websiteExtraction } from './definition.ts';
import { isFree, itemKey, shardKey } from './engine/item-keys.ts';
import { PERSON_COLUMNS, personRows } from './engine/person-rows.ts';
import { websitesFromList } from './server/from-list.ts';
import { readUrlItems } from './server/read-items.ts';
import { websiteReplyFields } from './server/reply-fields.ts';
import { websiteRunOptions } from './server/run-options.ts';

/** The server half of website extraction. */
export const websiteExtractionServer: ServerTool = {
  definition: websiteExtraction,
  task: defineTaskTool({
    definition: websiteExtraction,
    start: websiteExtraction.calls.start,
    async accept(_deps, input) {
      const { urls, depth = DEFAULT_DEPTH, people = false } = input;
      const options = { depth, ...(people && { people: 'true' }) };
      return { ...acceptList(input, urls, await readUrlItems(urls)), options };
    },
    shardKey,
    itemKey,
    replyFields: websiteReplyFields,
    isFree,
    file: {
      prefix: 'website_',
      nothingToLookUp: 'This row has no web address',
      perPerson: { columns: PERSON_COLUMNS, rows: personRows },
    },
    fromList: websitesFromList,
    run: {
      options: websiteRunOptions,
    },
  }),
};
