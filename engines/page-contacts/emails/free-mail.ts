/** Hosts of mailboxes that anyone can have. */
export const FREE_MAIL: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.co.jp yahoo.co.in yahoo.com.br ymail.com rocketmail.com ' +
    'hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.es hotmail.it outlook.com outlook.de outlook.fr outlook.es live.com live.co.uk live.nl msn.com aol.com ' +
    'icloud.com me.com mac.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de mail.com mail.ru yandex.ru bk.ru protonmail.com proton.me ' +
    'zoho.com orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it tin.it virgilio.it alice.it telefonica.net terra.es terra.com.br uol.com.br bol.com.br ' +
    'ig.com.br rediffmail.com bigpond.com optusnet.com.au btinternet.com btconnect.com sky.com talktalk.net ntlworld.com comcast.net verizon.net att.net sbcglobal.net ' +
    'bellsouth.net cox.net earthlink.net charter.net shaw.ca rogers.com sympatico.ca ziggo.nl planet.nl kpnmail.nl home.nl hetnet.nl telenet.be skynet.be bluewin.ch qq.com 163.com 126.com naver.com'
  ).split(' '),
);
