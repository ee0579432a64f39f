/** Hosts of mailboxes that anyone can have. */
export const FREE_MAIL: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.co.jp yahoo.co.in yahoo.com.br ymail.com rocketmail.com ' +
    'hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.es hotmail.it outlook.com outlook.de outlook.fr outlook.es live.com live.co.uk live.nl msn.com aol.com ' +
    'icloud.com me.com mac.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de mail.com mail.ru yandex.ru bk.ru protonmail.com proton.me ' +
    'zoho.com orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it tin.it virgilio.it alice.it telefonica.net terra.es terra.com.br uol.com.br bol.com.br ' +
    'ig.com.br rediffmail.com bigpond.com optusnet.com.au btinternet.com btconnect.com sky.com talktalk.net ntlworld.com comcast.net verizon.net att.net sbcglobal.net ' +
    'bellsouth.net cox.net earthlink.net charter.net shaw.ca rogers.com sympatico.ca ziggo.nl planet.nl kpnmail.nl home.nl hetnet.nl telenet.be skynet.be bluewin.ch qq.com 163.com 126.com naver.com ' +
    'sapo.pt clix.pt iol.pt netcabo.pt hin.ch sunrise.ch hispeed.ch aon.at chello.at wp.pl o2.pl op.pl onet.pl onet.eu interia.pl poczta.fm poczta.onet.pl gazeta.pl tlen.pl vp.pl seznam.cz centrum.cz email.cz post.cz ' +
    'volny.cz azet.sk zoznam.sk centrum.sk post.sk abv.bg mail.bg freemail.hu citromail.hu indamail.hu t-online.hu yahoo.ro walla.co.il netvision.net.il hanmail.net daum.net nate.com mail.ee hot.ee inbox.lv inbox.lt ' +
    'telia.com spray.se tele2.se bredband.net online.no broadpark.no mail.dk jubii.dk ofir.dk tdcadsl.dk pt.lu eircom.net mweb.co.za telkomsa.net iafrica.com absamail.co.za webmail.co.za vodamail.co.za xtra.co.nz ' +
    'slingshot.co.nz bigpond.net.au iinet.net.au tpg.com.au westnet.com.au internode.on.net dodo.com.au prodigy.net.mx hotmail.com.ar yahoo.com.ar fibertel.com.ar yahoo.com.mx yahoo.com.au live.com.au live.ca ' +
    'videotron.ca bell.net telus.net mts.net sasktel.net blueyonder.co.uk virginmedia.com tiscali.co.uk tiscali.it fastwebnet.it email.it inwind.it iol.it neuf.fr club-internet.fr bbox.fr gmx.fr posteo.de arcor.de kabelmail.de ' +
    'upcmail.nl xs4all.nl casema.nl chello.nl hotmail.nl hotmail.be yandex.com list.ru inbox.ru rambler.ru ukr.net i.ua meta.ua otenet.gr forthnet.gr cytanet.com.cy hotmail.com.br terra.com yahoo.com.tr yahoo.ca yahoo.ie pm.me fastmail.com tutanota.com'
  ).split(' '),
);
