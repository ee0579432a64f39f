/** Headers in languages beside those of `column-roles.ts`, by what their column has. */
export const HEADER_WORDS = {
  first_name:
    'fornavn,etunimi,křestní jméno,jméno,meno,krstné meno,keresztnév,utónév,prenume,ad,adı,isim,имя,ім’я,όνομα,ime,име,собствено име,' +
    '名,下の名前,名前（名）,이름(이름),الاسم الأول,שם פרטי,tên,nama depan,eesnimi,vardas,vārds,fornafn,ชื่อ,first names',
  last_name:
    'efternavn,etternavn,sukunimi,příjmení,priezvisko,vezetéknév,családnév,soyad,soyadı,soyisim,фамилия,прізвище,επώνυμο,επίθετο,' +
    'prezime,priimek,презиме,姓,苗字,성,اسم العائلة,שם משפחה,họ,nama belakang,perekonnanimi,pavardė,uzvārds,นามสกุล',
  full_name:
    'navn,namn,nimi,név,teljes név,nume,nume complet,ad soyad,adı soyadı,фио,полное имя,піб,ονοματεπώνυμο,ime i prezime,ime in priimek,' +
    'име и фамилия,jméno a příjmení,meno a priezvisko,imię i nazwisko,nome e cognome,nome completo,氏名,お名前,名前,姓名,聯絡人,联系人,' +
    '이름,성명,담당자,الاسم,الاسم الكامل,שם,שם מלא,họ và tên,họ tên,nama,nama lengkap,' +
    // The contact at a company.
    'kontakt,kontaktperson,contactpersoon,contacto,persona de contacto,contato,pessoa de contato,pessoa de contacto,referente,persona di contatto,' +
    'personne de contact,interlocuteur,osoba kontaktowa,kontaktní osoba,kontaktná osoba,kapcsolattartó,persoană de contact,yhteyshenkilö,' +
    'yetkili kişi,kontakt osoba,kontaktna oseba,контактное лицо,контактна особа,лице за контакт,υπεύθυνος επικοινωνίας,連絡先担当者,担当者,联系人姓名,' +
    'جهة الاتصال,اسم جهة الاتصال,איש קשר,người liên hệ,kontaktisik,kontaktinis asmuo,kontaktpersona,ผู้ติดต่อ',
  email:
    'e-post,epost,sähköposti,e-mailová adresa,e-mail cím,e-posta,почта,электронная почта,эл. почта,електронна пошта,ел. поща,имейл,ηλεκτρονικό ταχυδρομείο,' +
    'メール,メールアドレス,邮箱,电子邮件,電子郵件,이메일,البريد الإلكتروني,אימייל,דוא"ל,thư điện tử,surel,e-pošta,correo electrónico,dirección de correo electrónico,adresse e-mail,adresse mail,adresse électronique,' +
    'endereço de e-mail,indirizzo e-mail,posta elettronica,adres e-mail,geschäftliche e-mail,e-mail geschäftlich',
  company:
    'firmanavn,bedrift,selskab,selskap,yritys,yrityksen nimi,společnost,název firmy,spoločnosť,názov firmy,cégnév,cég,companie,nume firmă,' +
    'şirket,şirket adı,firma adı,компания,название компании,организация,компанія,назва компанії,εταιρεία,επωνυμία,tvrtka,podjetje,фирма,' +
    '会社名,会社,企業名,公司,公司名称,公司名稱,企业名称,회사,회사명,기업명,الشركة,اسم الشركة,חברה,שם החברה,công ty,tên công ty,perusahaan,' +
    'nama perusahaan,ettevõte,įmonė,uzņēmums,บริษัท,azienda,fyrirtæki,nome da empresa,' +
    'nombre de empresa,nom de la société,nome dell’azienda,naam bedrijf,nazwa przedsiębiorstwa',
  website:
    'hjemmeside,nettside,hemsida,kotisivu,kotisivut,webové stránky,webová stránka,web stránka,honlap,weboldal,site web,web sitesi,internet sitesi,сайт,' +
    'веб-сайт,уебсайт,ιστοσελίδα,ιστότοπος,web stranica,spletna stran,ウェブサイト,ホームページ,网站,網站,网址,웹사이트,홈페이지,' +
    'الموقع,الموقع الإلكتروني,אתר,אתר אינטרנט,trang web,situs web,เว็บไซต์,site internet,sito internet,strona internetowa,página web,sítio web',
  city: 'kaupunki,město,mesto,város,oraș,orașul,grad,şehir,город,місто,град,πόλη,市,都市,城市,도시,เมือง',
  country:
    'maa,země,krajina,ország,ţară,țară,ülke,страна,країна,държава,χώρα,država,zemlja,国,国家,國家,국가,البلد,الدولة,מדינה,ארץ,quốc gia,negara',
} as const;
