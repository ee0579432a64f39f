/** A people search with two filters. */
export const SAMPLE_SEARCH =
  'https://app.apollo.io/#/people?personTitles[]=marketing%20manager&personLocations[]=Germany';
