import { Tokenizer } from 'htmlparser2';
import { Agent, request } from 'undici';
import { byAddress, inParallel, measure, readCourse } from './measure.ts';

/** The limit: undici fetches the same pages by address, htmlparser2's tokenizer runs over them, nothing else happens. */
const { port, sites, concurrency } = readCourse();
const agent = new Agent({ connections: 2, pipelining: 1, keepAliveTimeout: 1_000 });
const nothing = () => {};
const callbacks = {
  onattribdata: nothing,
  onattribentity: nothing,
  onattribend: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
  isInForeignContext: () => false,
};

await measure(async () => {
  let pages = 0;
  await inParallel(sites, concurrency, async (index) => {
    const { origin, host, paths } = byAddress(index, port);
    for (const path of paths) {
      const { body } = await request(origin + path, { dispatcher: agent, headers: { host } });
      const tokenizer = new Tokenizer({}, callbacks);
      tokenizer.write(await body.text());
      tokenizer.end();
      pages += 1;
    }
  });
  return { pages, emails: null };
});
await agent.close();
