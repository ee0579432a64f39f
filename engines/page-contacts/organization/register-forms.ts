import type { CountryCode } from 'libphonenumber-js/max';

/** How a tax or register number is written. */
interface RegisterForm {
  kind: 'vat_number' | 'registration_number';
  /** the only country with such numbers. Null: several have them, or the number starts with the country */
  country: CountryCode | null;
  /** its label and the number, both without anchors */
  label: string;
  number: string;
}

/** VAT numbers of the European Union, Great Britain, Norway and Switzerland, with their country letters. */
const EUROPEAN =
  '(?:ATU ?\\d{8}|BE ?[01]?\\d{3}[ .]?\\d{3}[ .]?\\d{3}|BG ?\\d{9,10}|CY ?\\d{8}[A-Z]|CZ ?\\d{8,10}|DE ?\\d{3} ?\\d{3} ?\\d{3}|DK ?\\d{2} ?\\d{2} ?\\d{2} ?\\d{2}|EE ?\\d{9}|(?:EL|GR) ?\\d{9}|ES ?[A-Z\\d]-?\\d{7}-?[A-Z\\d]|FI ?\\d{8}|FR ?[A-Z\\d]{2} ?\\d{3} ?\\d{3} ?\\d{3}|GB ?\\d{3} ?\\d{4} ?\\d{2}(?: ?\\d{3})?|HR ?\\d{11}|HU ?\\d{8}|IE ?\\d[A-Z\\d+*]\\d{5}[A-Z]{1,2}|IT ?\\d{11}|LT ?(?:\\d{12}|\\d{9})|LU ?\\d{8}|LV ?\\d{11}|MT ?\\d{8}|NL ?(?:\\d\\.?){9}B\\.?\\d{2}|NL ?\\d{4}\\.\\d{2}\\.\\d{3}\\.B\\.?\\d{2}|NO ?\\d{3} ?\\d{3} ?\\d{3} ?MVA|PL ?\\d{10}|PT ?\\d{9}|RO ?\\d{2,10}|SE ?\\d{6}-?\\d{4}01|SE ?\\d{12}|SI ?\\d{8}|SK ?\\d{10}|CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}(?: ?(?:MWST|TVA|IVA))?)';

/** `country ~ label ~ number`. Likeliest first, and before those that it could be taken for. */
const FIRST_FORMS = String.raw`
CH ~ UID(?:-Nr\.?)? ~ CHE-?\d{3}\.?\d{3}\.?\d{3}(?!\d| ?(?:MWST|TVA|IVA))
`;

/**
 * Numbers of taxpayers that aren't theirs for VAT are register numbers, if the country has another one for VAT, or if its
 * register uses them, too.
 */
const VAT_FORMS = String.raw`
- ~ (?:(?:USt\.?-?\s?I[dD](?:ent)?\S{0,20}|Umsatzsteuer-?[Ii][Dd]\S{0,30}(?:\s\S{1,20})?)(?: (?:gem\S{1,4}|nach|laut) § ?27 ?a(?: \S{1,25}){1,2})?|UID(?:-Nr)?|VAT(?:\s\S{1,20}){0,3}?|TVA(?:\sintra\S{0,20})?|N° TVA\S{0,20}(?:\s\S{1,20})?|P(?:artita)?\.?\s?IVA|BTW(?:-?\S{1,20})?|DIČ|[Mm]oms\S{0,20}|MVA\S{0,20}|ALV\S{0,20}|NIF|CIF|NIP(?: UE)?|Vat|PVN(?: reģ\S{0,12})?\S{0,10}(?: [Nn]r\.?)?|PVM(?: kodas)?|IČ DPH|ДДС|ID za DDV|Davčna\S{0,4}(?: \S{2,8})?|PDV\S{0,5}(?: broj)?|OIB|KMKR\S{0,5}|ΦΠΑ|Közösségi adószám|EU adószám) ~ ${EUROPEAN}
IT ~ (?:P(?:artita)?\.?\s?IVA|[Pp](?:artita)?\.?\s?iva|P\.? ?I\.)(?: \(IT\))?(?: ?(?:e|/|ed|-) ?(?:C\.? ?F\.?|[Cc]od\S{0,5} [Ff]isc\S{0,5}|(?:[Ii]scr\S{0,10} )?Reg(?:istro|\.)?(?: delle)? [Ii]mpr(?:ese|\.)(?: (?:di )?\p{L}{2,20})?)){0,2} ~ (?:IT ?)?\d{11}
ES ~ (?:CIF|NIF|N\.I\.F\.?|C\.I\.F\.?) ~ [A-HJNP-SUVW]-?\d{2}\.?\d{3}\.?\d{2}[\dA-J]
PL ~ NIP ~ \d{3}-?\d{2,3}-?\d{2}-?\d{2,3}
PT ~ NIPC?|Contribuinte(?: n\S{0,3})?|Pessoa Coletiva|NIF ~ (?:PT ?)?[125689]\d{2} ?\d{3} ?\d{3}
AT ~ ~ ATU\d{8}
NL ~ ~ NL ?\d{9}B\d{2}
BE ~ ~ BE ?0\d{3}\.?\d{3}\.?\d{3}
CH ~ (?:IVA|MWST|MwSt|TVA)(?:-?Nr)? ~ CHE-?\d{3}\.?\d{3}\.?\d{3}
CH ~ ~ CHE-?\d{3}\.?\d{3}\.?\d{3} ?(?:MWST|TVA|IVA)
HU ~ [Aa]dószám ~ \d{8}-\d-\d{2}
- ~ ИНН ~ \d{10}(?:\d{2})?
UA ~ ІПН(?: платника ПДВ)? ~ \d{12}|\d{10}
BY ~ УНП ~ \d{9}
RS ~ (?:PIB|ПИБ) ~ \d{9}
MK ~ (?:ЕДБ|EDB) ~ (?:MK ?)?\d{13}
BA ~ PDV(?: broj)? ~ \d{12}
AL ~ (?:NIPT|NUIS) ~ [A-Z]\d{8}[A-Z]
AM ~ ՀՎՀՀ ~ \d{8}
AZ ~ VÖEN ~ \d{10}
TR ~ (?:Vergi (?:Kimlik )?(?:No|Numarası)|VKN|(?:V\.D|VD)\.? ?(?:No)?|[Vv]ergi [Dd]airesi(?: (?:ve|/) (?:[Nn]o|[Nn]umarası))?[^\n\d]{0,40}?) ~ \d{10}|\d{3} \d{3} \d{4}
MX ~ R\.?F\.?C\.?|Registro Federal de Contribuyentes ~ [A-ZÑ&]{3,4}-?\d{6}-?[A-Z\d]{3}
RO ~ (?:CUI|CIF|C\.U\.I\.?|C\.I\.F\.?|[Cc]od [Ff]iscal) ~ RO ?\d{2,10}
CA ~ (?:GST|HST|TPS|TVH)(?: ?/ ?(?:HST|GST|TVH|TPS|TVQ|QST))?(?: (?:[Rr]eg\S{0,20}|No\.?|Number|#|:)){0,2} ~ \d{5} ?\d{4} ?RT ?\d{4}|\d{3} ?\d{3} ?\d{3} ?RT ?\d{4}
SG ~ GST(?: (?:Reg\S{0,20}|No\.?|Number)){0,2} ~ (?:\d{9}[A-Z]|M\d-?\d{7}-?\d)
IN ~ GST(?:IN|in)?(?: ?/ ?UIN| ?\([A-Z]{2}\))?(?: (?:Reg\S{0,20}|No\.?|Number|ID)){0,2} ~ \d{2}[A-Z]{5}\d{4}[A-Z]\d?[A-Z][A-Z\d]{1,2}
NZ ~ GST(?: (?:Reg\S{0,20}|No\.?|Number|#)){0,2} ~ \d{2,3}-\d{3}-\d{3}|\d{2,3} \d{3} \d{3}
AE ~ (?:TRN|(?:VAT|Tax)(?: (?:No\.?|Number|Reg\S{0,20}|TRN)){0,3}) ~ 1\d{14}
SA ~ (?:TRN|(?:VAT|Tax)(?: (?:No\.?|Number|Reg\S{0,20}|ID)){0,3}) ~ 3\d{14}
- ~ (?:(?:ال)?رقم (?:ال)?(?:تسجيل )?(?:ال)?(?:ضريبي|ضريبة)(?: الموحد| للقيمة المضافة)?|الرقم الضريبي(?: الموحد| للمنشأة| لضريبة القيمة المضافة)?|التسجيل الضريبي) ~ \d{15}|\d{3}-\d{3}-\d{3}|\d{9}
IR ~ کد اقتصادی ~ \d{11,14}
IL ~ (?:עוסק מורשה|ע\.?מ\.?) ~ \d{9}
ZA ~ VAT(?: (?:no\.?|No\.?|Number|number|Reg\S{0,20})){0,2} ~ 4\d{9}
TZ ~ VRN ~ \d{2}-?\d{6}-?[A-Z]
KE ~ (?:KRA )?PIN(?: (?:No\.?|Number))? ~ [AP]\d{9}[A-Z]
PK ~ (?:STRN|S\.T\.R\.N\.?|Sales Tax(?: Reg\S{0,20})?(?: No\.?| Number)?) ~ (?:\d{2}-?\d{2}-?\d{4}-?\d{3}-?\d{2}|\d{13})
PK ~ N\.?T\.?N\.?(?: No\.?| Number)?|این ?ٹی ?این ~ \d{7}-?\d
BD ~ BIN(?: No\.?| Number)? ~ \d{9}-\d{4}
NP ~ PAN(?: ?/ ?VAT)?(?: No\.?| Number)? ~ \d{9}
ID ~ (?:NPWP|N\.P\.W\.P\.?) ~ \d{2}\.?\d{3}\.?\d{3}\.?\d-?\d{3}\.?\d{3}
MY ~ SST(?: (?:Reg\S{0,20}|No\.?|ID)){0,2} ~ [A-Z]\d{2}-\d{4}-\d{8}
- ~ T\.?I\.?N\.?(?: (?:No\.?|Number))? ~ \d{3}-\d{3}-\d{3}(?:-\d{3,5})?
NG ~ TIN(?: (?:No\.?|Number))? ~ \d{8}-\d{4}
GH ~ TIN(?: (?:No\.?|Number))? ~ [CP]\d{10}
- ~ TP?IN(?: (?:No\.?|Number))? ~ \d{9,10}
TH ~ (?:เลข(?:ที่)?ประจำตัวผู้เสียภาษี(?:อากร)?|เลขผู้เสียภาษี|ทะเบียนภาษี) ~ \d{13}|\d-\d{4}-\d{5}-\d{2}-\d
VN ~ (?:Mã số thuế|MST|M\.S\.T\.?|Mã số DN|[Tt]ax [Cc]ode) ~ 0\d{9}(?:-\d{3})?
- ~ Tax (?:ID|Id|code|Code|No\.?)(?: (?:No\.?|Number))? ~ (?:0\d{12}|0\d{9}(?:-\d{3})?)
JP ~ (?:適格請求書(?:発行)?事業者)?登録番号|インボイス(?:制度)?(?:登録)?番号|(?:Qualified )?[Ii]nvoice (?:[Ii]ssuer )?(?:[Rr]egistration )?(?:[Nn]umber|[Nn]o\.?) ~ T-?\d{13}
GB ~ VAT(?: [Rr]eg\S{0,20})?(?: No\.?| Number| number| no\.?)? ~ (?:GB ?)?\d{3} ?\d{4} ?\d{2}
IE ~ VAT(?: [Rr]eg\S{0,20})?(?: No\.?| Number| number| no\.?)? ~ (?:IE ?)?\d{7}[A-W][A-I]?
OM ~ VATIN ~ OM\d{10}
IS ~ VSK(?:-?\s?(?:nr|númer|no)\.?)? ~ \d{5,6}
- ~ DIČ ~ (?:CZ|SK)?\d{8,10}
GR ~ (?:ΑΦΜ|Α\.Φ\.Μ\.) ~ \d{9}
TN ~ (?:Matricule [Ff]iscale?|M\.?F\.?) ~ \d{7} ?/?[A-Z](?: ?/ ?[A-Z]){0,2}(?: ?/ ?\d{3})?
`;

const REGISTER_FORMS = String.raw`
DE ~ (?:(?:Handelsregister|Amtsgericht)[^\n\d]{0,40}?)? ~ HR[AB][\s.:-]{0,4}(?:(?:no|nr|nummer)[\s.:]{1,3})?\d{1,6}(?: [A-Z]{1,2}\b)?
CH ~ ~ CH-\d{3}\.\d\.\d{3}\.\d{3}-\d
- ~ (?:[Cc]orporation|[Ee]ntity) (?:[Nn]o\.?|[Nn]umber) ~ \d{9}
AT ~ (?:Firmenbuch\S{0,20}|FN) ~ \d{5,6} ?[a-z]\b
FR ~ (?:SIRET|Siret) ~ \d{3} ?\d{3} ?\d{3} ?\d{5}
- ~ (?:SIREN|R\.?C\.?S\.?(?: [\p{L}'’-]{2,30}){0,3}?(?: sous le (?:n°|num[ée]ro))?) ~ (?:(?:[AB] ?)?\d{3} ?\d{3} ?\d{3}|B ?\d{5,6})
FR ~ [Rr]egistre du [Cc]ommerce(?: et des [Ss]ociétés)?(?: (?:de|du|d['’])\s?[\p{L}'’ -]{2,30}?)? sous le (?:n°|num[ée]ro) ~ (?:[AB] ?)?\d{3} ?\d{3} ?\d{3}
NL ~ K\.?[vV]\.?K\.?\S{0,20}(?: [\p{L}]{2,30})? ~ \d{8}|\d{2} \d{2} \d{2} \d{2}
DK ~ CVR\S{0,20} ~ \d{2} ?\d{2} ?\d{2} ?\d{2}
- ~ [Oo]rg(?:anisa[st]ions|anisasjons|\.)?-?\s?(?:nr|nummer|no) ~ (?:\d{6}-\d{4}|(?:NO ?)?\d{3} ?\d{3} ?\d{3}(?: ?MVA)?)
NO ~ (?:Org|Foretaksregisteret) ~ [89]\d{2} \d{3} \d{3}
BE ~ (?:N° d['’]entreprise|BCE|KBO)(?: onder(?: het)? nummer| sous le numéro| (?:nr|n°)\.?)? ~ [01]\d{3}\.\d{3}\.\d{3}
GR ~ Γ\.?Ε\.?ΜΗ\.? ~ \d{12}
FI ~ Y(?:-tunnus)? ~ \d{7}-\d
PL ~ KRS(?:,? pod (?:numerem|nr))? ~ \d{10}
- ~ IČO? ~ \d{3} ?\d{2} ?\d{3}|\d{2} ?\d{3} ?\d{3}
HU ~ (?:Cg\.?|[Cc]égjegyzékszám) ~ \d{2}-\d{2}-\d{6}
ES ~ [Hh]oja(?: (?:registral|núm(?:ero|\.)|n\.?[º°]))? ~ [A-Z]{1,2}[- ] ?\d{3,6}
IT ~ R\.?E\.?A\.?(?: di)? ~ (?:n\. ?)?[A-Z]{2} ?[-–/]? ?\d{5,7}
IE ~ Registered in (?:the Republic of )?Ireland(?: (?!under)\p{L}+){0,2}[.,:]?(?: under (?:company |registration )?(?:number|no\.?))? ~ \d{5,6}
GB ~ Registered in (?:England(?: (?:and|&) Wales)?|Scotland|Wales|Northern Ireland)(?: (?!under)\p{L}+){0,2}[.,:]?(?: under (?:company |registration )?(?:number|no\.?))? ~ (?:[A-Z]{2}\d{6}|\d{5,8})
IE ~ registered in (?:the Republic of )?Ireland[,:]? (?:(?:under|with) )?(?:company |registration |registered )?(?:number|no\.?) ~ \d{5,6}
GB ~ registered in (?:England(?: (?:and|&) Wales)?|Scotland|Wales|Northern Ireland)[,:]? (?:(?:under|with) )?(?:company |registration |registered )?(?:number|no\.?) ~ (?:[A-Z]{2}\d{6}|\d{6,8})
GB ~ registered in (?:England(?: (?:and|&) Wales)?|Scotland|Wales|Northern Ireland),? ?\( ~ (?:[A-Z]{2}\d{6}|\d{8})
- ~ (?:Company|Registered|Registration|Reg\.?|Co\.)(?: in [\p{L} &]{2,30}?)?(?: (?:Company|Reg\S{0,20}))?[.,:]? (?:[Nn]o\.?|[Nn]umber|[Nn]r\.?|#) ~ (?:[A-Z]{2}\d{6}|\d{6,8})
PL ~ REGON ~ \d{14}|\d{9}
DE ~ (?:VR|Vereinsregister[^\n\d]{0,30}?|GnR|Genossenschaftsregister[^\n\d]{0,30}?)(?:-?Nr\.?)? ~ \d{1,6}
DE ~ Partnerschaftsregister[^\n\d]{0,50}? ~ PR ?(?:Nr\.? ?)?\d{1,5}
DE ~ (?:Partnerschaftsregister[^\n\d]{0,30}?|PR)(?:-?Nr\.?)? ~ \d{1,5}(?= (?:AG|Amtsgericht)(?!\p{L}))
CA ~ NEQ ~ \d{10}
CA ~ (?:[Rr]egistered [Cc]harit(?:y|able organi[sz]ation)|[Cc]harit(?:y|able)(?: [Rr]eg\S{0,12})?|[Oo]rganisme de bienfaisance(?: enregistré)?)(?: (?:[Nn]o\.?|[Nn]umber|n[°o]|#))?(?: ?\()? ~ \d{5} ?\d{4} ?RR ?\d{4}|\d{9} ?RR ?\d{4}
IE ~ (?:[Rr]egistered )?[Cc]harity (?:[Nn]o\.?|[Nn]umber)(?: ?\(RCN\))? ~ 20\d{6}
GB ~ (?:[Rr]egistered |Scottish )?[Cc]harity(?: (?:in (?:England(?: (?:and|&) Wales)?|Scotland)[,:]? ?)?(?:[Nn]o\.?|[Nn]umber))?(?:, no\.)?(?: ?\()? ~ (?:SC0\d{5}|\d{6,7})(?!\d)
IE ~ CRO(?: (?:No\.?|Number))? ~ \d{5,6}
- ~ (?:company|registered|registration) (?:no\.?|number|nr\.?) ~ (?:[A-Z]{2}\d{6}|\d{6,8}|\d{4}\.\d{3}\.\d{3})
BE ~ Company number|[Oo]ndernemingsnummer|RPR\S{0,10} ~ [01]\d{3}\.\d{3}\.\d{3}
MT ~ Company (?:Reg\S{0,12} )?[Nn](?:o\.?|umber) ~ C ?\d{3,6}
FJ ~ (?:[Cc]ompany|[Rr]egistration|Reg\.?) (?:[Nn]o\.?|[Nn]umber) ~ (?:19|20)\d{2}RC\d{4,6}
IL ~ Company [Nn](?:o\.?|umber) ~ 5[0-9]\d{7}
ZA ~ (?:Co\.? ?)?Reg(?:istration)?\.?(?: [Nn](?:o\.?|umber))?:? ~ (?:19|20)\d{2}/\d{6}/\d{2}
PH ~ (?:SEC |Reg)(?:Reg)?(?:istration)?\.? No\.? ~ CS\d{9}
NZ ~ NZBN ~ 94\d{11}
AU ~ ACN ~ \d{3} ?\d{3} ?\d{3}
NL ~ Chamber of Commerce(?: (?:No\.?|Number))? ~ \d{8}
CH ~ (?:IDE|IDI|UID|Handelsregister-?Nr\.?) ~ CHE-?\d{3}\.?\d{3}\.?\d{3}
IS ~ (?:Kt\.?|Kennitala|kt\.) ~ \d{6}-?\d{4}
FI ~ (?:Business ID|FO-nummer) ~ \d{7}-\d
BG ~ (?:ЕИК|БУЛСТАТ|Булстат) ~ \d{9}
HR ~ OIB ~ \d{11}
- ~ (?:MB|МБ|MBS|Matični broj|Матични број|Mati[čc]na(?: (?:št\.?|številka))?) ~ (?:\d{10}|\d{8}|\d{7})
EE ~ (?:Reg(?:istry|\.)? ?(?:code|kood|Code)|[Rr]egistrikood|Rg-kood) ~ \d{8}
LV ~ (?:[Rr]eģ\. ?(?:[Nn]r\.?)?|[Rr]eģistrācijas (?:numurs|[Nn]r\.?)|[Vv]ienotais reģ\S{0,12}(?: \S{2,8})?) ~ 4\d{10}
LT ~ (?:[Įį]monės kodas|[Įį]m\. ?k(?:odas|\.)?|Company code) ~ \d{9}
IN ~ CIN(?: No\.?| Number)? ~ [LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}
IN ~ LLPIN ~ [A-Z]{3}-\d{4}
IN ~ Ud[Yy]am\S{0,5}(?: Reg\S{0,20})?(?: No\.?| Number)?|UDYAM(?: Reg\S{0,20})?(?: No\.?)? ~ UDYAM-[A-Z]{2}-\d{2}-\d{7}
HK ~ (?:B\.?R\.?|Business Reg\S{0,12}(?: Certificate)?|商業登記(?:證)?(?:號碼|編號|號)?)(?: No\.?| Number)? ~ \d{8}(?:-\d{3}(?:-\d{2}-\d{2}-\d)?)?
MY ~ SSM(?: No\.?)? ~ \d{12}
MY ~ (?:Sdn\.? Bhd\.?|Bhd\.?) \( ~ \d{5,7}-[A-Z]
MY ~ (?:Sdn\.? Bhd\.?|Bhd\.?)(?: ?[\[(])? ~ \d{12}(?= \(|[\])])
MY ~ (?:Company|Co\.|Reg\S{0,12}) (?:Reg\S{0,12} )?No\.? ~ \d{12}|\d{5,7}-[A-Z]
NG ~ CAC(?: ?/ ?|[ :-]{1,3})(?:RC|BN|IT)(?: ?/ ?NO)?\.? ~ \d{4,8}
JO ~ الرقم الوطني (?:للمنشأة|للشركة) ~ 200\d{6}
TN ~ Registre (?:de|du) [Cc]ommerce|R\.?C\.?|R\.?N\.?E\.? ~ B\d{7,14}
MA ~ I\.?C\.?E\.? ~ \d{15}
- ~ R\.?C\.?(?: No\.?)? ~ \d{4,7}
SA ~ (?:C\.R\.?|CR|Commercial Reg\S{0,12})(?: No\.?| Number)? ~ [1-7]0\d{8}
- ~ (?:C\.R\.?|CR|Commercial Reg\S{0,12})(?: No\.?| Number)? ~ \d{4,7}(?:-\d{1,2})?
AE ~ (?:Trade|Commercial) [Ll]icen[cs]e(?: No\.?| Number)? ~ (?:[A-Z]{2,3}-)?\d{5,8}
- ~ (?:(?:ال)?سجل (?:ال)?تجاري|س\.? ?ت\.?)(?: رقم)? ~ \d{4,10}
IR ~ شناسه ملی ~ \d{11}
IR ~ شماره ثبت ~ \d{3,6}
IL ~ (?:ח\.?["״]?פ\.?|חברה מס(?:פר|['׳])|מספר חברה) ~ 5\d-?\d{6}-?\d|5\d{8}
CN ~ (?:统一社会信用代码|社会信用代码|統一社會信用代碼|(?:Unified|Uniform) Social Credit (?:Code|Identifier|Number|No\.?)|USCC?) ~ [0-9A-HJ-NPQRTUWXY]{18}
TW ~ (?:統一編號|統編|Uniform (?:No\.?|Number)|Unified Business (?:No\.?|Number)|Tax ID) ~ \d{8}
RO ~ (?:Reg\. ?Com\.?|Registrul Comer[țţt]ului)?|Nr\. Reg\. Com\.? ~ J\d{2}/\d{1,5}/\d{4}
MD ~ IDNO ~ \d{13}
KZ ~ (?:БИН|BIN) ~ \d{12}
GE ~ ს/კ ~ \d{9}
MK ~ ЕМБС ~ \d{7}
BA ~ (?:JIB|ЈИБ|ID broj) ~ \d{13}
TR ~ (?:MERS[İI]S|Mersis)(?: No| Numarası)? ~ \d{16}|\d{4}-\d{4}-\d{4}-\d{4}
TR ~ Ticaret Sicil(?:i)?(?: No| Numarası)? ~ \d{4,7}(?:-\d{1,6})?
CY ~ HE|ΗΕ ~ \d{5,6}
GB ~ ~ (?:OC|SO)3\d{5}
GB ~ LLP \( ~ (?:SO|OC|NC)\d{6}
AU ~ A\.?B\.?N\.? ~ \d{2} ?\d{3} ?\d{3} ?\d{3}
BR ~ C\.?N\.?P\.?J\.?(?:/MF)?(?: sob o)? ~ \d{2}\.?\d{3}\.?\d{3}/?0001-?\d{2}
BR ~ C\.?N\.?P\.?J\.?(?:/MF)?(?: sob o)? ~ \d{2}\.?\d{3}\.?\d{3}/?\d{4}-?\d{2}
SG ~ (?:UEN|Co\.? Reg\.? No\.?|Company Reg\S{0,12} No\.?|ROC(?: No\.?)?) ~ (?:\d{8,9}[A-Z]|T\d{2}[A-Z]{2}\d{4}[A-Z])
AR ~ C\.?U\.?I\.?T\.? ~ \d{2}-?\d{8}-?\d
CL ~ R\.?U\.?T\.? ~ \d{1,2}\.\d{3}\.\d{3} ?-[\dkK]|\d{7,8}-[\dkK]
PY ~ RUC ~ \d{6,8}-\d(?!\d)
PE ~ R\.?U\.?C\.? ~ [12]\d{10}
EC ~ R\.?U\.?C\.? ~ \d{10}001
UY ~ R\.?U\.?T\.? ~ 21\d{10}
PA ~ R\.?U\.?C\.? ~ \d{3,9}-\d{1,3}-\d{4,6}
CO ~ N\.?I\.?T\.? ~ [89]\d{2}\.\d{3}\.\d{3} ?(?:- ?\d)?|[89]\d{8}(?: ?- ?\d)?
SV ~ N\.?I\.?T\.? ~ \d{4}-\d{6}-\d{3}-\d
- ~ (?:NIT|RUT|RUC|CUIT|R\.U\.T\.?|R\.U\.C\.?|N\.I\.T\.?) ~ (?:\d{2}-\d{8}-\d|\d[\d.]{5,11}(?:-[\dkK])?)
CR ~ [Cc][ée]dula [Jj]ur[íi]dica ~ 3-?\d{3}-?\d{6}
DO ~ R\.?N\.?C\.? ~ \d-?\d{2}-?\d{5}-?\d
HN ~ R\.?T\.?N\.? ~ \d{14}|\d{4}-\d{4}-\d{6}
VE ~ R\.?I\.?F\.? ~ [JGVEC]-?\d{8}-?\d
- ~ ОГРН(?:ИП)? ~ \d{13,15}
UA ~ (?:ЄДРПОУ|ЕДРПОУ) ~ \d{8}
KR ~ 사업자\s?(?:등록)?\s?번호|Business (?:Registration|License) (?:No\.?|Number) ~ \d{3}-\d{2}-\d{5}
KR ~ 법인\s?등록\s?번호 ~ \d{6}-\d{7}
JP ~ (?:法人番号|Corporate Number) ~ T?\d{13}
JP ~ 登録番号 ~ \d{13}
TH ~ (?:เลข)?ทะเบียน(?:นิติบุคคล|พาณิชย์|บริษัท)?(?:เลขที่)? ~ \d{13}
VN ~ (?:Mã số doanh nghiệp|MSDN|GP[ĐD]KKD|GPKD|[ĐD]KKD)(?: số)? ~ \d{10}
ID ~ NIB ~ \d{13}
US ~ (?:F?EIN|(?:Federal )?Tax ID|Employer Identification Number)(?: (?:No\.?|Number|#))? ~ \d{2}-\d{7}
CA ~ (?:BN|Business Number) ~ \d{9}(?: ?R[CR]\d{4})?
MU ~ BRN ~ [CFPI]\d{8}
- ~ R\.?C\.?C\.?M\.? ~ [A-Z]{2}[-. ][A-Z]{3}[-. ][\w./ -]{6,20}?(?=[\s,;|]|$)
SN ~ NINEA ~ \d{7,9}
PL ~ REGON ~ \d{9}(?:\d{5})?
`;

function formsOf(kind: RegisterForm['kind'], lines: string): RegisterForm[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [country = '', label = '', number = ''] = line.split('~').map((part) => part.trim());
      return { kind, country: country === '-' ? null : (country as CountryCode), label, number };
    });
}

/** All of them, in the order in which they are tried. */
export const REGISTER_FORMS_IN_ORDER: readonly RegisterForm[] = [
  ...formsOf('registration_number', FIRST_FORMS),
  ...formsOf('vat_number', VAT_FORMS),
  ...formsOf('registration_number', REGISTER_FORMS),
];
