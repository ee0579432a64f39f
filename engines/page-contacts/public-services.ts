/*
 * Words that stand before the contacts of services for everyone, partners and suppliers, one pattern a line, by language. The
 * first three letters of each are plain.
 */

/** Whom a page tells its readers to call besides the site: in an emergency, with a complaint, on a visit, for a ticket. */
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
tourist (?:information|board|office)
tourism (?:office|board)
taxis?(?!\p{L})
complaint assistance unit
financing (?:by|through)
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
policía nacional
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
straż pożarna
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
ticketing (?:by|via|partner)
tickets? (?:provider|partner|agency)
shipp(?:ed by|ing (?:by|carrier|partner))
insured (?:by|with)
in (?:partnership|association|cooperation|collaboration) with
our partners?(?!\p{L})
with (?:the )?(?:kind )?support (?:of|from)
photos?(?=\s?:)
photo credits?
manufacturer(?=[^\n]{0,20}(?:support|service|line|:))
housing ombudsman
citizens advice
acas(?!\p{L})
nummer gegen kummer
hilfetelefon
weißer ring
polizei(?:revier|inspektion|station|direktion|dienststelle|posten)
apotheken-?notruf
stadtwerke
stromausfall
netzbetreiber
gasgeruch
bergbahn\p{L}*
lawinen\p{L}*
in zusammenarbeit mit
gesponsert (?:von|durch)
unterstützt (?:von|durch)
finanzierung (?:durch|über|mit)
fotos?(?=\s?:)
schulamt
finanzamt
allô enfance
violences femmes
gendarmerie
sapeurs-pompiers
enedis
grdf(?!\p{L})
urgence (?:gaz|électricité)
en partenariat avec
avec le soutien
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
polizia (?:stradale|di stato)
vigili del fuoco
guasti (?:gas|luce|acqua|elettrici)
pronto intervento (?:gas|enel|acqua)
azienda sanitaria
con il patrocinio
in collaborazione con
kindertelefoon
veilig thuis
politie(?!\p{L})
gaslucht
in samenwerking met
tandartsenpost
telefon zaufania
policja
komisariat
informacja turystyczna
we współpracy z
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
