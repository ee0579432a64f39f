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
/** Services for everyone, which a page tells its readers to call: in an emergency, with a complaint, on a visit. */
export const PUBLIC = String.raw`
poison(?:s|ing)?(?: (?:control|information|hotline|helpline|line|cent(?:er|re)))*
animal (?:poison|emergency)
state police
highway patrol
clerk of courts?
supreme court
district court
bar association
disciplinary counsel
arbitration association
childline
child protect(?:ion|ive) services
samaritans
nspcc(?!\p{L})
crimestoppers
lifeline(?!\p{L})
healthdirect
nurse[-\s]on[-\s]call
home doctor
doctor home visits
dial-a-doctor
crisis (?:line|hotline|text|services)
suicide
domestic (?:violence|abuse)
food help-?line
power outages?
gas (?:leaks?|emergency|emergencies)
visitors? (?:cent(?:er|re)|bureau|information)
tourist (?:information|board|office)
tourism (?:office|board)
taxis?(?!\p{L})
taxi(?=[^\n]{0,30}:)
complaint assistance unit
guest houses association
financing (?:by|through|from|is)
stockists?(?!\p{L})
sponsored by
presented by
member of
zahnärztliche\p{L}* (?:bereitschafts|not)dienst
ärztliche\p{L}* (?:bereitschafts|not)dienst
apotheken-?notdienst
tierärztliche\p{L}* notdienst
giftnotruf\p{L}*
giftinformation\p{L}*
vergiftungs\p{L}*
telefonseelsorge
landratsamt
amtsgericht(?=[^\n]{0,40}\(?\d{4,5}\)? ?\d|[^\n]{0,40}(?:tel|fon))
bergrettung
bergwacht
pannendienst(?=[^\n]{0,20}(?:adac|tcs|öamtc|avd|arbö))
touring club
adac(?!\p{L})
öamtc(?!\p{L})
tcs(?!\p{L})
rega(?!\p{L})
strom-?störung\p{L}*
störung(?:en|sdienst)?(?= (?:strom|gas|straßen|wasser|beleuchtung))
steueramt
sportverband
landessportbund
tourist-?info\p{L}*
tourismus(?:verband|verein|büro)
verkehrsverein
kantonale\p{L}* \p{L}+amt
centre anti-?poison\p{L}*
centres anti-?poison\p{L}*
médecin de garde
medecin de garde
pharmacie de garde
sos médecins
ordre (?:national |régional |départemental )?(?:des|de la) \p{L}+
chambre (?:nationale |régionale |départementale )?(?:des|de) (?:notaires|métiers|commerce|huissiers)
barreau (?:de|du|des) \p{L}+
office d[eu] tourisme
syndicat d['’]initiative
maison médicale de garde
salud responde
guardia civil
policía (?:local|nacional|municipal)
consultorio médico
oficina de turismo
colegio (?:oficial )?de (?:abogados|médicos|dentistas|notarios|arquitectos|farmacéuticos|odontólogos)
inai(?!\p{L})
violencia de género
guardia medica
centro antiveleni
ordine (?:degli|dei|delle) \p{L}+
ufficio turistico
pro loco
carabinieri
huisartsenpost
dienstapotheek
dierenambulance
juridisch loket
antigif\p{L}*
meldpunt
slachtofferhulp
gopr(?!\p{L})
topr(?!\p{L})
wopr(?!\p{L})
sanepid
pogotowie
straż (?:miejska|pożarna|gminna)
izba (?:lekarska|adwokacka|notarialna|skarbowa|rzemieślnicza)
zoonoses
vigilância sanitária
ouvidoria geral
bombeiros
čoi(?!\p{L})
horská služba
toxikologick\p{L}+
jourläkar\p{L}*
giftinformationscentral\p{L}*
falck(?!\p{L})
lægevagt\p{L}*
legevakt\p{L}*
cbse(?!\p{L})
nearest hospital
general dental council
general medical council
solicitors regulation authority
law society
care quality commission
cqc(?!\p{L})
ofsted(?!\p{L})
charity commission
fundraising (?:regulator|preference service)
state (?:medical|dental|bar|licensing) board
board of (?:dentistry|medicine|medical|nursing|pharmacy|veterinary|accountancy|cosmetology|contractors)
medical board
veterans crisis
electric(?:ity)? emergenc(?:y|ies)
water (?:main|emergency|emergencies)
road conditions
snow (?:phone|report|line)
ferry(?= (?:company|timetable|bookings?|operator))
tickets? (?:by|via|from|through|provider|partner|agency|hotline)
ticketing (?:by|via|partner)
shipp(?:ed|ing) (?:by|with|carrier|partner)
delivered by
insured (?:by|with)
in (?:partnership|association|cooperation|collaboration) with
our partners?(?!\p{L})
with (?:the )?(?:kind )?support (?:of|from)
photos?(?=\s?:)
photo credits?
manufacturer(?=[^\n]{0,20}(?:support|service|line|:))
animal control
pest control hotline
housing ombudsman
citizens advice
acas(?!\p{L})
nummer gegen kummer
hilfetelefon
weißer ring
polizei(?:revier|inspektion|station|direktion|dienststelle|posten)
apotheken-?notruf
tierklinik(?=[^\n]{0,30}notfall)
stadtwerke
stromausfall
netzbetreiber
gasgeruch
kurverwaltung
schneetelefon
bergbahn\p{L}*
lawinen\p{L}*
in zusammenarbeit mit
gesponsert (?:von|durch)
unterstützt (?:von|durch)
tickets? (?:bei|über|unter)
vorverkauf
karten(?= (?:bei|über))
finanzierung (?:durch|über|mit)
fotos?(?=\s?:)
schulamt
finanzamt
bürgertelefon
allô enfance
violences femmes
gendarmerie
police (?:municipale|nationale)
sapeurs-pompiers
enedis
grdf(?!\p{L})
urgence (?:gaz|électricité)
billetterie(?=\s?:)
en partenariat avec
avec le soutien
assistance (?:patients|voyageurs|technique (?:du )?fabricant)
service client (?:du )?fabricant
financement (?:par|avec)
teléfono de la esperanza
averías (?:de )?(?:luz|gas|agua|eléctricas)
centro de salud
cruz roja
bomberos
en colaboración con
patrocinad[oa] por
telefono (?:azzurro|rosa)
polizia (?:municipale|locale|stradale|di stato)
vigili del fuoco
guasti (?:gas|luce|acqua|elettrici)
pronto intervento (?:gas|enel|acqua)
azienda sanitaria
con il patrocinio
in collaborazione con
noleggio (?:bici|auto|sci|barche)
terme(?=[^\n]{0,20}:)
kindertelefoon
veilig thuis
politie(?!\p{L})
gaslucht
in samenwerking met
achteraf betalen
juridisch adviesbureau
tandartsenpost
apotheek
telefon zaufania
policja
komisariat
straż
informacja turystyczna
we współpracy z
spedycja
linka bezpečí
policie(?!\p{L})
informační centrum
hasiči
sns 24
linha de saúde
linha saúde
polícia (?:municipal|militar|civil)
corpo de bombeiros
posto de turismo
conselho regional
ordem dos \p{L}+
em parceria com
samu(?!\p{L})
disque(?!\p{L})
prefeitura(?= (?:de|municipal))
turistbyrå\p{L}*
turistinformation\p{L}*
turistinformasjon\p{L}*
turistbureau\p{L}*
børnetelefonen
i samarbete med
i samarbejde med
i samarbeid med
警察署
消防署
タクシー
観光協会
観光案内所
保健所
`;
