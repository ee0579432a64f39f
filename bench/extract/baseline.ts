import { Tokenizer } from 'htmlparser2';
import { Agent, request } from 'undici';
import { byAddress, inParallel, measure, readInput } from './measure.ts';

/**
 * The baseline: fetches the same pages by IP address with undici and only runs htmlparser2's tokenizer over
 * them.
 */
const { port, sites, concurrency } = readInput();
const agent = new Agent({ connections: 2, pipelining: 1, keepAliveTimeout: 1_000 });
const noop = () => {};
const callbacks = {
  onattribdata: noop,
  onattribentity: noop,
  onattribend: noop,
  onattribname: noop,
  oncdata: noop,
  onclosetag: noop,
  oncomment: noop,
  ondeclaration: noop,
  onend: noop,
  onopentagend: noop,
  onopentagname: noop,
  onprocessinginstruction: noop,
  onselfclosingtag: noop,
  ontext: noop,
  ontextentity: noop,
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
