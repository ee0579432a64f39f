import { readCompanyName } from '#engines/company-domain/company-name.ts';
import type { Deps } from '#server/deps.ts';
import { hasWarehouse } from '../../../list-tool/server/warehouse-here.ts';
import type { PresetCompany } from '../../engine/preset-companies.ts';
import { currentLoads, type FoundCompany, findCompanyNames } from './preset-store.ts';

/** How long it is cached that there are imports. */
const CACHE_MS = 60_000;
/** How long it is cached that there are none: the first import counts soon. */
const NONE_CACHE_MS = 5000;
/** Maximum wait, also for an engine that starts: the rest of a lookup doesn't need it. */
const MAX_WAIT_MS = 5000;
/** How long nothing is looked up after a failure. */
const PAUSE_MS = 10_000;
/** Other names of a company that are looked up, too. */
const OTHER_NAMES = 5;

/** The companies of imported presets. */
export interface PresetCompanies {
  /**
   * Companies by key (`nameKey`). A company without a website brings those with one that have another of its names.
   * Empty if the engine is unavailable or too slow. Never rejects.
   */
  of(keys: readonly string[]): Promise<ReadonlyMap<string, readonly PresetCompany[]>>;
}

export function createPresetCompanies({ warehouse, log }: Pick<Deps, 'warehouse' | 'log'>): PresetCompanies {
  let hasLoads = false;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  async function hasAny(): Promise<boolean> {
    if (performance.now() - refreshedAt > (hasLoads ? CACHE_MS : NONE_CACHE_MS)) {
      hasLoads = (await currentLoads(warehouse)).length > 0;
      refreshedAt = performance.now();
    }
    return hasLoads;
  }

  async function find(keys: readonly string[]): Promise<Map<string, PresetCompany[]>> {
    if (!(await hasAny())) return new Map();
    const found = Map.groupBy(await findCompanyNames(warehouse, keys), ({ key }) => key);
    const registered = [...found.values()].flat().filter(({ domain }) => domain === '');
    const byOther = Map.groupBy(
      await findCompanyNames(warehouse, registered.flatMap(otherKeys)),
      ({ key }) => key,
    );
    return new Map(
      [...found].map(([key, companies]) => [
        key,
        [
          ...companies.map((company) => toCompany(company, null)),
          ...companies
            .filter(({ domain }) => domain === '')
            .flatMap((company) =>
              otherKeys(company).flatMap((other) =>
                (byOther.get(other) ?? [])
                  .filter(({ domain, kind }) => domain !== '' && kind === 'name')
                  .map((linked) => toCompany(linked, company)),
              ),
            ),
        ],
      ]),
    );
  }

  return {
    async of(keys) {
      if (keys.length === 0 || performance.now() < pausedUntil || !hasWarehouse({ warehouse }))
        return new Map();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error('The engine was too slow.')), MAX_WAIT_MS);
      try {
        return await Promise.race([find(keys), late.promise]);
      } catch (error) {
        pausedUntil = performance.now() + PAUSE_MS;
        log.debug({ err: error }, 'could not read the companies of presets');
        return new Map();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function otherKeys({ key, names }: FoundCompany): string[] {
  const keys = names.flatMap((name) => {
    const reading = readCompanyName(name);
    return reading.kind === 'name' && reading.name.key !== key ? [reading.name.key] : [];
  });
  return [...new Set(keys)].slice(0, OTHER_NAMES);
}

function toCompany(found: FoundCompany, through: FoundCompany | null): PresetCompany {
  const { preset, names, domain, country, cities, kind } = found;
  return {
    preset,
    names,
    isOtherName: kind === 'other',
    domain: domain === '' ? null : domain,
    country: country || null,
    cities,
    through: through && {
      preset: through.preset,
      names: through.names,
      country: through.country || null,
      cities: through.cities,
    },
  };
}
