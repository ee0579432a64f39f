import { type Products, UNLIMITED } from './payments/products.ts';
import { PEOPLE_RECORDS } from './people-orders/people-records.ts';
import type { PeopleOrderDeps } from './people-orders/people-sources.ts';

/** Everything that is sold through a checkout, by its ID in orders. */
export const PRODUCTS: Products<PeopleOrderDeps> = { unlimited: UNLIMITED, apollo_scraper: PEOPLE_RECORDS };
