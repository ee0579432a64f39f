const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Given names of Hungary, in lower case with their accents. */
export const HUNGARIAN_GIVEN = words(
  'ádám ágnes ágota ákos albert alexandra alíz andor andrás andrea anett anikó anita anna antal aranka árpád attila balázs bálint ' +
    'barbara barnabás beáta béla bence benedek bernadett bertalan bianka boglárka brigitta csaba csilla dániel dávid dénes dezső diána ' +
    'dominik dóra dorina dorottya edina edit elemér emese emma endre enikő erika ernő ervin erzsébet eszter éva evelin ferenc flóra ' +
    'fruzsina gábor gabriella gellért gergely gergő géza györgy györgyi gyöngyi gyula hajnalka hanna henrietta henrik ibolya ildikó ilona imre irén ' +
    'istván iván izabella jános jenő józsef judit júlia julianna kálmán károly katalin kata kinga klára klaudia kornél kristóf krisztián ' +
    'krisztina lajos lászló laura lea lili lilla lóránt luca magdolna marcell margit mária marianna márk márta márton máté mátyás ' +
    'melinda mihály miklós mónika nándor nikolett nikoletta noémi nóra olivér orsolya ottó pál péter petra piroska réka renáta richárd ' +
    'róbert roland rózsa rudolf sándor sára sarolta sebestyén szabina szabolcs szilárd szilveszter szilvia tamás teréz tibor tímea ' +
    'tünde vera veronika viktor viktória vilmos virág vivien zita zoltán zóra zsanett zsolt zsófia zsuzsa zsuzsanna',
);
/** Common family names of Hungary. */
export const HUNGARIAN_FAMILY = words(
  'nagy kovács tóth szabó horváth varga kiss molnár németh farkas balogh papp takács juhász lakatos mészáros oláh simon rácz fekete ' +
    'szilágyi török fehér balázs gál kis szűcs kocsis orsós pintér fodor szalai sipos magyar lukács gulyás bíró király katona lászló ' +
    'jakab bogdán balog sándor boros váradi fazekas kelemen antal orosz somogyi fülöp veres vincze budai hegedűs deák pap bálint pál ' +
    'illés szőke vörös bognár lengyel fábián bodnár szűts hajdu halász máté székely kozma pásztor bakos dudás virág kerekes',
);
/** Given names of Greece, as people write them. */
export const GREEK_GIVEN = words(
  'γιώργος γεώργιος δημήτρης δημήτριος κώστας κωνσταντίνος γιάννης ιωάννης νίκος νικόλαος παναγιώτης βασίλης χρήστος αθανάσιος ' +
    'θανάσης μιχάλης ευάγγελος βαγγέλης σπύρος αντώνης αναστάσιος τάσος θεόδωρος ανδρέας αλέξανδρος αλέξης πέτρος ηλίας στέφανος ' +
    'σταύρος μανώλης εμμανουήλ άγγελος απόστολος χαράλαμπος στέλιος λευτέρης μάριος μαρία ελένη αικατερίνη κατερίνα βασιλική σοφία ' +
    'αγγελική γεωργία δήμητρα κωνσταντίνα παναγιώτα άννα ευαγγελία ιωάννα ειρήνη αναστασία δέσποινα χριστίνα φωτεινή αλεξάνδρα ' +
    'ευτυχία χρυσούλα αθηνά νίκη βάσω ελευθερία στυλιανή θεοδώρα όλγα μαργαρίτα ζωή εύα',
);
/** Given names in Cyrillic whose ending is also one of family names. */
export const CYRILLIC_GIVEN = words(
  'марина ирина екатерина кристина полина алина арина галина карина ангелина сабина валентина нина инна зина дина регина альбина ' +
    'марко янко дмитро данило павло петро кирилло михайло богдан катерина ірина христина мартин константин валентин августин камен ' +
    'роман юлиан ян сергей никита',
);
/** Given names that only Ukrainians have, without a letter of their own. */
export const UKRAINIAN_GIVEN = words(
  'ганна олена тетяна наталя катерина володимир микола дмитро михайло петро павло тарас остап лесь оксана надя олександр олександра ' +
    'олексий соломия юрко',
);
/** Given names of Spanish and Portuguese, without accents. */
export const IBERIAN_GIVEN = words(
  'adrian adriana agustin alberto alejandra alejandro alfonso alfredo alicia alonso alvaro amelia ana andrea andres angel angela angeles ' +
    'antonia antonio armando arturo beatriz belen benito blanca bruno camila carla carlos carmen carolina catalina cecilia cesar clara ' +
    'claudia concepcion consuelo cristian cristina cristobal daniel daniela david diana diego dolores eduardo elena elisa eloy emilia ' +
    'emilio enrique ernesto esteban esther estela eugenia eugenio eva fabian fatima federico felipe felix fernanda fernando ' +
    'francisca francisco gabriel gabriela gerardo german gilberto gloria gonzalo graciela guadalupe guillermo gustavo hector hugo ' +
    'ignacio ines irene isabel ivan jaime javier jesus joao joaquin jordi jorge jose josefa juan juana julia julian julio laura leonardo leticia ' +
    'lidia lola lorena lorenzo lourdes lucas lucia luciana luis luisa luiz luz magdalena manuel manuela marcela marcelo marcos margarita maria ' +
    'mariana mario marta martin mateo matias mauricio mauro maximo mercedes miguel miriam monica montserrat natalia nicolas nieves ' +
    'noelia nuria octavio olga oscar pablo paloma patricia paula paulo pedro pilar rafael ramiro ramon raquel raul rebeca ricardo ' +
    'roberto rocio rodrigo rogelio rosa rosario ruben salvador samuel sandra santiago sara sebastian sergio silvia sofia soledad sonia ' +
    'susana teresa thiago tomas valentina valeria vanessa veronica vicente victor victoria vinicius virginia xavier ximena yolanda',
);
/** Family names of Spanish and Portuguese that are hardly ever given names, without accents. */
export const IBERIAN_FAMILY = words(
  'acosta aguilar aguirre alvarez alves alonso araujo arias barbosa barros benitez blanco bravo caballero cabrera calvo campos cano cardoso ' +
    'carrasco carvalho castillo castro contreras cordoba correa cortes costa crespo cruz cunha delgado dias diaz diez dominguez duarte ' +
    'duran escobar espinosa esteban estrada fernandes fernandez ferreira ferrer figueroa flores fonseca freitas fuentes gallardo gallego ' +
    'garcia garrido gil gimenez gomes gomez goncalves gonzales gonzalez guerrero gutierrez guzman henriquez herrera herrero hidalgo ' +
    'ibanez iglesias jimenez juarez leon lima lopes lopez lorenzo lozano machado maldonado marin marques marquez martinez martins medina ' +
    'mejia melo mendes mendez mendoza mendonca miranda molina montero montes monteiro mora moraes morales moreira moreno moya munoz ' +
    'nascimento navarro nieto nogueira nunes nunez oliveira ortega ortiz pacheco padilla parra pascual pena peralta pereira perez ' +
    'pinto pires ponce prieto puig quintero ramirez ramos rey reyes ribeiro rios rivera robles rocha rodrigues rodriguez rojas roman ' +
    'romero rosales rubio ruiz saez salazar salinas sanchez sandoval santana santos sanz serrano silva soares solis soler sosa soto souza sousa ' +
    'suarez tavares teixeira toledo torres trujillo valdez valencia vargas vasquez vazquez vega velasco velazquez vera vicente vidal ' +
    'vieira vila villanueva zamora ' +
    'abreu almeida amaral andrade antunes arancibia azevedo bastos bezerra borges brandao brito bustamante bustos caldeira ' +
    'camargo cardenas carrillo cervantes chavez cisneros coelho coronado coutinho davila echeverria errazuriz escalante ' +
    'espinoza esquivel esteves eyzaguirre faria figueiredo furtado galindo galvan garza guevara guimaraes hurtado ibarra ' +
    'irarrazaval jara larrain leite leiva leyva macedo macias magalhaes mamani matos menezes meza montenegro montoya mosquera ' +
    'mota moura murillo naranjo ochoa olivares ordonez orellana orozco osorio ospina otero palacios paredes pimentel pineda ' +
    'pinheiro pizarro queiroz quiroga quispe restrepo riquelme rivas rosas rueda saavedra sampaio sepulveda siqueira tapia ' +
    'tello trejo undurraga urbina uribe urrutia valdes vallejo vaz vial villalobos villarreal zapata zegers zuniga',
);
