/// The language of a page's running text. Printed labels and names stay English.
public enum PageLanguage: String, Hashable, Codable, Sendable, CaseIterable {
    case english, german, french, polish, russian, greek

    /// Words for plausible sentences, without grammar.
    struct Vocabulary {
        let nouns: [String]
        let adjectives: [String]
        let verbs: [String]
        let links: [String]
        let openers: [String]
        let the: String
        let a: String
        let and: String
        let seePage: String

        init(
            nouns: String, adjectives: String, verbs: String, links: String, openers: [String], the: String, a: String,
            and: String, seePage: String
        ) {
            func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
            self.nouns = split(nouns)
            self.adjectives = split(adjectives)
            self.verbs = split(verbs)
            self.links = split(links)
            self.openers = openers
            self.the = the
            self.a = a
            self.and = and
            self.seePage = seePage
        }
    }

    var vocabulary: Vocabulary {
        switch self {
        case .english: Self.englishWords
        case .german: Self.germanWords
        case .french: Self.frenchWords
        case .polish: Self.polishWords
        case .russian: Self.russianWords
        case .greek: Self.greekWords
        }
    }

    private static let englishWords = Vocabulary(
        nouns: """
            river garden window letter market station bridge harbour meadow kitchen lantern bottle ladder pencil summer \
            winter morning evening village school teacher doctor sailor painter farmer engine wheel valley mountain \
            forest island captain library museum theatre paper candle mirror basket blanket chimney corner cottage \
            cellar orchard parcel picture railway ribbon saddle shelter shoulder silver stable stocking street supper \
            tower travel tunnel voyage weather whistle wonder account budget building chapter charter company contract \
            council course decision delivery department design district drawing edition effort engineer entrance \
            estimate event example exhibition expense figure machine manager material measure meeting member method \
            minute model number office order owner package payment period permit person plan platform policy problem \
            process product programme project proposal purpose quality quantity question reader reason receipt record \
            region report request result review sample schedule season section service signal skill source student \
            subject supply surface survey system table theory ticket trade training value version visitor volume water \
            worker workshop
            """,
        adjectives: """
            quiet bright narrow ancient modern careful gentle heavy early late local common public private simple \
            steady broad clear coastal current different direct double eastern entire equal exact familiar famous final \
            firm formal fresh general golden grand green happy hidden honest hollow important large little long lower \
            main minor natural northern open ordinary patient plain pleasant possible practical proper rapid recent \
            regular remote rough second separate serious several sharp short silent small smooth southern special \
            strong sudden suitable tall technical thorough typical unusual upper useful usual warm western whole wide \
            wooden yearly young
            """,
        verbs: """
            opens follows carries reaches covers crosses gathers holds joins keeps leaves marks meets moves needs \
            offers passes plans prepares protects proves raises receives records repairs replaces returns serves shapes \
            shares shows signs stores supports surrounds takes tests touches turns visits watches describes explains \
            improves measures connects completes checks brings accepts announces requires considers
            """,
        links: "near behind beside above below across under towards within beyond against around between before after",
        openers: [
            "In the", "After the", "Before the", "With the", "Beside the", "During the", "Despite the", "For the",
        ],
        the: "the", a: "a", and: "and", seePage: "see page")

    private static let germanWords = Vocabulary(
        nouns: """
            Fluss Garten Fenster Brief Markt Bahnhof Brücke Hafen Wiese Küche Flasche Leiter Sommer Winter Morgen Abend \
            Dorf Schule Lehrer Arzt Maler Bauer Rad Tal Berg Wald Insel Bücherei Papier Kerze Spiegel Korb Decke Ecke \
            Keller Paket Bild Eisenbahn Straße Turm Reise Wetter Rechnung Gebäude Kapitel Vertrag Gemeinde Lieferung \
            Abteilung Zeichnung Ausgabe Eingang Beispiel Ausstellung Maschine Sitzung Mitglied Verfahren Nummer \
            Zahlung Frist Vorschlag Zweck Güte Menge Frage Leser Grund Bericht Ergebnis Probe Dienst Zeichen Quelle \
            Oberfläche Übersicht Tabelle Fahrkarte Wert Besucher Wasser Werkstatt
            """,
        adjectives: """
            ruhige helle schmale alte moderne schwere frühe späte örtliche einfache stetige breite klare doppelte ganze \
            gleiche genaue bekannte endgültige feste frische allgemeine goldene große grüne glückliche wichtige kleine \
            lange untere natürliche offene gewöhnliche mögliche richtige schnelle ferne ernste kurze stille starke \
            plötzliche hohe gründliche obere nützliche übliche warme weite hölzerne jährliche junge
            """,
        verbs: """
            öffnet folgt trägt erreicht deckt sammelt hält verbindet behält verlässt trifft bewegt braucht bietet plant \
            schützt beweist erhebt empfängt ersetzt dient formt teilt zeigt stützt umgibt nimmt prüft berührt besucht \
            beschreibt erklärt verbessert misst vollendet bringt verlangt bedenkt
            """,
        links: "bei hinter neben über unter durch gegen um zwischen vor nach",
        openers: ["In der", "Nach der", "Vor der", "Mit der", "Neben der", "Während der", "Trotz der", "Für die"],
        the: "die", a: "eine", and: "und", seePage: "siehe Seite")

    private static let frenchWords = Vocabulary(
        nouns: """
            rivière jardin fenêtre lettre marché gare pont port prairie cuisine bouteille échelle été hiver matin soir \
            village école médecin peintre fermier moteur roue vallée montagne forêt île bibliothèque musée théâtre \
            papier bougie miroir panier couverture cheminée coin cave verger colis image chemin ruban épaule argent rue \
            tour voyage tunnel météo compte bâtiment chapitre société contrat conseil décision livraison dessin édition \
            entrée exemple dépense chiffre machine matière mesure réunion membre méthode minute bureau ordre paiement \
            période projet qualité quantité question lecteur raison reçu région résultat échantillon saison élève
            """,
        adjectives: """
            calme clair étroit ancien moderne prudent doux lourd local commun public privé simple large différent \
            direct double entier égal exact célèbre final ferme général grand vert heureux caché honnête important petit \
            long naturel ouvert ordinaire agréable possible pratique rapide récent régulier séparé sérieux court \
            silencieux spécial fort soudain utile chaud annuel jeune
            """,
        verbs: """
            ouvre suit porte atteint couvre traverse réunit tient joint garde quitte marque rencontre offre passe \
            prépare protège prouve reçoit répare remplace rend sert forme partage montre signe soutient prend touche \
            tourne visite décrit explique améliore mesure complète vérifie apporte annonce exige considère
            """,
        links: "près derrière sous sur vers contre dans entre avant après chez",
        openers: ["Dans le", "Après le", "Avant le", "Avec le", "Pendant le", "Malgré le", "Pour le"],
        the: "le", a: "un", and: "et", seePage: "voir page")

    private static let polishWords = Vocabulary(
        nouns: """
            rzeka ogród okno list rynek stacja most łąka kuchnia butelka drabina ołówek lato zima ranek wieczór wieś \
            szkoła lekarz malarz rolnik silnik koło dolina góra las wyspa biblioteka muzeum papier świeca lustro koszyk \
            komin róg piwnica sad paczka obraz kolej wstążka ulica wieża podróż pogoda rachunek budynek rozdział umowa \
            rada decyzja dostawa rysunek wydanie wejście przykład wystawa liczba maszyna spotkanie członek sposób minuta \
            biuro płatność okres osoba wniosek cel jakość ilość pytanie czytelnik powód wynik próbka usługa źródło
            """,
        adjectives: """
            cichy jasny wąski dawny nowy ostrożny ciężki wczesny późny miejscowy wspólny prosty szeroki różny podwójny \
            cały równy dokładny znany sławny stały świeży ogólny złoty zielony szczęśliwy ważny duży mały długi dolny \
            naturalny otwarty zwykły możliwy szybki poważny krótki gładki silny nagły wysoki górny ciepły drewniany
            """,
        verbs: """
            otwiera niesie sięga zbiera trzyma łączy chroni dostaje naprawia służy kształtuje dzieli wskazuje wspiera \
            otacza bierze dotyka zwraca odwiedza opisuje wyjaśnia poprawia mierzy kończy sprawdza przynosi ogłasza
            """,
        links: "przy za obok nad pod przez wśród przeciw między przed po",
        openers: ["Ten", "Po tym", "Przed tym", "Przy tym", "Mimo to", "Wtedy"],
        the: "ten", a: "jeden", and: "i", seePage: "patrz strona")

    private static let russianWords = Vocabulary(
        nouns: """
            река сад окно письмо рынок станция мост порт луг кухня бутылка карандаш лето зима утро вечер деревня школа \
            учитель врач моряк художник двигатель колесо долина гора лес остров библиотека музей театр бумага свеча \
            зеркало корзина угол дом подвал посылка картина дорога лента улица ужин башня путешествие погода счёт здание \
            глава договор совет решение поставка отдел рисунок издание вход пример выставка расход число машина мера \
            собрание член способ минута образец номер заказ плата срок человек площадь задача качество вопрос читатель
            """,
        adjectives: """
            тихий яркий узкий древний новый тяжёлый ранний поздний местный общий простой широкий ясный разный прямой \
            двойной весь равный точный известный твёрдый свежий золотой большой зелёный счастливый важный малый долгий \
            нижний открытый обычный возможный верный быстрый далёкий короткий гладкий сильный высокий верхний тёплый
            """,
        verbs: """
            открывает следует несёт достигает собирает держит хранит встречает предлагает проходит готовит защищает \
            получает заменяет служит показывает берёт касается посещает описывает объясняет улучшает измеряет приносит
            """,
        links: "около за рядом над под через против между перед после",
        openers: ["Через", "После", "Перед", "Вместе с тем", "Поэтому", "Однако"],
        the: "этот", a: "один", and: "и", seePage: "смотри страницу")

    private static let greekWords = Vocabulary(
        nouns: """
            ποτάμι κήπος παράθυρο γράμμα αγορά σταθμός γέφυρα λιμάνι κουζίνα μπουκάλι σκάλα μολύβι καλοκαίρι χειμώνας \
            πρωί βράδυ χωριό σχολείο δάσκαλος γιατρός ζωγράφος μηχανή τροχός κοιλάδα βουνό δάσος νησί βιβλιοθήκη μουσείο \
            θέατρο χαρτί κερί καθρέφτης καλάθι γωνία κελάρι δέμα εικόνα δρόμος πύργος ταξίδι καιρός λογαριασμός κτίριο \
            κεφάλαιο εταιρεία σύμβαση απόφαση παράδοση τμήμα σχέδιο έκδοση είσοδος παράδειγμα έκθεση αριθμός υλικό μέτρο
            """,
        adjectives: """
            ήσυχος φωτεινός στενός αρχαίος μοντέρνος βαρύς τοπικός κοινός απλός πλατύς καθαρός διπλός ολόκληρος ίσος \
            γνωστός τελικός σταθερός φρέσκος γενικός χρυσός μεγάλος πράσινος χαρούμενος σημαντικός μικρός μακρύς
            """,
        verbs: """
            ανοίγει ακολουθεί φέρνει φτάνει καλύπτει μαζεύει κρατά ενώνει αφήνει συναντά προσφέρει περνά ετοιμάζει \
            προστατεύει δέχεται αντικαθιστά δείχνει παίρνει αγγίζει γυρίζει επισκέπτεται περιγράφει εξηγεί βελτιώνει
            """,
        links: "κοντά πίσω δίπλα πάνω κάτω προς εναντίον ανάμεσα πριν μετά",
        openers: ["Στο", "Μετά το", "Πριν το", "Με το", "Για το", "Όμως το"],
        the: "το", a: "ένα", and: "και", seePage: "βλέπε σελίδα")
}
