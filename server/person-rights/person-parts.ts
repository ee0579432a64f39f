import type { Db } from '../platform/database/db.ts';
import type { PersonalData } from '../platform/personal-data.ts';

/** What comes from folders above this one. */
export interface PersonParts {
  /** the declarations of all folders: what tools store beside tasks is searched, too */
  personalData: readonly PersonalData[];
  /** Deletes what tools know of addresses. */
  forgetAddresses(db: Db, addresses: readonly string[]): Promise<void>;
}
