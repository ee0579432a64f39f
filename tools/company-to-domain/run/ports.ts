import type { LearnedOrder } from '../engine/learn-order.ts';
import type { PresetCompany } from '../engine/preset-companies.ts';

/** A company in the operator's table. */
export interface KnownDomain {
  /** as written, also with its legal form */
  name: string;
  domain: string;
  /** ISO code; null if unknown */
  country: string | null;
}

/** How often leads name a domain for a company. */
export interface LeadDomain {
  domain: string;
  leads: number;
}

export interface KnownCompany {
  operator: readonly KnownDomain[];
  /** most leads first */
  leads: readonly LeadDomain[];
  presets: readonly PresetCompany[];
}

/** The keys under which a name is looked up. */
export interface CompanyKeys {
  /** from `nameKey`, without the legal form, for the operator's table and imported data */
  name: string;
  /** from `leadKey`, best first */
  leads: readonly string[];
}

/** A verified logo. */
export interface Logo {
  domain: string;
  url: string;
  /** MIME type by its bytes */
  type: string;
  bytes: Uint8Array;
}

/** What the run needs from the process that has the database. */
export interface CompanyPorts {
  known: {
    /** One entry for each entry of `keys`. */
    lookUp(keys: readonly CompanyKeys[]): Promise<KnownCompany[]>;
  };
  order: {
    /** What the operator's companies say about the order of domains; null if they are too few. Never rejects. */
    learned(): Promise<LearnedOrder | null>;
  };
  logos: {
    /** Addresses of stored logos that are still fresh, for the domains that have one. */
    find(domain: string): Promise<string | null>;
    save(logo: Logo): Promise<void>;
  };
}

/** Ports without a database, for the command line. */
export function createNoPorts(): CompanyPorts {
  return {
    known: { lookUp: async (keys) => keys.map(() => ({ operator: [], leads: [], presets: [] })) },
    order: { learned: async () => null },
    logos: { find: async () => null, save: async () => {} },
  };
}
