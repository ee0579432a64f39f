/*
 * Words that stand before the contacts of others, one pattern a line. The first three letters of each are plain, because
 * the words are looked up by them.
 */

/** Authorities, complaint bodies, and vendors whose addresses are on many sites. */
export const BODIES = String.raw`
organismo responsabile
autorità di gestione
aufsichts(?:beh[öo]e?rde|stelle)
beschwerde(?:beh[öo]e?rde|stelle)
zust[äa]ndige\p{L}? (?:\p{L}+ )?(?:kammer|beh[öo]rde|aufsicht\p{L}*)
handwerkskammer
psychotherapeutenkammer
apothekerkammer
gesundheitsamt
gewerbeaufsicht\p{L}*
bezirkshauptmannschaft
regierungspräsidium
landesamt f[üu]e?r datenschutz\p{L}*
landesbeauftragte\p{L}*(?: f[üu]e?r)? (?:den )?datenschutz
bundesbeauftragte\p{L}*(?: f[üu]e?r)? (?:den )?datenschutz
bundes(?:anstalt f[üu]e?r|netzagentur)
datenschutzbeauftragte[rn]? (?:des landes|de[rs] freistaat)
datenschutzbeh[öo]e?rde
ärztekammer
aerztekammer
arztekammer
landesärztekammer
landeszahnärztekammer
zahnärztekammer
rechtsanwaltskammer
steuerberaterkammer
architektenkammer
schlichtungsstelle
verbraucherschlicht\p{L}*
verbraucherstreitbeilegung
online-?streitbeilegung
streitbeilegung
supervisory authority
data protection (?:authority|commission(?:er)?)
information commissioner
better business bureau
trading standards
consumer (?:affairs|protection|commission|council|centre|center|court|forum|disputes?)
fair trading
financial (?:conduct|services|complaints|supervis\p{L}+|markets) (?:authority|commission|ombudsman)
privacy commission(?:er)?
national (?:privacy|consumer|data protection) (?:commission|authority|agency|council|forum)
personal data protection (?:commission|authority|committee|commissioner)
office of the (?:\p{L}+ ){0,3}(?:commissioner|ombudsman|attorney general)
attorney general
verbraucherzentrale\p{L}*
bundesamt für justiz
procuradur[íi]a (?:federal )?del consumidor
profeco(?!\p{L})
superintendencia de
indecopi(?!\p{L})
sernac(?!\p{L})
defensa del consumidor
direcci[óo]n (?:general|nacional) de (?:consumo|defensa)
direction (?:d[ée]partementale|g[ée]n[ée]rale) de la (?:protection|concurrence)
garante privacy
tüketicinin korunması
department of (?:consumer|insurance|financial|banking|business|savings)
complain[^\n]{0,80}(?:department|bureau|division|commission|attorney general|board) (?:of|for)
contact the [^\n]{0,40}(?:department|bureau|division|commission|board) (?:of|for)
alternative dispute resolution
online dispute resolution
ombudsma\p{L}*
ombudsstelle
commission nationale de l['’]informatique
cnil(?!\p{L})
autorit[ée] de (?:contr[ôo]le|protection des donn[ée]es)
médiateur (?:de la|du|agréé)
mediateur (?:de la|du|agréé)
médiation de la consommation
règlement (?:amiable )?des litiges
saisir (?:le médiateur|gratuitement)?\s?:
autoriteit persoonsgegevens
gegevensbeschermingsautoriteit
geschillen(?:commissie|instantie)
klachten(?:commissie|instantie)
toezichthouder
garante (?:per la protezione|privacy)
autorità (?:garante|di controllo)
organismo di mediazione
camera arbitrale
autoridad de control
autoridade (?:nacional|de controlo)
agencia espa[ñn]ola de protecci[óo]n
junta arbitral
organismo de consumo
comiss[ãa]o nacional de prote
resolução (?:alternativa )?de (?:lit[íi]gios|conflitos)
centro de arbitragem
finanzamt
urząd skarbowy
finanční úřad
daňový úrad
centro de informação
cniacc(?!\p{L})
caso de lit[íi]gio
procon(?!\p{L})
integritetsskyddsmyndighet\p{L}*
tillsynsmyndighet\p{L}*
allmänna reklamationsn
reklamationsn[äa]mnden
konsumentverket
datatilsynet
neytendastof\p{L}*
persónuvernd\p{L}*
tilsynsmyndighed\p{L}*
forbrugerklagenævn\p{L}*
forbruger(?:ombudsman|europa)\p{L}*
klagenævn\p{L}*
næv(?:nenes hus)
forbruker(?:tilsyn|r[åa]d)et
tietosuojavaltuutet\p{L}*
kuluttaja(?:riita|neuvo)\p{L}*
valvontaviranomai\p{L}*
urz[ąaęe]d\p{L}* ochrony danych
organ\p{L}* nadzor\p{L}+
inspekcj\p{L} handlow\p{L}+
rzecznik\p{L}* (?:konsument|praw|finans)\p{L}*
úřad\p{L}* (?:pro|na) ochran\p{L}+
urad\p{L}* (?:pro|na) ochran\p{L}+
úrad\p{L}* na ochran\p{L}+
obchodn\p{L} in[sš]pek\p{L}+
dozorov\p{L} [úu][rř]ad\p{L}*
mimosoudn\p{L}+ řešen\p{L}+
békéltet[őo] test[üu]let\p{L}*
adatvédelmi (?:és információszabadság )?hat[óo]s[áa]g\p{L}*
felügyeleti hat[óo]s[áa]g\p{L}*
fogyasztóvédelmi (?:hat|fel)\p{L}*
anpc(?!\p{L})
anspdcp(?!\p{L})
protec[țţt]ia consumator\p{L}+
autoritat\p{L}+ na[țţt]ional\p{L}+ de supraveghere
αρχ[ήη]ς? προστασ[ίι]ας
συνήγορος του καταναλωτή
εποπτικ[ήη]ς? αρχ[ήη]
роспотребнадзор
росздравнадзор
роскомнадзор
контролирующ\p{L}+ орган\p{L}*
надзорн\p{L}+ орган\p{L}*
министерств\p{L}+ (?:здрав|юст|обр)
держпродспожив\p{L}*
комисия(?:та)? за защита
tüketici hakem heyet\p{L}+
kişisel verileri koruma kurum\p{L}+
認定個人情報保護団体
個人情報保護委員会
개인정보(?:침해신고|분쟁조정)
google (?:ireland|llc|inc)
meta platforms
facebook (?:ireland|inc)
linkedin ireland
twitter international
hotjar l\p{L}+
usercentrics
cookiebot
onetrust
borlabs
innocraft
hubspot,? inc
intuit inc
rocket science group
cloudflare,? inc
paypal \(europe\)
stripe payments
klarna bank
vimeo,? inc
adobe systems
microsoft (?:ireland|corporation)
`;
/** With a company or an address of another domain after them. */
export const HOSTS = String.raw`
hosting(?:[\s-]?(?:provider|anbieter|partner))?
webhosting(?:[\s-]?(?:provider|anbieter|partner))?
hoster
webhoster
hosted by
hébergement(?: du site)?
hébergée? (?:par|chez)
hebergement(?: du site)?
hébergeur(?: du site)?
hebergeur(?: du site)?
alojamiento(?: web)?
hospedagem
tárhelyszolgáltató(?: adatai| neve)?
găzduire\P{L}\p{L}*(?: \p{L}+){0,3}
хостинг(?:-провайдер)?
φιλοξενία(?: ιστοσελίδας)?
hostování
barındırma
`;
/** At the start of a line or cell, with a company or an address of another domain after them. */
export const MAKERS = String.raw`
webdesign(?: (?:&|und|and) \p{L}+)?
web[\s-]design(?: (?:&|und|and) \p{L}+)?
konzept(?:ion)?(?:, \p{L}+)?(?: (?:&|und|and) (?:technische )?(?:umsetzung|programmierung|realisi?erung|gestaltung|design))?
design(?:, \p{L}+)?(?: (?:&|und|and) (?:technische )?(?:umsetzung|programmierung|realisi?erung|entwicklung|development))?
gestaltung(?:, \p{L}+)?(?: (?:&|und|and) (?:technische )?(?:umsetzung|programmierung|realisi?erung))?
idee(?:, \p{L}+)?(?: (?:&|und|and) (?:technische )?(?:umsetzung|programmierung|realisi?erung|gestaltung|design))
technische umsetzung
umsetzung
programmierung
realisierung
fotos
fotografie
bildnachweis
texte
powered by
photos? by
photography
conception(?:, \p{L}+){0,2}(?: (?:et|&) (?:r[ée]alisation|cr[ée]ation|d[ée]veloppement|maintenance))?(?: (?:du|de) (?:site|ce site))?(?: web| internet)?
création(?: (?:et|&) (?:r[ée]alisation|d[ée]veloppement))?(?: (?:du|de) (?:site|ce site))?(?: web| internet)?
creation(?: (?:du|de) (?:site|ce site))?(?: web| internet)?
réalisation(?: (?:et|&) (?:cr[ée]ation|d[ée]veloppement))?(?: (?:du|de) (?:site|ce site))?(?: web| internet)?
realisation(?: (?:du|de) (?:site|ce site))?(?: web| internet)?
crédits?(?: photos?)?
site (?:by|design)
website (?:by|design)
diseño(?: y desarrollo)?(?: web)?
desarrollo web
desenvolvimento
sito (?:web )?realizzato da
realizzazione (?:del )?sito(?: web)?
sviluppo
realisatie
vormgeving
webbplats(?: av)?
webplats(?: av)?
webbyrå
webbureau
hjemmeside(?: af)?
projekt(?: i wykonanie)?(?: strony)?
wykonanie(?: strony)?
tvorba (?:webu|stránek|www)
honlapkészítés
weboldalt készítette
izdelava(?: spletne strani)?
izrada(?: web)?(?: stranica| stranice)?
κατασκευή ιστοσελίδας
разработка(?: и \p{L}+)? сайта
создание сайта
розробка сайту
ホームページ制作(?:会社)?
サイト制作
홈페이지 제작
`;
/** An outside officer for data protection or a representative. A company or an address of another domain follows. */
export const OFFICERS = String.raw`
datenschutzbeauftragte[rn]?
datenschutzbeauftragten
data protection officer
data privacy officer
dpo(?!\p{L})
representative in the eu
délégué à la protection des données
delegado de protecci[óo]n de datos
delegada de protecci[óo]n de datos
encargado del tratamiento
responsabile della protezione dei dati
encarregado (?:de|pelo)[^\n:]{0,40}
functionaris (?:voor )?gegevensbescherming
inspektor\p{L}* ochrony danych
dataskyddsombud\p{L}*
databeskyttelsesrådgiver\p{L}*
personvernombud\p{L}*
tietosuojavastaava\p{L}*
pověřenec
adatvédelmi tisztvisel\p{L}+
responsabil\p{L}* cu protec[țţt]ia datelor
υπεύθυνος προστασίας δεδομένων
representative(?<=(?<!\p{L})eu(?: |-)representative)
`;
/** Before the addresses of others, whose emails and phones may still be the company's. */
export const PLACES = String.raw`
trademarks?[^\n]{0,90}(?:controlled|owned) by
gesellschafter(?:in)?(?=\s?[:\n])
alleingesellschafter(?:in)?
share registrar
service of process
registered agent
statutory agent
resident agent
agent for service
bank(?:['’]s)? address
intermediary bank
anschrift der bank
adresse de la banque
direcci[óo]n del banco
`;
/** The same, with a company or an address of another domain after them. */
export const AGENTS = String.raw`
media contacts?
press contacts?
media enquiries
media inquiries
pressekontakt
presse(?<=(?:contacts?|relations) presse)
prensa(?<=contacto de prensa)
stampa(?<=(?:contatti?|ufficio) stampa)
presskontakt
copyright agent
databehandlere?
personuppgiftsbiträden?
auftragsverarbeiter
sous-traitants?
sub-?processors?
processors?(?=\s?[:\n])
encargados?(?=\s?[:\n])
verwerkers?(?=\s?[:\n])
podmioty przetwarzające
dmca agent
`;
/** Services that work for the company, at the start of a line or cell. A company or an address of another domain follows. */
export const SERVICES = String.raw`
zahlungs(?:dienst\p{L}*|anbieter|abwicklung|dienstleister)
payment (?:provider|processor|processing|service|services)
payments?
paiement(?: en ligne)?
moyens de paiement
pagos?
pagamenti
betal(?:ing|ingen|ning|ningar)
operator\p{L}* płatności
płatności
newsletter[\s-]?(?:versand|dienst\p{L}*|service|provider)
terminbuchung
online-terminbuchung
buchhaltung
boekhouding
steuerberat(?:ung|er)
versicherung
berufshaftpflicht(?:versicherung)?
betriebshaftpflicht(?:versicherung)?
professional indemnity insurance
assurance(?: professionnelle)?
seguro
verzekering
`;
