import type { CountryCode } from 'libphonenumber-js/max';

/** States, provinces and counties that addresses name, in their short and long forms. */
const REGIONS: Readonly<Partial<Record<CountryCode, string>>> = {
  US: 'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|D\\.C|Ala|Ariz|Ark|Calif|Colo|Conn|Del|Fla|Ill|Ind|Kans?|Mass|Mich|Minn|Miss|Mont|Nebr?|Nev|N\\. ?[CDHJMY]|Okla|Oreg?|Penn|R\\. ?I|S\\. ?[CD]|Tenn|Tex|Wash|W\\. ?Va|Wisc?|Wyo|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming',
  CA: 'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|PEI|QC|PQ|SK|YT|B\\.C|Ont|Que|Alta|Sask|Alberta|British Columbia|Manitoba|New Brunswick|Nouveau-Brunswick|Newfoundland(?: and Labrador)?|Nova Scotia|Ontario|Prince Edward Island|Qu[ée]bec|Saskatchewan|Yukon',
  AU: 'NSW|VIC|QLD|WA|SA|TAS|ACT|NT|Vic|Qld|Tas|New South Wales|Victoria|Queensland|Western Australia|South Australia|Tasmania|Northern Territory|Australian Capital Territory',
  GB: 'Avon|Bedfordshire|Berkshire|Buckinghamshire|Bucks|Cambridgeshire|Cambs|Cheshire|Cleveland|Cornwall|Cumbria|Derbyshire|Devon|Dorset|County Durham|Co\\.? Durham|East Sussex|East Yorkshire|Essex|Gloucestershire|Glos|Greater London|Greater Manchester|Hampshire|Hants|Herefordshire|Hertfordshire|Herts|Isle of \\p{Lu}\\p{L}+|Kent|Lancashire|Lancs|Leicestershire|Lincolnshire|Lincs|Merseyside|Middlesex|Norfolk|North Yorkshire|Northamptonshire|Northants|Northumberland|Nottinghamshire|Notts|Oxfordshire|Oxon|Rutland|Shropshire|Somerset|South Yorkshire|Staffordshire|Suffolk|Surrey|Tyne (?:and|&) Wear|Warwickshire|West Midlands|West Sussex|West Yorkshire|Wiltshire|Wilts|Worcestershire|Aberdeenshire|Angus|Argyll|Ayrshire|Clwyd|Dumfriesshire|Dyfed|Fife|Gwent|Gwynedd|Lanarkshire|Mid Glamorgan|South Glamorgan|West Glamorgan|Midlothian|Perthshire|Powys|Pembrokeshire|Carmarthenshire|Monmouthshire|Stirlingshire|Sutherland|Caithness|(?:Inverness|Ross|Kinross)-shire|Renfrewshire|Dunbartonshire|Berwickshire|Roxburghshire|Kincardineshire|Banffshire|Kirkcudbrightshire|Wigtownshire|Peeblesshire|Selkirkshire|East Lothian|West Lothian|Clackmannanshire|Orkney|Shetland|Denbighshire|Flintshire|Gwynedd|Anglesey|Ceredigion|Conwy|Montgomeryshire|Huntingdonshire|Scottish Borders|Dumfries (?:and|&) Galloway|(?:Co\\.?|County) (?:Antrim|Armagh|Down|Fermanagh|Londonderry|Tyrone)',
  IE: '(?:Co\\.?|County) \\p{Lu}\\p{L}+',
  ZA: 'Gauteng|Western Cape|Eastern Cape|Northern Cape|KwaZulu[ -]Natal|KZN|Free State|Limpopo|Mpumalanga|North West',
  BR: 'Estado d[aeo] (?:São Paulo|Rio de Janeiro)|(?:Estado d[aeo] )?(?:Pará|Piauí|Sergipe|Alagoas|Tocantins|Rondônia|Roraima|Acre|Amapá)|Santa Catarina|Minas Gerais|Paraná|Bahia|Ceará|Goiás|Pernambuco|Rio Grande do (?:Sul|Norte)|Mato Grosso(?: do Sul)?|Espírito Santo|Maranhão|Paraíba|Amazonas|Distrito Federal|AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO',
  IN: 'Andhra Pradesh|Arunachal Pradesh|Assam|Bihar|Chhattisgarh|Delhi|Goa|Gujarat|Haryana|Himachal Pradesh|Jharkhand|Karnataka|Kerala|Madhya Pradesh|Maharashtra|Manipur|Meghalaya|Mizoram|Nagaland|Odisha|Orissa|Punjab|Rajasthan|Sikkim|Tamil ?Nadu|Telangana|Tripura|U\\.?P|Uttar Pradesh|Uttarakhand|West Bengal|Puducherry',
  MX: 'CDMX|D\\.F|Aguascalientes|Baja California(?: Sur)?|Campeche|Chiapas|Chihuahua|Coahuila|Colima|Durango|Guanajuato|Gto|Guerrero|Hidalgo|Hgo|Jalisco|Jal|Estado de México|Edo\\.? de Méx(?:ico)?|México|Michoacán|Mich|Morelos|Mor|Nayarit|Nuevo León|N\\. ?L|Oaxaca|Oax|Puebla|Pue|Querétaro|Qro|Quintana Roo|Q\\. ?Roo|San Luis Potosí|S\\.L\\.P|Sinaloa|Sin|Sonora|Son|Tabasco|Tab|Tamaulipas|Tamps|Tlaxcala|Veracruz|Ver|Yucatán|Yuc|Zacatecas|Zac',
  MY: 'Selangor|Johor|Penang|Pulau Pinang|Perak|Pahang|Kedah|Kelantan|Terengganu|Melaka|Malacca|Negeri Sembilan|Perlis|Sabah|Sarawak|Selangor Darul Ehsan|Johor Darul Takzim|Wilayah Persekutuan|W\\.P\\.?(?: Kuala Lumpur)?',
  CN: 'Guangdong|Zhejiang|Jiangsu|Shandong|Fujian|Hebei|Henan|Hubei|Hunan|Sichuan|Anhui|Liaoning|Jiangxi|Shaanxi|Shanxi|Guangxi|Yunnan|Jilin|Heilongjiang|Hainan|Guizhou',
  ID: 'Bali|Banten|Jawa Barat|Jawa Tengah|Jawa Timur|West Java|Central Java|East Java|DKI Jakarta|DI Yogyakarta|Sumatera Utara|North Sumatra|Riau|Kepulauan Riau',
  PH: 'Metro Manila|NCR|Cebu|Laguna|Cavite|Batangas|Rizal|Bulacan|Pampanga',
  TR: 'İstanbul|Istanbul|İzmir|Izmir|Ankara|Bursa|Antalya|Kocaeli|Konya|Adana|Gaziantep|Kayseri|Mersin|Manisa|Denizli|Tekirdağ|Sakarya|Eskişehir|Muğla|Aydın|Balıkesir|Hatay|Samsun|Trabzon',
  GR: 'Crete|Attica|Attiki',
  RO: '(?:jud(?:\\.|etul|ețul)?|județul) ?\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?',
  PL: 'woj(?:\\.|ew[óo]dztwo) ?\\p{Ll}[\\p{L}-]+',
  CO: 'Antioquia|Atlántico|Bolívar|Boyacá|Caldas|Caquetá|Casanare|Cauca|Cesar|Chocó|Córdoba|Cundinamarca|Huila|La Guajira|Magdalena|Meta|Nariño|Norte de Santander|Putumayo|Quindío|Risaralda|Santander|Sucre|Tolima|Valle del Cauca|Valle',
  PK: 'Punjab|Sindh|Balochistan|Khyber Pakhtunkhwa|KPK|Islamabad Capital Territory',
  AR: 'Provincia de \\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?|Mendoza|Santa Fe|Córdoba|Salta|Tucumán|Neuquén|Chubut|Entre Ríos|Misiones|Río Negro|Chaco|Jujuy|San Juan|San Luis|La Rioja|Catamarca|Formosa|La Pampa|Santa Cruz|Tierra del Fuego|Buenos Aires',
  CL: '(?:Región|R\\.) (?:de |del |de la |de los )?\\p{Lu}\\p{L}+(?: \\p{L}+){0,3}|Región Metropolitana|RM',
};

const compiled = new Map<CountryCode, RegExp | null>();

/** Matches a text that is a region of the country, perhaps in parentheses or with a period. Null: none are known. */
function regionPattern(country: CountryCode): RegExp | null {
  let pattern = compiled.get(country);
  if (pattern !== undefined) return pattern;
  const source = REGIONS[country];
  pattern = source ? new RegExp(`(?<![\\p{L}\\p{N}])\\(?(?<region>${source})\\.?\\)?$`, 'u') : null;
  compiled.set(country, pattern);
  return pattern;
}

/** The region of a country at the end of a text, and the text before it. Null: there is none. */
export function regionAtEnd(text: string, country: CountryCode): { region: string; before: string } | null {
  const pattern = regionPattern(country);
  const end = text.slice(-60);
  const match = pattern?.exec(end) ?? otherCase(end, country, pattern);
  if (!match) return null;
  const before = text.slice(0, Math.max(0, text.length - 60) + match.index);
  const { region = '' } = match.groups!;
  const written = text
    .slice(text.length - end.length)
    .slice(match.index)
    .replace(/^\(/, '')
    .slice(0, region.length);
  return {
    region: /^(?:[A-Z]\. ?)+[A-Z]$/.test(written)
      ? written.replace(/[. ]/g, '')
      : country === 'BR'
        ? written.replace(/^Estado d[aeo] /, '')
        : written,
    before: before.replace(/[\s,/–-]+$/, ''),
  };
}

/** `Brewster Ma`, `EAST SUSSEX`. */
function otherCase(
  end: string,
  country: CountryCode,
  pattern: RegExp | null | undefined,
): RegExpExecArray | null {
  if (!pattern) return null;
  if (/\p{Lu}{4}\)?$/u.test(end)) return pattern.exec(titleCase(end));
  const isShort = country === 'US' && /[A-Z][a-z]\.?$/.test(end) && /(?<![A-Za-z])[A-Za-z]{2}\.?$/.test(end);
  return isShort ? pattern.exec(end.toUpperCase()) : null;
}

/** `EAST SUSSEX` as `East Sussex`. */
function titleCase(text: string): string {
  return text.replace(/\p{Lu}{2,}/gu, (word) => word[0] + word.slice(1).toLowerCase());
}

/** Whether a text is a region of the country and nothing else. */
export function isRegion(text: string, country: CountryCode): boolean {
  const found = regionAtEnd(text.trim(), country);
  return found !== null && found.before === '';
}
