/** Columns that lists of places have, such as those of Google Maps, by the letters of their headers. */
const OF_PLACES =
  /^(?:rating|totalscore|(?:user)?(?:reviews?|ratings?)(?:count|total|score|rating|link|url)?|(?:google)?placeid|placeurl|googleid|categoryname|categor(?:y|ies)|(?:sub)?types|(?:google)?maps(?:url|link)|pluscode|openinghours|businessstatus|(?:permanently|temporarily)closed)$/;
/** Columns that say whose name the name is. */
const OF_PEOPLE =
  /^(?:.*(?:company|firma|employer|organi[sz]ation|account)(?:name)?|.*(?:first|last|sur|given|family)name|vorname|nachname|jobtitle|position)$/;

/**
 * The column with the names of businesses in a list of places, which is only called `name` or `title` there: elsewhere, that is a
 * person, or a job. null for any other list. `keys`: the letters of each header (`headerKey`).
 */
export function businessColumn(keys: readonly string[]): number | null {
  const places = new Set(keys.filter((key) => OF_PLACES.test(key)));
  if (places.size < 2 || keys.some((key) => OF_PEOPLE.test(key))) return null;
  const [index = -1, ...others] = keys.flatMap((key, at) => (/^(?:name|title)$/.test(key) ? [at] : []));
  // A title beside a name is a job.
  return index < 0 || others.length > 0 ? null : index;
}
