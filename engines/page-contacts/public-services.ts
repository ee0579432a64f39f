/*
 * Words that stand before the contacts of services for everyone, one pattern a line, by language. The first three letters of each are
 * plain. None is a word that people also use for their own offices, such as taxis, tickets, partners and bar associations.
 */

/** Whom a page tells its readers to call besides the site: in an emergency or with a complaint. */
export const PUBLIC = String.raw`
poison(?:s|ing)?(?: (?:control|information|hotline|helpline|line|cent(?:er|re)))*
animal poison
state police
highway patrol
clerk of courts?
supreme court
district court
disciplinary counsel
arbitration association
complaint assistance unit
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
veterans crisis
suicide
domestic (?:violence|abuse)
food help-?line
nearest hospital
general dental council
general medical council
solicitors regulation authority
care quality commission
cqc(?!\p{L})
ofsted(?!\p{L})
charity commission
fundraising (?:regulator|preference service)
state (?:medical|dental|bar|licensing) board
board of (?:dentistry|medicine|medical|nursing|pharmacy|veterinary|accountancy|cosmetology|contractors)
housing ombudsman
citizens advice
acas(?!\p{L})
sponsored by
presented by
financing (?:by|through)
shipp(?:ed by|ing (?:by|carrier|partner))
zahnärztliche\p{L}* (?:bereitschafts|not)dienst
ärztliche\p{L}* (?:bereitschafts|not)dienst
apotheken-?not(?:dienst|ruf)
tierärztliche\p{L}* notdienst
giftnotruf\p{L}*
giftinformation\p{L}*
telefonseelsorge
nummer gegen kummer
hilfetelefon
weißer ring
bergrettung
bergwacht
touring club
polizei(?:revier|inspektion|direktion|dienststelle)
amtsgericht(?= \p{L}+,? \(?0\d{2,4}\)? ?\d)
gesponsert (?:von|durch)
finanzierung (?:durch|über)
centre anti-?poison\p{L}*
centres anti-?poison\p{L}*
médecin de garde
medecin de garde
pharmacie de garde
maison médicale de garde
sos médecins
allô enfance
violences femmes
gendarmerie
service client (?:du )?fabricant
salud responde
guardia civil
policía nacional
inai(?!\p{L})
violencia de género
teléfono de la esperanza
patrocinad[oa] por
guardia medica
centro antiveleni
carabinieri
polizia (?:stradale|di stato)
telefono (?:azzurro|rosa)
con il patrocinio
huisartsenpost
dienstapotheek
tandartsenpost
dierenambulance
juridisch loket
antigif\p{L}*
slachtofferhulp
kindertelefoon
veilig thuis
gopr(?!\p{L})
topr(?!\p{L})
wopr(?!\p{L})
sanepid
pogotowie (?:ratunkowe|energetyczne|gazowe)
telefon zaufania
policja
komisariat
sns 24
linha de saúde
linha saúde
zoonoses
ouvidoria geral
samu(?!\p{L})
čoi(?!\p{L})
horská služba
linka bezpečí
toxikologick\p{L}+
giftinformationscentral\p{L}*
jourläkar\p{L}*
lægevagt\p{L}*
legevakt\p{L}*
børnetelefonen
cbse(?!\p{L})
保健所
警察署
消防署
`;
