import type { BounceProvider } from '#contract/bounces.ts';
import type { BounceEvent } from '../record-bounces.ts';

/** What a provider sent. */
export interface ProviderRequest {
  /** as it arrived, because signatures are about these bytes */
  body: string;
  /** the body as JSON */
  value: unknown;
  header(name: string): string | undefined;
}

/** A report as its provider writes it. `isSigned` checks it with the key of the provider. */
export interface ProviderReport {
  provider: BounceProvider;
  events: BounceEvent[];
  isSigned(key: string): boolean;
}
