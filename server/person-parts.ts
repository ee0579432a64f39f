import { SERVER_TOOLS } from '#tools/index/server-tools.ts';
import { PERSONAL_DATA } from './account-closing.ts';
import type { PersonParts } from './person-rights/person-parts.ts';

/** What the report about a person and the erasure need from the tools and from all folders. */
export const PERSON_PARTS: PersonParts = {
  personalData: PERSONAL_DATA,
  async forgetAddresses(db, addresses) {
    for (const { forgetAddresses } of SERVER_TOOLS) await forgetAddresses?.(db, addresses);
  },
};
