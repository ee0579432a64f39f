/**
 * Names of countries that `Intl.DisplayNames` writes in another way: former, short, official and informal ones.
 * One entry is the ISO code, a space and the names.
 */
export const OTHER_NAMES = entries(`
  AE uae|u.a.e.|emirates|emirate|emiratos arabes;
  AG antigua; BA bosnia|bosnia hercegovina|bosnien|bosnie|bih; BN brunei darussalam|negara brunei darussalam;
  BO bolivia, plurinational state of|plurinational state of bolivia; BR brasil|federative republic of brazil;
  BS the bahamas|bahama islands; BY byelorussia|belorussia|белоруссия|weissrussland|bielorussia;
  CD democratic republic of the congo|democratic republic of congo|congo, the democratic republic of the|congo, democratic republic of the|
    congo (democratic republic)|congo (drc)|congo drc|dr congo|drc|d.r. congo|zaire|rdc|republique democratique du congo|kongo kinshasa|
    demokratische republik kongo|kongo, demokratische republik|congo-kinshasa;
  CF central african rep.; CG congo|republic of the congo|congo, republic of the|republic of congo|congo republic|
    kongo|republik kongo|republique du congo|congo-brazzaville|kongo brazzaville;
  CH swiss|swiss confederation|confederation helvetique|die schweiz|la suisse|schweizer;
  CI ivory coast|cote d'ivoire|cote divoire|cote ivoire|elfenbeinküste|costa de marfil|costa do marfim|costa d'avorio|ivoorkust|
    elfenbenskusten|elfenbenskysten|wybrzeże kości słoniowej|republic of cote d'ivoire|берег слоновой кости;
  CN pr china|p.r. china|p. r. china|prc|people's republic of china|china, people's republic of|peoples republic of china|mainland china|
    volksrepublik china|china mainland|中华人民共和国|中國大陸;
  CV cape verde|cape verde islands|kap verde;
  CZ czech republic|the czech republic|czech rep.|czech rep|czech|tschechische republik|tschechei|république tchèque|republica checa|
    repubblica ceca|tsjechische republiek|česká republika|república tcheca|republika czeska;
  DE federal republic of germany|germany, federal republic of|bundesrepublik deutschland|brd|frg|west germany;
  DO dominican rep.|rep. dominicana|rep dominicana|republica dominicana; EG arab republic of egypt; ES reino de españa|kingdom of spain;
  FK falkland islands|falklands|islas malvinas|falkland islands (malvinas); FM micronesia, federated states of|federated states of micronesia;
  FR french republic|république française|france métropolitaine|metropolitan france; GB uk|u.k.|u. k.|great britain|britain|
    united kingdom of great britain and northern ireland|united kingdom (uk)|uk (united kingdom)|großbritannien|
    vereinigtes königreich großbritannien und nordirland|grossbritannien|grande bretagne|angleterre|gran bretaña|
    inglaterra|gran bretagna|inghilterra|groot-brittannië|engeland|grã-bretanha|storbritannien|wielka brytania|anglia|anglie|великобритания;
  GM the gambia|gambia, the; GR hellas|hellenic republic; GW guinea bissau|guiné-bissau; HK hong kong|hongkong|hong kong sar|hong kong, china;
  HR croatia (hrvatska)|croatia hrvatska; IE eire|republic of ireland|ireland, republic of|southern ireland|rep. of ireland|irish republic;
  IN bharat|republic of india; IR iran, islamic republic of|islamic republic of iran|persia; IT italian republic|repubblica italiana;
  JP nippon|nihon|japon|japan (nippon); KN st kitts|saint kitts|saint kitts and nevis|saint christopher and nevis;
  KP korea, democratic people's republic of|democratic people's republic of korea|dprk|north korea|korea north|korea, north|nordkorea;
  KR korea|republic of korea|korea, republic of|korea republic|south korea|korea south|korea, south|korea (south)|south korea (rok)|rok|
    s. korea|s korea|republik korea|südkorea|corée|corea|corea del sur|대한민국;
  LA lao people's democratic republic|lao pdr|lao; LC st lucia|saint lucia; LK ceylon; LY libyan arab jamahiriya|libya arab jamahiriya;
  MD moldova, republic of|republic of moldova|moldavia|moldau|moldawien; MK macedonia|fyrom|macedonia, the former yugoslav republic of|
    the former yugoslav republic of macedonia|republic of north macedonia|macedonia (fyrom)|mazedonien|republic of macedonia;
  MM burma|birma|birmania|birmanie|burma (myanmar)|republic of the union of myanmar; MO macau|macao|macao sar|macau sar;
  MX méjico|mejico|estados unidos mexicanos|united mexican states; NL holland|the netherlands|netherlands, the|netherlands (holland)|
    the netherlands (holland)|hollande|holanda|olanda|niederlande (holland)|kingdom of the netherlands|nl (netherlands)|голландия;
  PG papua n.g.|papua n. guinea; PH the philippines|phillipines|philipines|philippine islands; PL republic of poland|rzeczpospolita polska;
  PS palestinian territory|palestinian territory, occupied|palestinian territories|palestine, state of|state of palestine;
  RU russian federation|russian fed.|rossija|rossiya|russische föderation|fédération de russie|rusland|российская федерация|рф;
  SA saudi-arabia|ksa|kingdom of saudi arabia|saudi; SK slovak republic|slovakia (slovak republic)|slowakische republik|republika slowacka;
  SM republic of san marino; ST sao tome|são tomé|sao tome & principe; SV salvador; SY syrian arab republic; SZ swaziland;
  TC turks and caicos; TL east timor|timor leste|timor; TR turkey|türkiye|turkiye|republic of turkey|republic of türkiye|turquie|turquia;
  TT trinidad|trinidad and tobago|trinidad & tobago|trinidad tobago; TW taiwan, province of china|republic of china|taiwan, r.o.c.|
    taiwan (roc)|taiwan roc|chinese taipei|taiwan, china; TZ tanzania, united republic of|united republic of tanzania;
  US usa|us|u.s.|u.s.a.|u. s. a.|u. s.|united states of america|united states of america (usa)|united states (usa)|united states (us)|
    usa (united states)|us of a|america|the states|united states of america (the)|estados unidos de america|estados unidos da américa|
    ee.uu.|ee uu|eeuu|ee. uu.|eua|états-unis d'amérique|vereinigte staaten von amerika|stati uniti d'america|verenigde staten van amerika|
    stany zjednoczone ameryki|förenta staterna|amerikas förenta stater|spojené státy americké|сша|соединенные штаты америки|amerika|美利坚合众国|米国|アメリカ;
  VA vatican|holy see|holy see (vatican city state)|vatican city state|the vatican|holy see (vatican city);
  VC st vincent|saint vincent|saint vincent and the grenadines|st. vincent and the grenadines|saint vincent & the grenadines;
  VE venezuela, bolivarian republic of|bolivarian republic of venezuela; VG virgin islands, british|virgin islands (british);
  VI virgin islands, u.s.|virgin islands (u.s.)|us virgin islands|usvi; VN viet nam|viet-nam|socialist republic of vietnam;
  WS western samoa; XK kosova; ZA republic of south africa|rsa|south-africa|s. africa;
  AU commonwealth of australia; CY republic of cyprus|cyprus (republic); GE republic of georgia|georgia (country)|georgia, republic of;
  KG kyrgyz republic|kirghizia|kirgizia|kirgizstan; TJ tadjikistan|tadzhikistan; TM turkmenia; KZ kazakstan; UZ usbekistan;
  RE la réunion|reunion island; BL st barts|saint barts;  RO rumania|roumania; RS republic of serbia; UA the ukraine`);

/** Parts of countries that people write as a country. A search for the country finds them, but not the other way around. */
export const PARTS = entries(`
  AE dubai|abu dhabi|sharjah; GB england|scotland|wales|northern ireland|schottland|écosse|escocia|scozia|nordirland|pays de galles;
  PF tahiti; TZ zanzibar`);

function entries(list: string): { code: string; names: string[] }[] {
  return list
    .split(';')
    .map((entry) => entry.trim().replace(/\s*\n\s*/g, ''))
    .map((entry) => ({ code: entry.slice(0, 2), names: entry.slice(3).split('|') }));
}
