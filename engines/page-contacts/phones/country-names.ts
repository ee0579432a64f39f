/**
 * Names of countries: in English, in their own languages and in the languages of their neighbors, lowercase.
 * Includes the states of the United States. One entry is the ISO code, a space and the names.
 */
export const COUNTRY_NAMES = `
  AD andorra;
  AE united arab emirates|الإمارات العربية المتحدة|uae|u.a.e.|emirates|الإمارات|الامارات|
  vereinigte arabische emirate|émirats arabes unis|dubai|abu dhabi;
  AF afghanistan|افغانستان; AG antigua & barbuda|antigua and barbuda|antigua; AI anguilla;
  AL albania|shqipëri|albanien|shqiperia|shqipëria; AM armenia|հայաստան|армения; AO angola;
  AR argentina|argentinien|argentine|república argentina; AS american samoa;
  AT austria|österreich|oesterreich|autriche|oostenrijk|østrig|rakousko|ausztria|avusturya;
  AU australia|australien|australie; AW aruba; AZ azerbaijan|azərbaycan|азербайджан;
  BA bosnia & herzegovina|bosnia|bosna i hercegovina|bosnia and herzegovina|босна и херцеговина|bosnien;
  BB barbados; BD bangladesh|বাংলাদেশ;
  BE belgium|belgië|belgique|belgien|belgie|bélgica|belgio|belgia|βέλγιο; BF burkina faso;
  BG bulgaria|българия|bulgarien|bulgarie|republic of bulgaria;
  BH bahrain|البحرين|kingdom of bahrain|مملكة البحرين; BI burundi; BJ benin|bénin; BM bermuda;
  BN brunei|brunei darussalam; BO bolivia;
  BR brazil|brasil|brasilien|brésil|república federativa do brasil; BS bahamas; BT bhutan|འབྲུག;
  BW botswana; BY belarus|беларусь|республика беларусь|белоруссия; BZ belize; CA canada|kanada;
  CD congo - kinshasa|congo-kinshasa|democratic republic of the congo|dr congo|drc|rdc|
  république démocratique du congo;
  CF central african republic; CG congo - brazzaville|congo-brazzaville|republic of the congo|congo;
  CH switzerland|schweiz|suisse|svizzera|svizra|zwitserland|suiza|suíça;
  CI côte d'ivoire|ivory coast|cote d'ivoire; CK cook islands; CL chile; CM cameroon|cameroun;
  CN china|中国|chine|kina|p.r. china|pr china|p.r.c|prc|people's republic of china|中國|中华人民共和国|
  hong kong sar china;
  CO colombia; CR costa rica; CU cuba; CV cape verde|cabo verde; CW curaçao;
  CY cyprus|κύπρος|kıbrıs|zypern|chypre|republic of cyprus;
  CZ czechia|česko|czech republic|česká republika|ceska republika|tschechien|tschechische republik|tsjechië|
  république tchèque|czechy;
  DE germany|deutschland|allemagne|alemania|alemanha|germania|duitsland|tyskland|niemcy|německo|saksa|
  németország|almanya|federal republic of germany|германия|bundesrepublik deutschland;
  DJ djibouti; DK denmark|danmark|dänemark|danemark|denemarken|dinamarca|tanska|dania; DM dominica;
  DO dominican republic|república dominicana|rep. dominicana|republica dominicana;
  DZ algeria|الجزائر|algérie|algerien|algerie; EC ecuador;
  EE estonia|eesti|estland|estonie|республика эстония;
  EG egypt|مصر|ägypten|égypte|جمهورية مصر العربية|misr; ER eritrea|ኤርትራ;
  ES spain|españa|espanya|spanien|espagne|spanje|spagna|espanha|hiszpania|kingdom of spain;
  ET ethiopia|ኢትዮጵያ; FI finland|suomi|finnland|finlande|finlandia; FJ fiji; FK falkland islands;
  FM micronesia; FO faroe islands|føroyar;
  FR france|frankreich|frankrijk|francia|frança|frankrig|francja|frankrike; GA gabon;
  GB united kingdom|uk|u.k.|england|scotland|wales|great britain|northern ireland|großbritannien|
  vereinigtes königreich|royaume-uni|verenigd koninkrijk|reino unido|regno unito|storbritannien|engeland|
  angleterre|wielka brytania|united kingdom of great britain|великобритания;
  GD grenada; GE georgia|საქართველო|saqartvelo|грузия|republic of georgia; GG guernsey;
  GH ghana|republic of ghana; GI gibraltar; GL greenland|grønland; GM gambia; GN guinea|guinée;
  GP guadeloupe; GQ equatorial guinea|guinea ecuatorial;
  GR greece|ελλάδα|griechenland|grèce|griekenland|grecia|grécia|hellas|ελλάς|ελλαδα|ελλας; GT guatemala;
  GU guam; GW guinea-bissau|guiné-bissau; GY guyana; HK hong kong|香港|hongkong|hong kong sar|h.k.|香港特别行政区;
  HN honduras; HR croatia|hrvatska|kroatien|croatie|croazia|kroatië|republika hrvatska; HT haiti|haïti;
  HU hungary|magyarország|ungarn|hongrie|hongarije|węgry|maďarsko|ungheria|magyarorszag;
  ID indonesia|indonesien|indonésie|republik indonesia;
  IE ireland|éire|irland|irlande|ierland|irlanda|republic of ireland|rep. of ireland|eire;
  IL israel|ישראל|state of israel|מדינת ישראל; IM isle of man; IN india|भारत|indien|inde|bharat;
  IQ iraq|العراق; IR iran|ایران|islamic republic of iran; IS iceland|ísland|islande;
  IT italy|italia|italien|italie|italië|włochy|itálie|olaszország|itália|italya; JE jersey; JM jamaica;
  JO jordan|الأردن|المملكة الأردنية الهاشمية|hashemite kingdom of jordan;
  JP japan|日本|japon|日本国|giappone|japón; KE kenya; KG kyrgyzstan|кыргызстан|киргизия|киргизстан;
  KH cambodia|កម្ពុជា; KI kiribati; KM comoros|comores; KN st. kitts & nevis|saint kitts and nevis;
  KP north korea;
  KR south korea|대한민국|한국|korea|s. korea|republic of korea|rep. of korea|korea (south)|corée du sud|südkorea;
  KW kuwait|الكويت|state of kuwait; KY cayman islands;
  KZ kazakhstan|қазақстан|казахстан|kazakstan|республика казахстан; LA laos|ລາວ; LB lebanon|لبنان|liban;
  LC st. lucia|saint lucia; LI liechtenstein; LK sri lanka|ශ්‍රී ලංකාව|இலங்கை; LR liberia; LS lesotho;
  LT lithuania|lietuva|litauen|lituanie|lietuvos respublika;
  LU luxembourg|luxemburg|lëtzebuerg|grand duchy of luxembourg;
  LV latvia|latvija|lettland|lettonie|latvijas republika; LY libya|ليبيا;
  MA morocco|المغرب|maroc|marokko|marruecos|royaume du maroc|kingdom of morocco; MC monaco;
  MD moldova|republica moldova|молдова; ME montenegro|crna gora|црна гора; MG madagascar;
  MH marshall islands; MK north macedonia|северна македонија|macedonia|македонија; ML mali;
  MM myanmar|မြန်မာ|burma; MN mongolia|монгол; MO macao|澳門|macau|澳门; MP northern mariana islands;
  MQ martinique; MR mauritania|موريتانيا|mauritanie; MS montserrat; MT malta;
  MU mauritius|maurice|republic of mauritius|ile maurice|île maurice; MV maldives|male'|maldive islands;
  MW malawi; MX mexico|méxico|mexiko|mexique|méjico|estados unidos mexicanos; MY malaysia;
  MZ mozambique|moçambique; NA namibia; NC new caledonia|nouvelle-calédonie; NE niger;
  NG nigeria|federal republic of nigeria; NI nicaragua;
  NL netherlands|nederland|holland|the netherlands|niederlande|pays-bas|paesi bassi|países bajos|
  países baixos|nederlân|the nederlands|holandia;
  NO norway|norge|norwegen|norvège|noorwegen|noruega|norvegia|noreg|norja; NP nepal|नेपाल; NR nauru;
  NU niue; NZ new zealand|neuseeland|aotearoa|n.z.; OM oman|عُمان|sultanate of oman|سلطنة عمان|سلطنة عُمان;
  PA panama|panamá; PE peru|perú|república del perú; PF french polynesia|polynésie française;
  PG papua new guinea; PH philippines|pilipinas|republic of the philippines|philippinen;
  PK pakistan|پاکستان|islamic republic of pakistan;
  PL poland|polska|polen|pologne|polonia|polónia|lengyelország|polsko|польша|rzeczpospolita polska;
  PR puerto rico; PS palestinian territories|palestine|الأراضي الفلسطينية|فلسطين|palestinian authority;
  PT portugal|portogallo|portugalia; PW palau; PY paraguay; QA qatar|قطر|state of qatar|دولة قطر;
  RE réunion|la réunion; RO romania|românia|rumänien|roumanie|roemenië|romênia|rumunia;
  RS serbia|србија|srbija|serbien|serbie|republika srbija|република србија;
  RU russia|россия|russian federation|russland|russie|rusland|российская федерация|рф; RW rwanda;
  SA saudi arabia|المملكة العربية السعودية|ksa|k.s.a.|kingdom of saudi arabia|السعودية|saudi-arabien|
  arabie saoudite;
  SB solomon islands; SC seychelles; SD sudan|السودان;
  SE sweden|sverige|schweden|suède|zweden|svezia|suecia|suécia|szwecja|ruotsi|švédsko;
  SG singapore|singapur|singapour|新加坡|republic of singapore;
  SI slovenia|slovenija|slowenien|slovénie|republika slovenija;
  SK slovakia|slovensko|slowakei|slovaquie|slovak republic|slovenská republika|sr - slovensko|słowacja;
  SL sierra leone; SM san marino; SN senegal|sénégal; SO somalia|soomaaliya; SR suriname; SS south sudan;
  ST são tomé & príncipe|são tomé e príncipe|são tomé; SV el salvador; SX sint maarten;
  SY syria|سوريا|syrian arab republic|سورية; SZ eswatini|swaziland;
  TC turks & caicos islands|turks and caicos; TD chad|tchad; TG togo;
  TH thailand|ไทย|ประเทศไทย|thaïlande|kingdom of thailand; TJ tajikistan|тоҷикистон;
  TL timor-leste|east timor; TM turkmenistan|türkmenistan; TN tunisia|تونس|tunisie|tunesien; TO tonga;
  TR türkiye|turkey|türkei|turquie|turkije|turquía|turchia|turkiye|republic of turkey;
  TT trinidad & tobago|trinidad and tobago|trinidad; TV tuvalu;
  TW taiwan|台灣|台湾|臺灣|taiwan r.o.c.|r.o.c.|中華民國; TZ tanzania|tanganyika;
  UA ukraine|україна|украина|oekraïne|україні; UG uganda;
  US united states|us|usa|u.s.a.|u.s.|u.s.a|u.s|united states of america|america|vereinigte staaten|
  états-unis|verenigde staten|estados unidos|stati uniti|сша|new jersey|new mexico|alabama|alaska|arizona|
  arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|indiana|iowa|kansas|
  kentucky|louisiana|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|
  new hampshire|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|
  south carolina|south dakota|tennessee|texas|utah|vermont|virginia|west virginia|wisconsin|wyoming;
  UY uruguay; UZ uzbekistan|oʻzbekiston|ўзбекистон|узбекистан|o'zbekiston;
  VA vatican city|città del vaticano; VC st. vincent & grenadines|saint vincent; VE venezuela;
  VG british virgin islands; VI u.s. virgin islands;
  VN vietnam|việt nam|viet nam|viêt nam|cộng hòa xã hội chủ nghĩa việt nam; VU vanuatu; WS samoa;
  XK kosovo|kosovë|kosova; YE yemen|اليمن;
  ZA south africa|rsa|südafrika|afrique du sud|suid-afrika|zuid-afrika|republic of south africa; ZM zambia;
  ZW zimbabwe
`;
