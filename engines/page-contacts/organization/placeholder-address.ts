const CITY = /^(?:any ?town|your (?:city|town)|city|musterstadt|musterhausen|ville|ciudad)$/i;
const STREET =
  /^(?:1234 Divi St|123 (?:business|your|example|sample|fake|any)|(?:your|example|sample|street) (?:street|address|name)|musterstra(?:ss|ß)e|musterweg|eksempel(?:vej|veien|gade|gata)|exempel(?:gatan|vägen)|voorbeeld(?:straat|laan)|rue de l['’]exemple|calle (?:ejemplo|falsa)|via esempio|rua exemplo)(?!\p{L})/iu;
/** Codes that examples have: of no place, and of New York and Beverly Hills. */
const CODE = /^(?:0+|12345|10001|90210)$/;

/** Whether an address is one that a site builder filled in before the owner did. */
export function isPlaceholderAddress(street: string, city: string, postalCode: string): boolean {
  const isMainStreet = /^123 Main /i.test(street) && CODE.test(postalCode);
  return isMainStreet || STREET.test(street) || CITY.test(city) || /^0+$/.test(postalCode);
}
