import type { Deps } from '#server/deps.ts';
import type { OpenPorts } from '#server/tasks/task-tool.ts';
import type { CompanyKeys, CompanyPorts, KnownCompany, KnownDomain } from '../run/ports.ts';
import { createLeadDomains } from './lead-domains.ts';
import { createLearnedOrder } from './learned-order.ts';
import { createPresetCompanies } from './presets/preset-companies.ts';
import { findCompanies, logoUrl, saveLogo, trimLogos } from './store.ts';

/** How long a logo is used before it is fetched again. */
const LOGO_KEPT_MS = 30 * 86_400_000;
/** All stored logos together. */
const LOGOS_MAX_BYTES = 200_000_000;
/** Summing up the sizes reads an index, so it isn't done for each logo. */
const TRIM_EVERY = 500;

type PortDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'warehouse' | 'log'>;

/** The ports of a run, on the database. */
export function openCompanyPorts(deps: PortDeps): OpenPorts {
  const ports = createCompanyPorts(deps);
  const { known, order, logos } = ports;
  return { ports: { known: { ...known }, order: { ...order }, logos: { ...logos } }, close: async () => {} };
}

export function createCompanyPorts({ database, clock, ...leads }: PortDeps): CompanyPorts {
  const { db } = database;
  const leadDomains = createLeadDomains(leads);
  const presetCompanies = createPresetCompanies(leads);
  let saved = 0;
  return {
    known: {
      async lookUp(keys) {
        const [operator, known, presets] = await Promise.all([
          findCompanies(db, [...new Set(keys.map(({ name }) => name))]),
          leadDomains.of([...new Set(keys.flatMap((key) => key.leads))]),
          presetCompanies.of([...new Set(keys.map(({ name }) => name))]),
        ]);
        const byKey = Map.groupBy(operator, ({ key }) => key);
        return keys.map((key) => ({
          ...knownCompany(key, byKey, known),
          presets: presets.get(key.name) ?? [],
        }));
      },
    },
    order: createLearnedOrder({ database, log: leads.log }),
    logos: {
      find: (domain) => logoUrl(db, domain, new Date(clock.now() - LOGO_KEPT_MS)),
      async save(logo) {
        await saveLogo(db, logo, new Date(clock.now()));
        saved += 1;
        if (saved % TRIM_EVERY === 0) await trimLogos(db, LOGOS_MAX_BYTES);
      },
    },
  };
}

function knownCompany(
  { name, leads }: CompanyKeys,
  operator: ReadonlyMap<string, readonly KnownDomain[]>,
  leadDomains: Awaited<ReturnType<ReturnType<typeof createLeadDomains>['of']>>,
): Omit<KnownCompany, 'presets'> {
  const lead = leads.find((key) => leadDomains.has(key));
  return {
    operator: (operator.get(name) ?? []).map(({ name, domain, country }) => ({ name, domain, country })),
    leads: lead === undefined ? [] : (leadDomains.get(lead) ?? []),
  };
}
