/**
 * Large cities by country, lowercase, in English and in their own languages. Left out: names that are common
 * words (Nice, Reading) and names shared by cities of similar size (Valencia, San José, Victoria). One entry
 * is the ISO code, a space and the names.
 */
export const CITY_NAMES = `
  AE sharjah|ajman|ras al khaimah|fujairah|al ain|umm al quwain|jebel ali|deira|دبي|أبوظبي|ابوظبي|الشارقة|
  عجمان;
  AF kabul|herat|kandahar; AL tirana|tiranë|durres|vlore|shkoder; AM yerevan|երևան|gyumri; AO luanda|
  benguela|lubango;
  AR buenos aires|rosario|mendoza|mar del plata|tucuman|salta|neuquen|bariloche|la plata|caba|
  capital federal|bahia blanca;
  AT wien|vienna|graz|linz|salzburg|innsbruck|klagenfurt|villach|wels|sankt pölten|st. pölten|dornbirn|
  bregenz|eisenstadt|steyr;
  AU sydney|melbourne|brisbane|perth|adelaide|canberra|gold coast|hobart|darwin|geelong|cairns|townsville|
  ballarat|
  toowoomba|wollongong|parramatta; AZ baku|bakı|ganja|sumqayit;
  BA sarajevo|banja luka|tuzla|zenica|mostar|bihac|сарајево; BB bridgetown; BD dhaka|chittagong|
  chattogram|sylhet|khulna|rajshahi|gulshan|ঢাকা|চট্টগ্রাম;
  BE brussels|bruxelles|brussel|antwerpen|antwerp|anvers|gent|ghent|gand|charleroi|liège|luik|brugge|
  bruges|namur|namen|
  leuven|louvain|mons|mechelen|aalst|hasselt|kortrijk|oostende|genk|roeselare|tournai|turnhout|wavre;
  BF ouagadougou; BG sofia|plovdiv|varna|burgas|ruse|stara zagora|pleven|софия|пловдив|варна|бургас|русе|
  стара загора;
  BH manama|muharraq|riffa|المنامة; BI bujumbura; BJ cotonou; BN bandar seri begawan; BO la paz|
  santa cruz de la sierra|cochabamba|sucre;
  BR são paulo|rio de janeiro|brasília|salvador|fortaleza|belo horizonte|manaus|curitiba|recife|goiânia|
  porto alegre|
  belém|guarulhos|campinas|são luís|maceió|natal|teresina|campo grande|joão pessoa|santo andré|
  são bernardo do campo|osasco|
  ribeirão preto|uberlândia|sorocaba|cuiabá|aracaju|feira de santana|joinville|londrina|juiz de fora|
  florianópolis|
  niterói|caxias do sul|vitória|vila velha|são josé dos campos|blumenau|maringá|são caetano do sul;
  BW gaborone|francistown; BY minsk|minsk|gomel|brest|минск|гомель|мінск|витебск|гродно; BZ belize city|
  belmopan;
  CA toronto|montréal|montreal|vancouver|calgary|edmonton|ottawa|winnipeg|québec|mississauga|hamilton|
  brampton|surrey|laval|
  halifax|london, on|markham|vaughan|gatineau|saskatoon|kitchener|burnaby|regina|longueuil|sherbrooke|
  kelowna|british columbia|
  ontario|alberta|manitoba|saskatchewan|nova scotia|new brunswick|newfoundland; CD kinshasa|lubumbashi|
  goma; CG brazzaville|pointe-noire;
  CH zürich|zurich|genf|genève|geneva|ginevra|basel|bâle|bern|berne|lausanne|winterthur|luzern|lucerne|
  st. gallen|lugano|biel|bienne|
  thun|fribourg|freiburg i.ue.|schaffhausen|chur|neuchâtel|sion|zug|aarau|baden ag|yverdon|bellinzona|
  locarno|montreux|vevey|olten;
  CI abidjan|yamoussoukro|bouaké; CL santiago de chile|valparaíso|viña del mar|concepción|antofagasta|
  temuco|rancagua|iquique|
  puerto montt|las condes|providencia|vitacura|la serena|coquimbo|talca; CM douala|yaoundé;
  CN beijing|shanghai|guangzhou|shenzhen|chengdu|hangzhou|wuhan|xi'an|suzhou|nanjing|tianjin|chongqing|
  qingdao|dalian|ningbo|xiamen|
  dongguan|foshan|jinan|changsha|zhengzhou|shenyang|wuxi|wenzhou|hefei|kunming|fuzhou|yiwu|zhejiang|
  jiangsu|guangdong|shandong|
  北京|上海|广州|深圳|成都|杭州|武汉|西安|苏州|南京|天津|重庆|青岛|大连|宁波|厦门|东莞|佛山|济南|长沙|郑州|沈阳|无锡|温州|合肥|昆明|浙江|江苏|广东|山东;
  CO bogotá|bogota d.c.|medellín|cali|barranquilla|cartagena de indias|bucaramanga|pereira|manizales|
  cúcuta|ibagué|santa marta|
  villavicencio|antioquia|cundinamarca|envigado; CR san jose, costa rica|heredia|alajuela|escazú|cartago;
  CU la habana|havana; CY nicosia|limassol|larnaca|paphos|λευκωσία|λεμεσός|λάρνακα|λεμεσος|λευκωσια|
  strovolos;
  CZ praha|prague|prag|brno|ostrava|plzeň|olomouc|liberec|hradec králové|české budějovice|ústí nad labem|
  pardubice|zlín|jihlava|karlovy vary;
  DE berlin|hamburg|münchen|munich|köln|cologne|frankfurt|stuttgart|düsseldorf|dortmund|leipzig|bremen|
  dresden|hannover|hanover|
  nürnberg|nuremberg|duisburg|bochum|wuppertal|bielefeld|bonn|münster|karlsruhe|mannheim|augsburg|
  wiesbaden|mönchengladbach|
  gelsenkirchen|braunschweig|chemnitz|kiel|aachen|halle|magdeburg|freiburg|krefeld|lübeck|mainz|erfurt|
  oberhausen|rostock|
  kassel|saarbrücken|potsdam|oldenburg|regensburg|heidelberg|ingolstadt|würzburg|ulm|heilbronn|göttingen|
  koblenz|jena|trier|
  osnabrück|paderborn|erlangen|bayreuth|darmstadt|konstanz|leverkusen|solingen; DJ djibouti city;
  DK københavn|copenhagen|kopenhagen|kobenhavn|aarhus|århus|odense|aalborg|ålborg|esbjerg|randers|kolding|
  horsens|vejle|roskilde|silkeborg|herning|hellerup|frederiksberg;
  DO santo domingo|santiago de los caballeros|punta cana|puerto plata; DZ algiers|alger|oran|annaba|
  الجزائر العاصمة;
  EC quito|guayaquil|cuenca, ecuador|manta|ambato|pichincha|guayas; EE tallinn|tartu|pärnu|narva;
  EG cairo|giza|alexandria|port said|maadi|heliopolis|nasr city|zamalek|6th of october|hurghada|
  sharm el sheikh|القاهرة|الجيزة|الإسكندرية|الاسكندرية;
  ES madrid|barcelona|sevilla|seville|zaragoza|málaga|murcia|palma de mallorca|las palmas|bilbao|alicante|
  valladolid|vigo|
  gijón|hospitalet|a coruña|la coruña|vitoria-gasteiz|elche|badalona|oviedo|terrassa|sabadell|pamplona|
  almería|san sebastián|donostia|
  burgos|santander|castellón|logroño|badajoz|salamanca|huelva|lleida|tarragona|girona|marbella|cádiz|jaén|
  ourense|reus|lugo|cáceres|ibiza|tenerife;
  ET addis ababa|አዲስ አበባ; FI helsinki|helsingfors|espoo|tampere|vantaa|oulu|turku|åbo|jyväskylä|lahti|
  kuopio|pori|joensuu|lappeenranta|vaasa|rovaniemi|kouvola;
  FJ suva|nadi; FR paris|marseille|lyon|toulouse|nantes|strasbourg|montpellier|bordeaux|lille|rennes|
  reims|le havre|saint-étienne|toulon|
  grenoble|dijon|angers|nîmes|villeurbanne|clermont-ferrand|le mans|aix-en-provence|limoges|amiens|
  perpignan|metz|besançon|
  orléans|mulhouse|rouen|caen|nancy|argenteuil|saint-denis|montreuil|roubaix|tourcoing|avignon|poitiers|
  versailles|boulogne-billancourt|
  la rochelle|annecy|pau|antibes|cannes|colmar|quimper|valence|chambéry|bayonne|levallois-perret|nanterre|
  courbevoie;
  GA libreville; GB london|manchester|leeds|glasgow|sheffield|liverpool|bristol|edinburgh|leicester|
  cardiff|belfast|nottingham|
  newcastle upon tyne|southampton|portsmouth|brighton|plymouth|wolverhampton|aberdeen|swansea|
  milton keynes|norwich|oxford|cambridge|
  exeter|coventry|derby|bradford|croydon|middlesex|surrey|kent|essex|hertfordshire|berkshire|hampshire|
  yorkshire|lancashire|cheshire|
  cornwall|devon|dorset|somerset|norfolk|suffolk|buckinghamshire|gloucestershire|warwickshire|
  staffordshire|birmingham|stockport|dundee|inverness;
  GE tbilisi|batumi|kutaisi|თბილისი|ბათუმი; GH accra|kumasi|takoradi|tema; GM banjul; GN conakry;
  GR athens|athina|αθήνα|θεσσαλονίκη|thessaloniki|πάτρα|patras|ηράκλειο|heraklion|πειραιάς|piraeus|λάρισα|
  βόλος|ρόδος|ιωάννινα|χανιά|
  αθηνα|θεσσαλονικη|chania|crete|κρήτη|μαρούσι|γλυφάδα|καλλιθέα; GT guatemala city|ciudad de guatemala|
  quetzaltenango; GY georgetown;
  HK kowloon|wan chai|wanchai|tsim sha tsui|causeway bay|kwun tong|new territories|mong kok|tsuen wan|九龍|
  新界|灣仔|中環|觀塘;
  HN tegucigalpa|san pedro sula; HR zagreb|rijeka|osijek|zadar|pula|šibenik|varaždin|dubrovnik|karlovac;
  HT port-au-prince;
  HU budapest|debrecen|szeged|miskolc|pécs|győr|nyíregyháza|kecskemét|székesfehérvár|szombathely|sopron|
  eger|veszprém|szolnok|tatabánya|kaposvár|zalaegerszeg;
  ID jakarta|surabaya|bandung|medan|semarang|makassar|palembang|denpasar|yogyakarta|tangerang|bekasi|
  depok|bogor|batam|jawa barat|jawa timur|
  jawa tengah|bali|malang|balikpapan|pekanbaru; IE dublin|baile átha cliath|galway|limerick|waterford|
  co. cork|co. kerry|co. dublin|kilkenny|sligo|letterkenny|
  co. galway|co. mayo|co. wicklow|co. kildare|co. meath|drogheda|dundalk|tralee|athlone|killarney|ennis;
  IL tel aviv|tel-aviv|jerusalem|haifa|rishon lezion|petah tikva|ashdod|netanya|beer sheva|be'er sheva|
  herzliya|ramat gan|ra'anana|
  תל אביב|תל-אביב|ירושלים|חיפה|ראשון לציון|פתח תקווה|אשדוד|נתניה|באר שבע|הרצליה|רמת גן|רעננה|חולון|
  בני ברק|כפר סבא;
  IN mumbai|delhi|bangalore|bengaluru|chennai|kolkata|hyderabad|pune|ahmedabad|gurgaon|gurugram|noida|
  jaipur|kochi|cochin|surat|lucknow|
  kanpur|nagpur|indore|thane|bhopal|visakhapatnam|patna|vadodara|ghaziabad|ludhiana|coimbatore|madurai|
  nashik|faridabad|rajkot|
  chandigarh|mysore|mysuru|trivandrum|thiruvananthapuram|goa|maharashtra|karnataka|gujarat|kerala|
  tamil nadu|telangana|andhra pradesh|
  uttar pradesh|rajasthan|punjab, india|haryana|west bengal|madhya pradesh|odisha|bhubaneswar|mangalore|
  navi mumbai|secunderabad|
  calcutta|madras|bombay|मुंबई|दिल्ली; IQ baghdad|erbil|basra|بغداد|أربيل|sulaymaniyah; IR tehran|isfahan|
  mashhad|shiraz|tabriz|تهران|اصفهان|مشهد|شیراز|تبریز;
  IS reykjavík|kópavogur|hafnarfjörður|akureyri|garðabær; IT roma|rome|milano|milan|mailand|napoli|naples|
  torino|turin|palermo|genova|genoa|bologna|
  firenze|florence|catania|venezia|venice|verona|messina|padova|trieste|brescia|parma|taranto|prato|
  modena|reggio emilia|
  reggio calabria|perugia|ravenna|livorno|cagliari|foggia|rimini|salerno|ferrara|sassari|latina|monza|
  siracusa|pescara|bergamo|
  vicenza|trento|bolzano|bozen|novara|piacenza|ancona|udine|lecce|la spezia|treviso|varese|como|lucca|
  pisa|siena|bari|asti|cuneo|mantova|cremona|pavia;
  JM montego bay; JO amman|aqaba|irbid|zarqa|عمان، الأردن|عمّان; JP tokyo|osaka|yokohama|nagoya|kyoto|
  kobe|sapporo|fukuoka|kawasaki|hiroshima|sendai|
  saitama|chiba|東京|大阪|横浜|名古屋|京都|神戸|札幌|福岡|川崎|広島|仙台|埼玉県|千葉県|愛知県|北海道|兵庫県|静岡県|沖縄|新潟|熊本|長野県|岡山県;
  KE nairobi|mombasa|kisumu|nakuru|eldoret|westlands|thika; KG bishkek|бишкек|osh, kyrgyzstan;
  KH phnom penh|siem reap|sihanoukville|ភ្នំពេញ;
  KR seoul|busan|incheon|daegu|daejeon|gwangju|suwon|ulsan|gyeonggi|서울|부산|인천|대구|대전|광주|수원|울산|경기도|성남|용인|고양시|
  창원|제주|충청|전라|경상|강원;
  KW kuwait city|salmiya|hawally|farwaniya|safat|shuwaikh|مدينة الكويت|السالمية|حولي; KZ almaty|astana|
  nur-sultan|shymkent|алматы|астана|нур-султан|шымкент|караганда;
  LA vientiane|luang prabang|ວຽງຈັນ; LB beirut|beyrouth|tripoli, lebanon|jounieh|بيروت; LI vaduz|schaan;
  LK colombo|kandy|galle|negombo|කොළඹ|dehiwala;
  LR monrovia; LS maseru; LT vilnius|kaunas|klaipėda|šiauliai|panevėžys|vilniaus|kauno;
  LU esch-sur-alzette|strassen, luxembourg|differdange|dudelange; LV riga|rīga|daugavpils|liepāja|jelgava|
  jūrmala;
  LY benghazi|misrata|tripoli, libya|طرابلس، ليبيا|بنغازي; MA casablanca|rabat|marrakech|marrakesh|fès|
  tanger|tangier|agadir|meknès|oujda|kenitra|الدار البيضاء|الرباط|مراكش;
  MC monte carlo|monte-carlo; MD chișinău|chisinau|bălți|кишинев|кишинёв; ME podgorica|budva|nikšić|kotor|
  подгорица; MG antananarivo;
  MK skopje|bitola|скопје|tetovo|битола|ohrid; ML bamako; MM yangon|mandalay|rangoon|naypyidaw|ရန်ကုန်;
  MN ulaanbaatar|ulan bator|улаанбаатар;
  MT valletta|sliema|st. julian's|birkirkara|gżira|msida|san ġiljan|qormi; MU port louis|ebene|curepipe;
  MV malé|male'; MW lilongwe|blantyre;
  MX ciudad de méxico|mexico city|cdmx|guadalajara|monterrey|puebla|tijuana|zapopan|querétaro|cancún|
  toluca|hermosillo|chihuahua|
  saltillo|aguascalientes|san luis potosí|morelia|culiacán|veracruz|nuevo león|jalisco|nuevo leon|
  acapulco|cuernavaca|torreón|
  guanajuato|ciudad juárez|naucalpan|tlalnepantla|playa del carmen|san pedro garza garcía|villahermosa|
  tuxtla gutiérrez|oaxaca|quintana roo|mexicali;
  MY kuala lumpur|petaling jaya|johor bahru|shah alam|george town|georgetown, penang|penang|pulau pinang|
  ipoh|kuching|kota kinabalu|selangor|johor|
  melaka|malacca|subang jaya|seremban|klang|sabah|sarawak|cyberjaya|putrajaya|puchong|kuantan|perak|kedah|
  alor setar|wilayah persekutuan;
  MZ maputo|beira|nampula; NA windhoek|walvis bay|swakopmund; NE niamey; NG lagos|abuja|port harcourt|
  ibadan|kano|lekki|ikeja|benin city|enugu|kaduna;
  NI managua; NL amsterdam|rotterdam|den haag|the hague|utrecht|eindhoven|tilburg|groningen|almere|breda|
  nijmegen|enschede|haarlem|arnhem|
  amersfoort|zaandam|apeldoorn|'s-hertogenbosch|den bosch|hoofddorp|maastricht|leiden|dordrecht|
  zoetermeer|zwolle|deventer|delft|alkmaar|
  venlo|leeuwarden|hilversum|roosendaal|gouda|hengelo|helmond|hoorn|schiedam|vlaardingen|middelburg|assen|
  lelystad|veenendaal|woerden|nieuwegein;
  NO oslo|bergen|trondheim|stavanger|drammen|fredrikstad|kristiansand|sandnes|tromsø|sarpsborg|skien|
  ålesund|sandefjord|haugesund|tønsberg|moss|bodø|hamar|lillehammer;
  NP kathmandu|pokhara|lalitpur|काठमाडौं|patan|biratnagar|bhaktapur; NZ auckland|wellington|christchurch|
  hamilton, new zealand|tauranga|dunedin|palmerston north|napier|
  nelson, new zealand|rotorua|new plymouth|whangarei|invercargill|queenstown|whanganui; OM muscat|salalah|
  sohar|ruwi|مسقط|صلالة; PA panama city, panama|ciudad de panamá;
  PE lima|arequipa|trujillo, perú|chiclayo|cusco|cuzco|piura|miraflores, lima|san isidro, lima|callao|
  iquitos|huancayo; PG port moresby|lae;
  PH manila|makati|quezon city|cebu city|cebu|davao|taguig|pasig|mandaluyong|pasay|metro manila|baguio|
  iloilo|bacolod|cagayan de oro|muntinlupa|
  parañaque|bonifacio global city|laguna|cavite|caloocan|angeles city; PK karachi|lahore|islamabad|
  rawalpindi|faisalabad|multan|peshawar|sialkot|quetta|gujranwala|کراچی|لاہور|اسلام آباد;
  PL warszawa|warsaw|warschau|kraków|krakow|cracow|łódź|wrocław|wroclaw|breslau|poznań|poznan|gdańsk|
  gdansk|danzig|szczecin|bydgoszcz|lublin|białystok|
  katowice|gdynia|częstochowa|radom|sosnowiec|toruń|kielce|rzeszów|gliwice|zabrze|olsztyn|bielsko-biała|
  bytom|rybnik|opole|tychy|zielona góra|elbląg;
  PR ponce; PS ramallah|gaza|رام الله; PT lisboa|lisbon|lissabon|porto|vila nova de gaia|braga|coimbra|
  funchal|setúbal|aveiro|évora|faro|leiria|
  viseu|guimarães|almada|amadora|cascais|sintra|oeiras|matosinhos|maia|portimão|viana do castelo;
  PY asunción|ciudad del este;
  QA doha|al rayyan|lusail|الدوحة; RO bucurești|bucharest|bukarest|bucuresti|cluj-napoca|cluj|timișoara|
  iași|constanța|craiova|brașov|galați|ploiești|
  oradea|brăila|arad|pitești|sibiu|bacău|târgu mureș|baia mare|suceava|ilfov|alba iulia|jud.;
  RS beograd|belgrade|belgrad|novi sad|niš|kragujevac|subotica|београд|нови сад|ниш|крагујевац|zemun|
  čačak;
  RU moscow|moskau|saint petersburg|st. petersburg|novosibirsk|yekaterinburg|москва|санкт-петербург|спб|
  новосибирск|екатеринбург|
  казань|нижний новгород|челябинск|самара|омск|ростов-на-дону|уфа|красноярск|воронеж|пермь|волгоград|
  краснодар|саратов|тюмень|
  тольятти|ижевск|барнаул|иркутск|хабаровск|ярославль|владивосток|томск|тула|калининград|сочи|рязань|
  пенза; RW kigali;
  SA riyadh|jeddah|dammam|khobar|al khobar|makkah|mecca|medina|jubail|dhahran|الرياض|جدة|الدمام|الخبر|مكة|
  المدينة المنورة;
  SC mahe, seychelles; SD khartoum|الخرطوم; SE stockholm|göteborg|gothenburg|malmö|uppsala|västerås|
  örebro|linköping|helsingborg|jönköping|norrköping|lund|umeå|
  gävle|borås|södertälje|eskilstuna|halmstad|växjö|karlstad|sundsvall|solna|kista|östersund|kalmar|
  trollhättan|luleå|skövde;
  SI ljubljana|maribor|celje|kranj|koper|velenje|novo mesto|ptuj|nova gorica; SK bratislava|košice|prešov|
  žilina|nitra|banská bystrica|trnava|trenčín|martin, slovakia|poprad;
  SN dakar|thiès; SO mogadishu; SR paramaribo; SV san salvador|santa tecla; SY damascus|aleppo|دمشق|حلب;
  TH bangkok|chiang mai|phuket|pattaya|chonburi|nonthaburi|hat yai|samut prakan|กรุงเทพ|เชียงใหม่|ภูเก็ต|
  ชลบุรี|นนทบุรี|สมุทรปราการ|ปทุมธานี|ขอนแก่น|โคราช|นครราชสีมา|สงขลา;
  TJ dushanbe|душанбе; TM ashgabat; TN tunis|sfax|sousse|ariana|la marsa|تونس العاصمة|صفاقس; TR istanbul|
  ankara|izmir|bursa|antalya|adana|konya|gaziantep|
  mersin|kayseri|eskişehir|kocaeli|gebze|denizli|samsun|bodrum|kadıköy|beşiktaş|şişli|ümraniye|sakarya|
  trabzon|diyarbakır|muğla|beyoğlu|ataşehir|malatya|bakırköy;
  TT port of spain|chaguanas; TW taipei|taichung|kaohsiung|tainan|hsinchu|taoyuan|台北|臺北|台中|高雄|台南|新竹|桃園|新北|
  臺中|臺南;
  TZ dar es salaam|arusha|dodoma|mwanza|zanzibar; UA kyiv|kiev|kharkiv|odesa|odessa, ukraine|dnipro|lviv|
  київ|киев|харків|харьков|одеса|одесса|дніпро|днепр|
  львів|львов|запоріжжя|вінниця|полтава|чернівці|тернопіль|ужгород|миколаїв|луцьк|рівне|хмельницький|
  житомир|черкаси|івано-франківськ;
  UG kampala|entebbe|jinja; US los angeles|chicago|houston|philadelphia|phoenix|san antonio|san diego|
  dallas|austin|san francisco|seattle|
  denver|boston|las vegas|miami|atlanta|minneapolis|new orleans|cleveland|pittsburgh|cincinnati|st. louis|
  orlando|sacramento|brooklyn|manhattan|washington, dc|
  washington dc|baltimore|milwaukee|salt lake city|honolulu|charlotte|indianapolis|columbus|detroit|
  nashville|memphis|portland|tucson|tampa;
  UY montevideo|punta del este|maldonado; UZ tashkent|toshkent|samarkand|ташкент|bukhara; VE caracas|
  maracaibo|barquisimeto|maracay|zulia|estado miranda;
  VN hanoi|ha noi|hà nội|ho chi minh|hồ chí minh|hcmc|tp.hcm|tphcm|tp hcm|saigon|sài gòn|da nang|đà nẵng|
  hai phong|hải phòng|can tho|cần thơ|binh duong|bình dương|
  dong nai|đồng nai|nha trang|hue city|thừa thiên huế|biên hòa|vũng tàu|đà lạt|bắc ninh; YE sanaa|
  aden, yemen|صنعاء|عدن; ZA johannesburg|cape town|durban|pretoria|
  port elizabeth|sandton|bloemfontein|gauteng|western cape|kwazulu-natal|kaapstad|stellenbosch|randburg|
  centurion|polokwane|nelspruit|roodepoort|east london, south africa|midrand|eastern cape;
  ZM lusaka|ndola|kitwe; ZW harare|bulawayo
`;
