/** What people call the @ sign, in words that no mailbox is named after. */
export const SIGN_WORD =
  'kukac|krøllalfa|alfakrøll|собачка|собака|arroba|arobase|arobas|apenstaartje|apestaartje|chiocciola|małp[ak]a?|malpa|affenklammer|affenschwanz|arond|miuku|zavináč|zavinac|snabel[- ]?a|klammeraffe|miukumauku|ät-merkki|at-merkki|παπάκι|papaki|кльомба|маймунско а|afna|kuyruklu a|et işareti|ऐट|एट';

/** What they call the dot. */
export const DOT_WORD =
  'dot|punkt|point|punto|ponto|punt|pont|kropka|tečka|tecka|bodka|piste|prikk|prik|punktum|punct|nokta|τελεία|teleia|točka|tocka|тачка|tačka|pika|taškas|punkts|точка|крапка|डॉट|डाट';
