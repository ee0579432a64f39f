import { z } from 'zod';
import type { JsonCaller } from '#net/http/guarded-json.ts';

/**
 * A data provider's answer. `failed`: it gave none, for example because it is down or its quota is used up.
 * `domain` is as the provider writes it.
 */
export type ProviderAnswer =
  | { failed: false; domain: string | null; name: string | null; confidence: number | null }
  | { failed: true; reason: string };

/** An outside service that knows domains of companies. */
export interface CompanyProvider {
  /** Never throws. `country` is an ISO code. */
  find(name: string, country: string | null, signal: AbortSignal): Promise<ProviderAnswer>;
}

export interface CompanyProviderOptions {
  caller: JsonCaller;
  /** address with {name} and, if the service knows it, {country} */
  url: string;
  /** sent as `Authorization: Bearer` */
  key: string | null;
}

const Company = z.object({
  domain: z.string().nullish(),
  website: z.string().nullish(),
  name: z.string().nullish(),
  /** 0 to 1 or 0 to 100 */
  confidence: z.number().min(0).max(100).nullish(),
});
/** One company, a list with the best first, or either of them in `data`. */
const One = z.union([Company, z.array(Company)]);
const Answer = z.union([z.object({ data: One.nullable() }), One, z.null()]);

/**
 * A provider behind one GET request that answers `{"domain": "acme.com"}`, a list of such objects, or either of
 * them in `data`. 404 means that the company is unknown.
 */
export function createCompanyProvider({ caller, url, key }: CompanyProviderOptions): CompanyProvider {
  return {
    async find(name, country, signal) {
      const address = url
        .replaceAll('{name}', encodeURIComponent(name))
        .replaceAll('{country}', encodeURIComponent(country ?? ''));
      const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
      const answer = await caller.call({ method: 'GET', url: address, headers }, signal);
      if (answer === null) return { failed: true, reason: 'The data provider gave no usable answer' };
      if (answer.status === 404) return { failed: false, domain: null, name: null, confidence: null };
      if (answer.status !== 200)
        return { failed: true, reason: `The data provider answered with an error (${answer.status})` };
      const read = Answer.safeParse(answer.body);
      if (!read.success) return { failed: true, reason: "The data provider's answer has an unknown format" };
      const content = read.data !== null && 'data' in read.data ? read.data.data : read.data;
      const best = Array.isArray(content) ? content[0] : content;
      const confidence = best?.confidence ?? null;
      return {
        failed: false,
        domain: best?.domain ?? best?.website ?? null,
        name: best?.name ?? null,
        confidence: confidence !== null && confidence <= 1 ? confidence * 100 : confidence,
      };
    },
  };
}
