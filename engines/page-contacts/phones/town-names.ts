/** Smaller towns, districts and regions by country, in the form of city-names.ts. */
export const TOWN_NAMES = `
  SI slovenj gradec|domžale|kamnik|škofja loka|jesenice|murska sobota|trbovlje|postojna|bled|izola|krško|
  brežice;
  HR makarska|slavonski brod|velika gorica|sisak|bjelovar|koprivnica|čakovec|vukovar|vinkovci|samobor|
  rovinj|poreč|opatija|solin|trogir|đakovo|požega|krapina|gospić;
  BG ловеч|сливен|добрич|шумен|перник|хасково|ямбол|пазарджик|благоевград|велико търново|враца|габрово|
  видин|монтана|sliven|dobrich|shumen|veliko tarnovo|blagoevgrad|haskovo|gabrovo;
  EE viljandi|rakvere|kuressaare|haapsalu|jõhvi|võru|paide|valga|keila|maardu|sillamäe|kohtla-järve;
  RS pančevo|čačak|zrenjanin|leskovac|kruševac|valjevo|šabac|smederevo|užice|vranje|sombor|kraljevo|
  požarevac|jagodina|крушевац|панчево|чачак|зрењанин|лесковац|ваљево|шабац;
  LT alytus|marijampolė|mažeikiai|jonava|utena|kėdainiai|telšiai|tauragė|ukmergė|palanga; LV valmiera|
  ventspils|rēzekne|ogre|cēsis|tukums|salaspils|sigulda|jēkabpils;
  SK poprad|zvolen|michalovce|spišská nová ves|komárno|levice|humenné|bardejov|liptovský mikuláš|lučenec|
  prievidza|považská bystrica|piešťany|ružomberok|dunajská streda|senec|pezinok;
  CZ kladno|most, czech|opava|frýdek-místek|karviná|děčín|teplice|chomutov|přerov|jablonec nad nisou|
  mladá boleslav|prostějov|třebíč|česká lípa|tábor|znojmo|kolín|příbram|cheb|písek|trutnov|kroměříž|
  uherské hradiště|břeclav;
  HU dunaújváros|hódmezővásárhely|salgótarján|cegléd|baja|érd|gödöllő|esztergom|vác|pápa|gyula|gyöngyös|
  siófok|keszthely|békéscsaba|szekszárd|mosonmagyaróvár|budaörs;
  RO satu mare|botoșani|râmnicu vâlcea|drobeta-turnu severin|târgoviște|focșani|piatra neamț|bistrița|
  reșița|tulcea|slatina|călărași|hunedoara|deva|zalău|giurgiu|turda|mediaș|voluntari|otopeni|buzău|vaslui;
  PL tarnów|legnica|koszalin|kalisz|grudziądz|słupsk|jaworzno|jelenia góra|nowy sącz|konin|siedlce|
  piotrków trybunalski|lubin|inowrocław|ostrów wielkopolski|suwałki|stargard|gniezno|głogów|leszno|łomża|
  żory|tarnowskie góry|pabianice|ełk|przemyśl|zamość|mielec|piaseczno|pruszków|sopot|zakopane|świdnica|
  włocławek|płock|gorzów wielkopolski|dąbrowa górnicza|chorzów;
  GR καλαμάτα|τρίκαλα|σέρρες|αλεξανδρούπολη|ξάνθη|κατερίνη|κομοτηνή|λαμία|χαλκίδα|καβάλα|κέρκυρα|ρέθυμνο|
  αγρίνιο|κόρινθος|τρίπολη|χαλάνδρι|περιστέρι|larissa|volos|kavala|corfu|rhodes|kalamata|ioannina|
  santorini|mykonos|rethymno;
  MA safi|mohammedia|el jadida|béni mellal|nador|tétouan|témara|salé|khouribga|essaouira|ouarzazate|
  settat|berrechid|larache|laâyoune|فاس|طنجة|أكادير|سلا;
  TN hammamet|bizerte|gabès|kairouan|gafsa|nabeul|monastir|djerba|ben arous|manouba|mahdia|medenine|سوسة;
  SA tabuk|taif|buraydah|abha|hail|najran|al ahsa|hofuf|yanbu|khamis mushait|jizan|تبوك|الطائف|بريدة|أبها|
  حائل|نجران|الأحساء;
  DZ constantine|blida|sétif|batna|tlemcen|béjaïa|tizi ouzou|الجزائر|وهران|قسنطينة; EG luxor|aswan|
  mansoura|tanta|ismailia|suez|new cairo|el gouna|الاسماعيلية|المنصورة|طنطا|الأقصر|mohandessin|dokki;
  JO madaba|salt, jordan|العقبة|إربد|الزرقاء|عمان - الأردن; LB saida|zahle|tyre, lebanon|baabda|hazmieh|
  achrafieh; KW ahmadi|jahra|fahaheel|mangaf|sabah al salem|الأحمدي|الفروانية; BH isa town|sitra|seef;
  PK abbottabad|hyderabad, pakistan|bahawalpur|sargodha|sukkur|mardan|gujrat|sahiwal|okara|wah cantt|
  jhelum|sheikhupura|larkana|muzaffarabad|sindh|khyber pakhtunkhwa;
  BD bogura|bogra|comilla|cumilla|mymensingh|narayanganj|gazipur|rangpur|barisal|jessore|cox's bazar|
  dinajpur|tangail|savar|uttara|motijheel;
  LK matara|jaffna|kurunegala|ratnapura|badulla|anuradhapura|batticaloa|trincomalee|moratuwa|nugegoda|
  maharagama|gampaha|kalutara|nuwara eliya|kotte;
  NP butwal|birgunj|dharan|janakpur|hetauda|chitwan|bharatpur|nepalgunj|itahari|kirtipur|bhairahawa;
  MM bago|mawlamyine|taunggyi; KH battambang|kampot; LA savannakhet|pakse;
  TW 屏東|宜蘭|花蓮|台東|臺東|苗栗|彰化|南投|雲林|嘉義|基隆|澎湖|金門|keelung|chiayi|changhua|pingtung|hualien|yilan;
  CR guanacaste|puntarenas|limón, costa rica|san josé, costa rica|santa ana, costa rica|curridabat|
  desamparados|ciudad quesada; PA panamá oeste|chiriquí|chitré;
  EC ibarra|loja, ecuador|riobamba|machala|portoviejo|santo domingo de los colorados|esmeraldas|latacunga|
  otavalo|quevedo|milagro, ecuador|cumbayá|azuay|samborondón|tungurahua|manabí|imbabura;
  UY paysandú|colonia del sacramento|rivera, uruguay|tacuarembó|ciudad de la costa|durazno, uruguay|
  canelones|fray bentos|artigas, uruguay; PY encarnación|luque|san lorenzo, paraguay|lambaré|
  fernando de la mora;
  BO tarija|oruro|potosí, bolivia|el alto; PE huánuco|tacna|cajamarca|ayacucho|puno|ica, perú|juliaca|
  chimbote|tumbes|pucallpa|barranco|surquillo|lince|santiago de surco|san borja|jesús maría|la molina|
  lambayeque|la libertad, perú;
  CO neiva|pasto|armenia, quindío|popayán|valledupar|montería|sincelejo|tunja|palmira|soacha|itagüí|
  rionegro|zipaquirá|chía|quindío|risaralda|atlántico|tolima|santander, colombia|valle del cauca|buga|
  dosquebradas|floridablanca;
  CL osorno|valdivia|chillán|arica|calama|punta arenas|curicó|los ángeles, chile|copiapó|coyhaique|
  quilpué|villa alemana|ñuñoa|huechuraba|lo barnechea|quilicura|maipú|puente alto|araucanía|bío bío|
  región metropolitana|quillota;
  AR san juan, argentina|resistencia|corrientes|posadas|san salvador de jujuy|santiago del estero|
  río cuarto|paraná|comodoro rivadavia|rawson|ushuaia|san luis, argentina|tandil|san isidro, buenos aires|
  vicente lópez|quilmes|lanús|avellaneda|morón|san martín, buenos aires|pilar, buenos aires|entre ríos|
  chaco|misiones|chubut|tucumán|jujuy|río negro|santa fe, argentina|pcia. de buenos aires|c.a.b.a.;
  VE mérida, venezuela|san cristóbal, venezuela|puerto la cruz|ciudad guayana|maturín|
  barcelona, anzoátegui|valencia, carabobo|estado carabobo|anzoátegui|chacao|baruta; GT antigua guatemala|
  escuintla|mixco; HN la ceiba|choloma;
  SV santa ana, el salvador|san miguel, el salvador|soyapango; DO la romana|la vega, república|
  san pedro de macorís|bávaro;
  GH sunyani|tamale|cape coast|koforidua|ho, ghana|east legon|sekondi|obuasi|ashanti; NG calabar|jos|
  warri|owerri|aba|onitsha|akure|abeokuta|ilorin|uyo|asaba|wuse|garki|maitama|victoria island|oyo state|
  lagos state|rivers state;
  KE malindi|nyeri|machakos|meru|kitale|kericho|naivasha|kilimani|karen, nairobi|ruiru|kiambu;
  TZ morogoro|tanga|moshi|mbeya; UG mbarara|gulu|mbale; ZM livingstone, zambia|kabwe; ZW mutare|gweru;
  ET bahir dar|hawassa|mekelle|dire dawa;
  CM bafoussam|bamenda; CI san-pédro|cocody|plateau, abidjan; SN saint-louis, sénégal|mbour|touba;
  MZ matola; AO lobito|huambo; MG toamasina; MU quatre bornes|rose hill|vacoas|phoenix, mauritius;
  ID banjarmasin|pontianak|manado|cirebon|surakarta|solo, indonesia|padang|jambi|lampung|samarinda|
  mataram|kupang|sidoarjo|gresik|cikarang|karawang|serpong|bsd city|dki jakarta|banten|sumatera|
  kalimantan|sulawesi|ubud|kuta|badung|kudus|purwokerto|tegal;
  VN huế|quy nhơn|buôn ma thuột|thanh hóa|nghệ an|vinh, nghệ|nam định|thái nguyên|hạ long|quảng ninh|
  long an|an giang|cà mau|rạch giá|phan thiết|pleiku|tây ninh|bến tre|mỹ tho|hải dương|hưng yên|vĩnh phúc|
  quận|phường|huyện|thành phố|district 1|hai duong|quang ninh|thai nguyen;
  PH zamboanga|general santos|lipa|dagupan|tarlac|olongapo|naga city|legazpi|tacloban|dumaguete|
  puerto princesa|butuan|batangas|pampanga|bulacan|rizal|lapu-lapu|mandaue|las piñas|marikina|valenzuela|
  san juan city|negros occidental|pangasinan|tagaytay|boracay;
  TH นครปฐม|สมุทรสาคร|ระยอง|อยุธยา|อุดรธานี|เชียงราย|สุราษฎร์ธานี|ลำปาง|พิษณุโลก|อุบลราชธานี|นครสวรรค์|
  กาญจนบุรี|ราชบุรี|ประจวบคีรีขันธ์|กระบี่|ตรัง|แขวง|เขต|จังหวัด|อำเภอ|rayong|ayutthaya|udon thani|
  khon kaen|nakhon ratchasima|chiang rai|krabi|koh samui|surat thani|hua hin|pathum thani;
  MY taiping|batu pahat|muar|kluang|sibu|miri|bintulu|sandakan|tawau|labuan|kota bharu|kuala terengganu|
  kangar|bayan lepas|butterworth|bukit mertajam|rawang|kajang|bangi|ampang|damansara|mont kiara|nilai|
  sungai petani|kulim|terengganu|kelantan|pahang|negeri sembilan|perlis|skudai|pasir gudang;
  TR manisa|balıkesir|tekirdağ|çorlu|aydın|hatay|şanlıurfa|van, türkiye|elazığ|erzurum|sivas|
  afyonkarahisar|kütahya|isparta|çanakkale|edirne|bolu|düzce|ordu|giresun|rize|zonguldak|yalova|uşak|
  kırklareli|alanya|fethiye|marmaris|kuşadası|maltepe|kartal|pendik|üsküdar|bağcılar|başakşehir|
  beylikdüzü|esenyurt|sarıyer|çankaya|konak|bornova|nilüfer|osmangazi;
  UA кременчук|кривий ріг|маріуполь|біла церква|суми|чернігів|кропивницький|мелітополь|бровари|бориспіль|
  ірпінь|мукачево|дрогобич|стрий|sumy|chernihiv|poltava|vinnytsia|zaporizhzhia|ternopil|uzhhorod|
  chernivtsi|rivne|lutsk|mykolaiv|kherson|zhytomyr;
  RU кемерово|новокузнецк|липецк|астрахань|киров|чебоксары|курск|улан-удэ|ставрополь|магнитогорск|тверь|
  иваново|брянск|белгород|сургут|владимир|архангельск|чита|калуга|смоленск|курган|орёл|орел|вологда|
  череповец|мурманск|тамбов|петрозаводск|кострома|псков|подольск|химки|балашиха|люберцы|мытищи|королёв|
  красногорск|зеленоград|набережные челны|оренбург|ульяновск|пенза|якутск|махачкала|нальчик|
  московская область;
  KZ актобе|атырау|актау|павлодар|костанай|семей|тараз|уральск|усть-каменогорск|алма-ата|нұр-сұлтан;
  BY бобруйск|могилёв|могилев|барановичи|борисов|пинск|полоцк|гомельская;
  IL מודיעין|רחובות|בת ים|אשקלון|הוד השרון|נס ציונה|גבעתיים|לוד|רמלה|עכו|נהריה|טבריה|אילת|קיסריה|יקנעם|
  modi'in|rehovot|holon|bnei brak|kfar saba|hod hasharon|eilat|ashkelon|nahariya|caesarea|yokneam;
  NZ timaru|gisborne|hastings, new zealand|blenheim|masterton|levin|whakatane|taupo|
  cambridge, new zealand|pukekohe|ashburton|oamaru|wanaka|upper hutt|lower hutt|porirua|takapuna|manukau|
  kerikeri|papamoa|mount maunganui|otago|waikato|canterbury, new zealand|hawke's bay;
  ZA kimberley|rustenburg|mthatha|george, western cape|worcester, south africa|paarl|knysna|potchefstroom|
  vanderbijlpark|benoni|boksburg|germiston|krugersdorp|soweto|umhlanga|pietermaritzburg|richards bay|
  fourways|bryanston|rosebank|bellville|claremont, cape town|somerset west|gqeberha|north west province|
  mpumalanga|limpopo|free state|northern cape|hermanus|franschhoek|edenvale|kempton park;
  IE naas|swords|bray|navan|portlaoise|mullingar|wexford|carlow|tullamore|castlebar|ballina|clonmel|cavan|
  monaghan|thurles|nenagh|cobh|midleton|mallow|dún laoghaire|dun laoghaire|tallaght|blanchardstown|
  sandyford|leopardstown|co. wexford|co. cavan|co. clare|co. tipperary|co. louth|co. donegal|co. limerick|
  co. waterford|co. laois|co. offaly|co. sligo|co. carlow|co. westmeath|co. monaghan|co. roscommon|
  co. longford|co. leitrim|co. kilkenny;
  NO arendal|hamar|larvik|horten|porsgrunn|halden|kongsberg|molde|gjøvik|harstad|narvik|alta|kristiansund|
  lørenskog|lillestrøm|asker|sandvika|ski, norge|jessheim|steinkjer|førde|voss|stord|bryne|levanger|
  stjørdal|mandal|grimstad|moelv|elverum;
  DK viborg|holstebro|slagelse|hillerød|sønderborg|svendborg|næstved|fredericia|hjørring|frederikshavn|
  køge|holbæk|haderslev|skive|ringsted|nyborg|glostrup|ballerup|hvidovre|lyngby|gentofte|taastrup|ishøj|
  brøndby|rødovre|herlev|birkerød|hørsholm|helsingør|ikast|nykøbing|thisted|aabenraa|middelfart|kastrup|
  valby|charlottenlund;
  SE kristianstad|kungsbacka|nyköping|falun|borlänge|varberg|uddevalla|motala|landskrona|trelleborg|
  ängelholm|lidköping|karlskrona|piteå|skellefteå|örnsköldsvik|härnösand|hudiksvall|enköping|nynäshamn|
  täby|sollentuna|huddinge|nacka|lidingö|danderyd|mölndal|kungälv|partille|alingsås|vänersborg|mariestad|
  västervik|nässjö|värnamo|visby|kiruna|mora, sverige|ystad|eslöv|bromma|spånga|upplands väsby|haninge|
  tyresö|sundbyberg;
  FI hämeenlinna|kotka|mikkeli|seinäjoki|kokkola|rauma|kajaani|porvoo|lohja|kerava|järvenpää|nurmijärvi|
  hyvinkää|kirkkonummi|ylöjärvi|kangasala|raisio|kaarina|salo, finland|savonlinna|iisalmi|raahe|kemi|
  tornio|riihimäki|imatra|vihti|kauniainen|tuusula|sipoo|pietarsaari|varkaus|uusikaupunki|heinola|forssa|
  nokia, finland;
  AT leoben|krems|traun|kapfenberg|baden bei wien|lustenau|feldkirch|bludenz|kufstein|schwechat|mödling|
  amstetten|klosterneuburg|leonding|wolfsberg|spittal|hallein|kitzbühel|lienz|telfs|hall in tirol|braunau|
  ried im innkreis|vöcklabruck|gmunden|bad ischl|wiener neustadt|tulln|stockerau|korneuburg|wattens|
  hohenems|bischofshofen|zell am see|saalfelden|oberwart|judenburg|deutschlandsberg|gleisdorf|mattersburg|
  perchtoldsdorf;
  CH uster|köniz|emmen|kriens|rapperswil|frauenfeld|wetzikon|wil sg|kreuzlingen|dübendorf|dietikon|
  wettingen|baar|cham|horgen|wädenswil|solothurn|burgdorf|langenthal|nyon|morges|renens|martigny|monthey|
  sierre|delémont|porrentruy|la chaux-de-fonds|gland|carouge|meyrin|vernier|lancy|bulle|davos|st. moritz|
  arosa|liestal|muttenz|pratteln|allschwil|reinach bl|glarus|herisau|appenzell|altdorf|sarnen|stans|
  schwyz|brig|visp|interlaken|spiez|lyss|grenchen|zofingen|lenzburg|brugg|bülach|kloten|opfikon|
  glattbrugg|schlieren|volketswil|illnau|pfäffikon|chiasso|mendrisio|rorschach|gossau sg|arbon|weinfelden;
  BE sint-niklaas|kortrijk|ostend|ostende|la louvière|seraing|verviers|mouscron|beveren|dendermonde|
  dilbeek|vilvoorde|lier|geel|mol, belgië|heist-op-den-berg|tienen|halle, belgië|diest|aarschot|
  knokke-heist|blankenberge|waregem|ieper|tongeren|maasmechelen|lommel|sint-truiden|bilzen|beringen|
  herentals|mortsel|schoten|brasschaat|kapellen|zaventem|waterloo, belgique|nivelles|ottignies|
  louvain-la-neuve|braine-l'alleud|arlon|bastogne|dinant|huy|spa, belgique|eupen|ath|tubize|anderlecht|
  schaarbeek|schaerbeek|ixelles|elsene|uccle|ukkel|etterbeek|molenbeek|woluwe|evere|zottegem|ninove|
  geraardsbergen|wetteren|lokeren|eeklo|deinze|torhout|tielt|izegem|menen|wevelgem|harelbeke|temse
`;
