import type { ServerTool } from '../server-tool.ts';
import { peopleScraper } from './definition.ts';
import { TAG_COMMANDS } from './server/operator-commands.ts';
import { viewOrders } from './server/order-view.ts';
import { openApollo, reachableSources, sourceName } from './server/people-sources.ts';
import { PEOPLE_DATA } from './server/personal-data.ts';
import { refuseUnsellable } from './server/preview.ts';
import { refundBeforeDeletion } from './server/refund-before-deletion.ts';
import { mountPeopleScraper } from './server/routes.ts';
import { countRecords } from './server/store.ts';
import { startPeopleWorker } from './server/worker.ts';

/** The server half of the people scraper. */
export const peopleScraperServer: ServerTool = {
  definition: peopleScraper,
  openPart: openApollo,
  mount: mountPeopleScraper,
  async startWorker(deps, host) {
    const { config } = deps;
    if (host === 'worker') return reachableSources(config, false).length > 0 ? startPeopleWorker(deps) : null;
    // Without an external ClickHouse, only this process has the leads.
    const onlyHere = sourceName(config) === 'database' && !config.CLICKHOUSE_URL;
    return config.WORKER === 'inline' || onlyHere ? startPeopleWorker(deps, { holdsLeads: true }) : null;
  },
  sales: { viewOrders, assertSellable: refuseUnsellable, refundBeforeDeletion },
  countPeople: countRecords,
  commands: TAG_COMMANDS,
  personalData: PEOPLE_DATA,
};
