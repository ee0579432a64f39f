/** A lead of Sales Navigator, for tests and browser tests: in `elements` or, with its type, in `included`. */
export function salesLead(list: 'elements' | 'included', n: number): string {
  const lead = {
    entityUrn: `urn:li:fs_salesProfile:(ACwAAfake${n},NAME_SEARCH,abcd)`,
    firstName: 'Ada',
    lastName: `Lovelace ${n}`,
    fullName: `Ada Lovelace ${n}`,
    degree: 2,
    geoRegion: 'Lyon, France',
    currentPositions: [{ title: 'Head of Sales', companyName: `Company ${n}` }],
  };
  const type = 'com.linkedin.sales.deco.desktop.searchv2.DecoratedPeopleSearchHit';
  return JSON.stringify(
    list === 'elements' ? { elements: [lead] } : { data: {}, included: [{ $type: type, ...lead }] },
  );
}
