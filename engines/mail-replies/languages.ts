/**
 * What replies and notices say in other languages than English:
 * - missing, disabled, full: the state of the mailbox
 * - no-domain: the domain of the recipient doesn't exist
 * - sender: the server refuses the sender or its IP address
 * - content: the message counts as spam, or the recipient doesn't want it
 * - too-large: the message is too large
 * - later: the server may take it later
 */
export type Topic =
  | 'missing'
  | 'disabled'
  | 'full'
  | 'no-domain'
  | 'sender'
  | 'content'
  | 'too-large'
  | 'later';

const MAX_CHARS = 1_000;

/**
 * Whether a text says this. Each language has its own nouns and verbs, so a match is a sentence of one language. What is
 * said of an address, an account or a domain is about the sender if the same clause names the sender, or if it is "yours".
 */
export function saysAbroad(text: string, topic: Topic): boolean {
  const words = plainWords(text.slice(0, MAX_CHARS));
  const hard = (pattern: RegExp) => clauseOf(pattern, words);
  if (topic === 'sender')
    return (
      PATTERNS.sender.some((pattern) => pattern.test(words)) ||
      HARD.some((each) => PATTERNS[each].some((pattern) => SENDERS.test(hard(pattern))))
    );
  if (!HARD.includes(topic)) return PATTERNS[topic].some((pattern) => pattern.test(words));
  if (YOURS.test(words)) return false;
  return PATTERNS[topic].some((pattern) => hard(pattern) !== '' && !SENDERS.test(hard(pattern)));
}

/** What the pattern finds, with the words before it in the same clause; empty if it finds nothing. */
function clauseOf(pattern: RegExp, words: string): string {
  const found = pattern.exec(words);
  if (!found) return '';
  const before = words.slice(Math.max(0, found.index - 40), found.index);
  return (/[^.:;,。、]*$/.exec(before)?.[0] ?? '') + found[0];
}

/** Lower case, Latin letters without accents (servers often leave them out), and @ for each address, domain and code. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/([a-z])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[a-z0-9_+-]*[@.][a-z0-9_-][a-z0-9_.-]*/g, '@')
    .replace(/[’`´]/g, "'");
}

const HARD: readonly Topic[] = ['missing', 'disabled', 'no-domain'];
const SENDERS =
  /absende|expedi(?:teur|tion)|emetteur|d'envoi|de envio|d'invio|remitente|remetente|mittente|afzender|nadawc|отправител|gonder(?:en|ici)|avsandar|afsender|avsender|差出人|送信元|送信者|発信元|[发發][件信]人|寄件[者人]|발신자|보낸|보내는/;
/** "Your address", "your account": the sender's. */
const YOURS =
  /\b(?:ihre?|votre|sua|seu|vostr[oa]|uw) (?:ip\b|e-?mail-?|mail)?-?(?:adresse|konto|domain|server|adresse|compte|serveur|domaine|conta|endereco|servidor|dominio|indirizzo|account|adres|ip)|\b(?:su|tu) (?:direccion|cuenta|servidor|dominio|ip)\b|ваш[аеи]? (?:адрес|аккаунт|домен|сервер|ip)|(?:お客様|貴社|あなた)の(?:アドレス|アカウント|ドメイン|サーバ|ip)|[您你]的(?:ip|地址|帐号|账号|帳號|域名|服务器|邮箱)|귀하의 (?:ip|주소|계정|도메인|서버)/;

const SENDER = [
  /\b(?:sperr|block|black)listen?\b|schwarze[rn]? liste|liste noire|lista (?:negra|nera)|zwarte lijst|czarn\w+ lis|черн\S+ спис|чёрн\S+ спис|lista de bloqu|ブラックリスト|黑名单|黑名單|블랙리스트/,
  /zugriff verweigert|(?:acces|connexion) refuse|acceso denegado|conexion rechazada|acesso negado|conexao recusada|accesso negato|toegang geweigerd|odmowa dostepu|доступ\S* (?:запрещ|отказан)|接続[^。]{0,8}拒否|(?:连接|連接|連線)[^。]{0,4}拒|접속[^.]{0,8}(?:거부|차단)/,
  /\b(?:ihr|votre|su|seu|vostro|uw) (?:mail-?)?(?:server|serveur|servidor)\b|\bptr\b|authentifi(?:cation|zierung) (?:requise|erforderlich)|autentica(?:cion|cao|zione) (?:requerid|necessari|obrigatori|richiest)|von ihnen\b[^.]{0,20}\b(?:an|nicht)\b|n'accepte p[^.]{0,30}(?:de vous|votre part)|no acepta[^.]{0,30}(?:de usted|suyos)|nao aceita[^.]{0,30}(?:de voce|seus)/,
  /\bip\b[^.。]{0,40}(?:gesperrt|blockiert|abgelehnt|bloque|refuse|bloquead|rechazad|recusad|bloccat|rifiutat|geblokkeerd|zablokowan|заблокирован|отклон)|ip ?アドレス[^。]{0,20}(?:ブロック|拒否|制限)|ip ?地址[^。]{0,16}(?:拒|封|限制|[屏封]蔽)|ip ?주소[^.]{0,16}차단/,
  /\b(?:absender|expediteur|emetteur|remitente|remetente|mittente|afzender|nadawc\w*)[^.:;,]{0,40}(?:existiert nicht|invalid|nicht (?:angenommen|akzeptiert)|unbekannt|ungultig|ungueltig|abgelehnt|gesperrt|blockiert|nicht (?:erlaubt|berechtigt|zugelassen)|n'existe pas|inconnu|invalide|refuse|bloque|pas autorise|non autorise|no existe|desconocid|rechazad|no autorizad|no permitid|nao existe|desconhecid|recusad|bloquead|nao (?:autorizad|permitid)|non esiste|sconosciut|rifiutat|bloccat|non autorizzat|bestaat niet|onbekend|geweigerd|geblokkeerd|nieznan|odrzucon|zablokowan|nie istnieje|affidabil|vertrauenswurdig|fiable|confiable|confiavel)/,
  /(?:unbekannter absender|onbekende afzender|nieznany nadawca|неизвестн\S+ отправител)|отправител\S*[^.:;,]{0,40}(?:не существует|неизвест|отклон|заблокирован|запрещ)/,
  /(?:差出人|送信元|送信者)[^。、:]{0,30}(?:見つかりません|存在しません|ありません|不明|無効|不正|拒否|ブロック|許可され|信頼でき)/,
  /(?:[发發][件信]人|寄件[者人])[^。,:]{0,20}(?:不存在|无效|無效|被拒|拒[绝絕收]|不被|不在|禁止)/,
  /(?:발신자|보낸 ?사람)[^.]{0,30}(?:존재하지 않|차단|거부|없습니다)|(?:차단|거부)된 ?(?:발신자|보낸 ?사람)/,
  /(?:schlechte|mauvaise|mala|ma|cattiva|slechte) (?:reputation|reputacion|reputacao|reputazione|reputatie)|репутац|信[誉譽]|신뢰|평판/,
];

const MISSING = [
  /(?:empf(?:a|ae)nger|benutzer|adresse|postfach|konto)[^.]{0,50}(?:unbekannt|existiert nicht|gibt es (?:hier )?nicht|geloscht|geloescht|ungultig|ungueltig|nicht (?:mehr )?(?:bekannt|gefunden|vorhanden|gultig|gueltig))|(?:unbekannte|ungultige|ungueltige)[rs]? (?:e-?mail-?)?(?:empf|benutz|adress)|nicht mehr (?:bei|fur|in) \S+ (?:tatig|beschaftigt)|kein(?:en)? (?:solche[rn]? )?(?:empf(?:a|ae)nger|benutzer|postfach) |mitarbeiter\w*[^.]{0,40}nicht mehr/,
  /(?:destinataire|utilisateur|adresse|boite aux lettres|boite mail|compte)[^.]{0,40}(?:inconnu|n'existe p|invalide|(?:non|pas) valide|introuvable|incorrect|(?:non|pas|pas ete) trouve|supprime)|ne travaille plus|(?:aucune? |pas d')(?:utilisateur|destinataire|compte|boite|adresse)/,
  /(?:usuario|destinatario|buzon|casilla|cuenta|direccion)[^.]{0,40}(?:desconocid|no existe|inexistente|no (?:es|fue|ha sido|se ha|pudo ser|se) ?(?:encontrad|valid|encontr)|no encontrad|invalid|incorrect|erronea)|ya no trabaja|(?:ningun|no hay)[^.]{0,12}(?:usuario|destinatario|buzon|cuenta)|no existe (?:ese|dich[oa]|es[ae]|el|la|un[ao]?) (?:usuario|destinatario|buzon|cuenta|direccion|casilla)|no se (?:ha )?enc[uo]+ntr\w* [^.]{0,20}(?:usuario|destinatario|buzon)/,
  /(?:usuario|destinatario|conta|caixa postal|endereco|e-?mail)[^.]{0,40}(?:desconhecid|inexistente|nao (?:foi )?(?:existe|encontrad|localizad)|invalid)|nao (?:existe|ha) (?:o |a |um |uma )?(?:usuario|destinatario|conta|caixa)|nao trabalha mais|nenhuma? (?:usuario|destinatario|conta)/,
  /(?:utente|destinatario|casella|indirizzo)[^.]{0,40}(?:sconosciut|inesistente|non (?:esiste|e stat[oa] trovat|trovat|e valid|valid)|errat[oa])|non lavora piu|nessun[oa]? utente/,
  /(?:gebruiker|ontvanger|e-?mailadres|postvak|account)[^.]{0,40}(?:bestaat niet|onbekend|niet (?:gevonden|bekend))|onbekende (?:gebruiker|ontvanger)|werkt niet meer/,
  /(?:uzytkownik|odbiorc|adres|skrzynk|konto)[^.]{0,40}(?:nie istnieje|nieznan|nie znaleziono|nieprawid[lł]ow|b[lł]edn)|nie (?:ma|znaleziono) (?:takiego )?(?:uzytkownik|odbiorc|adres)|nieznany (?:uzytkownik|odbiorca|adres)/,
  /(?:пользовател|получател|адрес|ящик|аккаунт)[^.]{0,40}(?:не существует|не найден|не зарегистрирован|неизвест|удал[её]н)|нет такого|(?:неизвестн|несуществующ)\S+ (?:пользоват|получат|адрес|ящик)/,
  /(?:kullan[ıi]c[ıi]|al[ıi]c[ıi]|adres|hesap|posta kutusu)[^.]{0,30}(?:bulunamad|mevcut de[gğ]il|ge[cç]ersiz)/,
  /(?:mottagar|mottaker|modtager|anvandar|bruger|bruker|adress)\w*[^.]{0,40}(?:finns inte|findes ikke|finnes ikke|okand|ukendt|ukjent|hittades inte)/,
  /このサーバー?には?(?:ありません|存在しません|いません)|退職|ディレクトリ[^。]{0,12}(?:見つかりません|ありません)|(?:宛先|あて先|送信先|受信者|受取人|利用者|ユーザー?|アドレス|メールボックス|アカウント)[^。サ]{0,16}(?:見つかりません|存在しません|存在しない|不明|誤りがあ|正しくありません|使われて(?:おり|い)ません|使用されて(?:おり|い)ません|ご利用(?:いただけません|になれません)|登録されて(?:おり|い)ません|削除され|無効です)|(?:という|該当する)(?:利用者|ユーザー?|アドレス)[^。]{0,8}(?:いません|おりません|ありません)/,
  /(?:用户|用戶|使用者|收件人|收件者|邮箱|信箱|郵箱|[帐账帳][号號]|(?<!ip ?)地址)[^。]{0,12}(?:不存在|未找到|找不到|无效|無效|有[误誤]|[错錯][误誤]|已注销|已註銷)|(?:无此|無此|查无此|查無此|找不到|没有(?:此|该|这个)|沒有(?:此|該|這個))(?:用户|用戶|使用者|收件[人者]|人|[帐账帳][号號]|邮箱|信箱)/,
  /(?:사용자|수신자|받는 ?사람|주소|계정|사서함)[^.]{0,12}(?:존재하지 않|없습니다|찾을 수 없|유효하지 않)|(?:존재하지 않는|없는) (?:사용자|수신자|주소|계정|메일)/,
];

const DISABLED = [
  /(?:postfach|konto|empf(?:a|ae)nger|benutzer)[^.]{0,40}(?:deaktiviert|gesperrt|stillgelegt|geschlossen|inaktiv|abgeschaltet)/,
  /(?:compte|boite|destinataire|utilisateur)[^.]{0,40}(?:desactive|suspendu|ferme\b|fermee|cloture|inactif)/,
  /(?:cuenta|buzon|usuario|casilla)[^.]{0,40}(?:cancelad|deshabilitad|inhabilitad|suspendid|desactivad|inactiv|cerrad)/,
  /(?:conta|caixa postal|usuario)[^.]{0,40}(?:desativad|desabilitad|suspens|encerrad|inativ|cancelad)/,
  /(?:casella|account|utente|indirizzo)[^.]{0,40}(?:disattivat|disabilitat|sospes|chius[oa])/,
  /(?:account|postvak|gebruiker)[^.]{0,40}(?:uitgeschakeld|opgeheven|gedeactiveerd|opgezegd)/,
  /(?:konto|skrzynk|uzytkownik)[^.]{0,40}(?:zablokowan|wyłaczon|wylaczon|nieaktywn|zawieszon|usuniet)/,
  /(?:ящик|аккаунт|пользовател|уч[её]тная запись)[^.]{0,40}(?:отключ[её]н|заблокирован|неактив|приостановлен)/,
  /(?:hesap|kullan[ıi]c[ıi]|posta kutusu)[^.]{0,30}(?:devre d[ıi]ş[ıi]|devre disi|ask[ıi]ya|kapat[ıi]l)/,
  /(?:アカウント|メールボックス|利用者|ユーザー?)[^。サ]{0,16}(?:停止|無効|凍結|解約|退会|閉鎖)/,
  /(?:用户|用戶|使用者|收件人|收件者|邮箱|信箱|[帐账帳][号號])[^。]{0,8}(?:停用|禁用|冻结|凍結|注销|註銷|锁定|鎖定|关闭|關閉)/,
  /(?:계정|사용자|사서함)[^.]{0,12}(?:정지|비활성|휴면|탈퇴|해지)/,
];

const FULL = [
  /(?:postfach|mailbox|speicher\w*|kontingent)[^.]{0,40}(?:\bvoll\b|uberfullt|ueberfuellt|uberschritten|ueberschritten|erschopft|erschoepft|limit erreicht)|speicherlimit[^.]{0,20}erreicht/,
  /(?:boite|quota|espace de stockage)[^.]{0,50}(?:pleine?\b|saturee?\b|depasse|insuffisant)/,
  /(?:buzon|casilla|bandeja|cuota)[^.]{0,40}(?:llen[oa]|excedid|superad)/,
  /(?:caixa|quota|cota)[^.]{0,40}(?:chei[ao]|lotad[ao]|excedid|esgotad|ultrapassad)/,
  /(?:casella|quota)[^.]{0,40}(?:pien[ao]|superat|esaurit)/,
  /(?:postvak|mailbox|postbus)[^.]{0,40}\bvol\b/,
  /skrzynk\w*[^.]{0,30}(?:pełn|pelna|przepełnion|przepelnion)/,
  /ящик[^.]{0,30}(?:переполнен|заполнен)|превышен\S* (?:квот|размер ящика)/,
  /(?:posta kutusu|kota)\w*[^.]{0,30}(?:dolu|aş[ıi]ld|doldu)/,
  /(?:メールボックス|受信箱|容量)[^。]{0,20}(?:いっぱい|一杯|満杯|超え|超過|オーバー|ありません|不足)/,
  /(?:邮箱|信箱|郵箱|收件箱)[^。]{0,8}(?:已?[满滿]|空[间間]不足|超[限出过過])/,
  /(?:사서함|메일함|편지함|용량)[^.]{0,16}(?:초과|가득|부족)/,
];

const NO_DOMAIN = [
  /\bdomain\w*[^.]{0,30}(?:existiert nicht|nicht (?:gefunden|vorhanden|bekannt)|unbekannt)/,
  /\bdomaine\b[^.]{0,30}(?:n'existe p|inconnu|introuvable)/,
  /\bdominio\b[^.]{0,30}(?:no existe|inexistente|desconocid|no encontrad|nao (?:existe|encontrad|localizad)|non esiste|non trovat|sconosciut)/,
  /\bdomein\b[^.]{0,30}(?:bestaat niet|onbekend)|\bdomena\b[^.]{0,30}nie istnieje|домен\S*[^.]{0,30}(?:не существует|не найден)/,
  /ドメイン[^。サ]{0,20}(?:存在しません|見つかりません)|域名[^。]{0,12}(?:不存在|未找到)|找不到[^。]{0,8}域名|網域[^。]{0,12}(?:不存在|找不到)|도메인[^.]{0,12}(?:존재하지 않|찾을 수 없)/,
];

const CONTENT = [
  /unerwunscht|unerwuenscht|indesirable|no desead|lixo eletronico|indesiderat|ongewenste|niechcian|спам|нежелательн|迷惑メール|スパム|ウイルス|ウィルス|指定受信|拒否|垃圾(?:邮件|郵件|信)|拒[收绝絕]|[违違][规規]|なりすまし|受け付けて(?:い|おり)ません|受信しませんでした|스팸|바이러스|거부|차단|\bviren|antivir|politique|politica de|richtlinie|политик|ポリシー|策略|정책/,
  // What NetEase (163.com, 126.com) writes for spam.
  /\bdt:sp[mb]|\bmi:sp[bf]\b/,
];

const TOO_LARGE = [
  /(?:mail(?!box)|nachricht)[^.]{0,40}zu gro(?:ß|ss)|(?:nachrichten|mail(?!box))-?gro(?:ß|ss)e[^.]{0,30}(?:uberschr|ueberschr)/,
  /(?:message|mail)[^.]{0,40}(?:trop (?:volumineu|gros|grand)|depasse[^.]{0,20}taille|taille maximale)|taille du (?:message|mail)[^.]{0,40}depass/,
  /(?:mensaje|correo)[^.]{0,40}(?:demasiado grande|tamano maximo)|tamano del (?:mensaje|correo)[^.]{0,40}(?:supera|excede)/,
  /mensagem[^.]{0,40}(?:grande demais|muito grande|excede[^.]{0,20}(?:tamanho|limite))|tamanho da mensagem[^.]{0,40}(?:excede|ultrapassa)/,
  /messaggio[^.]{0,40}(?:troppo grande|supera[^.]{0,20}dimension)|dimension\w* del messaggio[^.]{0,40}supera/,
  /bericht[^.]{0,40}te groot|wiadomosc[^.]{0,40}(?:za du[zż]|zbyt du[zż]|przekracza)/,
  /(?:сообщение|письмо)[^.]{0,40}слишком больш|размер (?:письма|сообщения)[^.]{0,40}превыш/,
  /(?:anhang|piece jointe|adjunto|anexo|allegato)[^.]{0,30}(?:zu gro(?:ß|ss)|trop|demasiado grande|muito grande|troppo grande)|添付[^。]{0,10}(?:大きすぎ|大き過ぎ|サイズ)|附件[太过過]大/,
  /メール[^。]{0,6}サイズ[^。]{0,20}(?:超|大き)|(?:邮件|郵件|信件)(?:大小|尺寸)[^。]{0,12}超|(?:邮件|郵件|信件)[太过過]大|(?:메일|메시지)[^.]{0,10}크기[^.]{0,15}초과/,
];

const LATER = [
  /zeituberschreitung|zeitueberschreitung|vorubergehend|voruebergehend|uberlastet|ueberlastet|verzogert|verzoegert|spater (?:noch|erneut|wieder)|spaeter (?:noch|erneut|wieder)/,
  /antwortet nicht|ne repond pas|no responde|nao responde|non risponde|reageert niet|nie odpowiada|не отвечает|(?:没有|沒有|无|無)(?:响应|回[应應])/,
  /keine verbindung|verbindung[^.]{0,40}(?:fehlgeschlagen|nicht (?:moglich|moeglich)|hergestellt werden)|impossible de (?:joindre|se connecter|contacter)|connexion[^.]{0,20}(?:impossible|echoue)|no se (?:pudo|puede|ha podido) (?:conectar|contactar|establecer)|nao foi possivel (?:conectar|contatar|estabelecer)|impossibile (?:connettersi|contattare|collegarsi)|geen verbinding|nie (?:mozna|uda[lł]o sie) po[lł]aczyc|не удалось (?:подключ|соедин|установить соединение)|接続(?:でき|することができ|に失敗)|(?:无法|無法|不能)(?:连接|連接|連線)|(?:连接|連接|連線)[^。]{0,6}失[败敗]|연결(?:할 수 없|하지 못|에 실패)/,
  /delai [^.]{0,20}(?:depasse|expire)|temporairement|reessayer|reessayez|ulterieurement|serveur [^.]{0,20}(?:indisponible|surcharge)/,
  /tiempo de espera|temporalmente|mas tarde|reintent|servidor [^.]{0,20}(?:ocupado|no disponible)/,
  /temporariamente|mais tarde|tente novamente|tempo (?:limite|esgotado)|servidor [^.]{0,20}indisponivel/,
  /temporaneamente|riprov|piu tardi|tempo scaduto|tijdelijk|later opnieuw|tymczasow|pozniej|daha sonra/,
  /временно|позже|позднее|истекло время/,
  /タイムアウト|応答(?:し|が)(?:ません|ありません|ない)|一時的|混み合って|しばらく(?:して|経って|たって)/,
  /超时|逾時|超時|稍[后後]|繁忙|暂时|暫時|시간 ?초과|나중에|일시적/,
];

const PATTERNS: Readonly<Record<Topic, readonly RegExp[]>> = {
  sender: SENDER,
  missing: MISSING,
  disabled: DISABLED,
  full: FULL,
  'no-domain': NO_DOMAIN,
  content: CONTENT,
  'too-large': TOO_LARGE,
  later: LATER,
};
