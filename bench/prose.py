"""Sentences in several languages, written for the tables of words and articles, and made-up paragraphs of them."""

from __future__ import annotations

import itertools
import random

SENTENCES = {
    "en": [
        "The harbour master counted the returning boats before the evening fog had reached the outer breakwater.",
        "Nobody remembered who had first painted the warehouse doors in that particular shade of green.",
        "A careful reconstruction of the quay began with photographs, insurance records and the recollections of neighbours.",
        "Between 1887 and 1912 the number of registered vessels rose from 214 to 1,036.",
        "Fishermen, carpenters and sailmakers shared the narrow street, although their working hours rarely overlapped.",
        "The committee's recommendations were straightforward: deepen the channel, strengthen the embankment, and publish the accounts.",
        "Unfortunately the original drawings disappeared during the reorganisation of the municipal archives.",
        "Her grandfather described the lighthouse as an uncomfortable but magnificent place to spend the winter.",
        "Modern measurements confirm that sedimentation accelerates whenever the northern sluice remains closed.",
        "Every spring, volunteers repair the footbridge and repaint its eleven wooden railings.",
    ],
    "de": [
        "Der Hafenmeister zählte die zurückkehrenden Boote, bevor der Abendnebel die äußere Mole erreichte.",
        "Niemand wusste mehr, wer die Lagerhaustüren zuerst in diesem eigentümlichen Grün gestrichen hatte.",
        "Die sorgfältige Wiederherstellung der Uferbefestigung begann mit Fotografien, Versicherungsunterlagen und Erinnerungen der Nachbarschaft.",
        "Zwischen 1887 und 1912 stieg die Zahl der eingetragenen Schiffe von 214 auf 1036.",
        "Fischer, Zimmerleute und Segelmacher teilten sich die schmale Gasse, obwohl ihre Arbeitszeiten sich selten überschnitten.",
        "Die Empfehlungen des Ausschusses waren unmissverständlich: Fahrrinne vertiefen, Böschung verstärken, Abrechnung veröffentlichen.",
        "Bedauerlicherweise verschwanden die ursprünglichen Zeichnungen während der Umstrukturierung des Stadtarchivs.",
        "Ihr Großvater beschrieb den Leuchtturm als unbequemen, aber großartigen Ort für den Winter.",
        "Neuere Messungen bestätigen, dass sich die Ablagerung beschleunigt, sobald die nördliche Schleuse geschlossen bleibt.",
        "In jedem Frühjahr reparieren Freiwillige die Fußgängerbrücke und streichen ihre elf hölzernen Geländer.",
    ],
    "fr": [
        "Le capitaine du port comptait les bateaux qui rentraient avant que la brume du soir n'atteigne la jetée extérieure.",
        "Personne ne se souvenait de celui qui avait peint les portes de l'entrepôt dans cette nuance de vert.",
        "La reconstruction minutieuse du quai commença par des photographies, des dossiers d'assurance et les souvenirs des voisins.",
        "Entre 1887 et 1912, le nombre de navires immatriculés passa de 214 à 1036.",
        "Pêcheurs, charpentiers et voiliers partageaient la ruelle étroite, bien que leurs horaires se croisent rarement.",
        "Les recommandations de la commission étaient claires : approfondir le chenal, renforcer la digue et publier les comptes.",
        "Malheureusement, les dessins originaux disparurent pendant la réorganisation des archives municipales.",
        "Son grand-père décrivait le phare comme un endroit inconfortable mais magnifique pour passer l'hiver.",
        "Des mesures récentes confirment que la sédimentation s'accélère dès que l'écluse du nord reste fermée.",
        "Chaque printemps, des bénévoles réparent la passerelle et repeignent ses onze garde-corps en bois.",
    ],
    "es": [
        "El capitán del puerto contaba las barcas que regresaban antes de que la niebla alcanzara el rompeolas exterior.",
        "Nadie recordaba quién había pintado por primera vez las puertas del almacén con aquel tono de verde.",
        "La cuidadosa reconstrucción del muelle comenzó con fotografías, pólizas de seguros y recuerdos de los vecinos.",
        "Entre 1887 y 1912 el número de embarcaciones registradas pasó de 214 a 1036.",
        "Pescadores, carpinteros y veleros compartían la callejuela, aunque sus horarios rara vez coincidían.",
        "Las recomendaciones de la comisión eran claras: profundizar el canal, reforzar el terraplén y publicar las cuentas.",
        "Desgraciadamente los dibujos originales desaparecieron durante la reorganización del archivo municipal.",
        "Su abuelo describía el faro como un lugar incómodo pero magnífico para pasar el invierno.",
        "Mediciones recientes confirman que la sedimentación se acelera siempre que la esclusa del norte permanece cerrada.",
        "Cada primavera los voluntarios reparan la pasarela y vuelven a pintar sus once barandillas de madera.",
    ],
    "pl": [
        "Kapitan portu liczył powracające łodzie, zanim wieczorna mgła dotarła do zewnętrznego falochronu.",
        "Nikt już nie pamiętał, kto pierwszy pomalował drzwi magazynu na ten szczególny odcień zieleni.",
        "Staranna odbudowa nabrzeża rozpoczęła się od fotografii, akt ubezpieczeniowych i wspomnień sąsiadów.",
        "Między rokiem 1887 a 1912 liczba zarejestrowanych statków wzrosła z 214 do 1036.",
        "Rybacy, cieśle i żaglomistrze dzielili wąską uliczkę, choć godziny ich pracy rzadko się pokrywały.",
        "Zalecenia komisji były jednoznaczne: pogłębić kanał, wzmocnić nasyp i opublikować rachunki.",
        "Niestety oryginalne rysunki zaginęły podczas reorganizacji archiwum miejskiego.",
        "Jej dziadek opisywał latarnię jako niewygodne, lecz wspaniałe miejsce na spędzenie zimy.",
    ],
    "ar": [
        "كان مدير الميناء يعد القوارب العائدة قبل أن يصل ضباب المساء إلى الحاجز الخارجي.",
        "لم يتذكر أحد من طلى أبواب المستودع لأول مرة بهذا اللون الأخضر.",
        "بدأت إعادة بناء الرصيف بالصور القديمة وسجلات التأمين وذكريات الجيران.",
        "كانت توصيات اللجنة واضحة، وهي تعميق القناة وتقوية السد ونشر الحسابات.",
        "وصف جدها المنارة بأنها مكان غير مريح لكنه رائع لقضاء الشتاء.",
        "في كل ربيع يصلح المتطوعون الجسر ويعيدون طلاء حواجزه الخشبية.",
    ],
    "ja": [
        "港の責任者は、夕霧が外の防波堤に届く前に、戻ってくる船を数えていた。",
        "倉庫の扉を最初にその緑色に塗ったのが誰なのか、もう誰も覚えていなかった。",
        "岸壁の丁寧な再建は、写真と保険の記録、そして近所の人々の思い出から始まった。",
        "漁師と大工と帆職人は狭い通りを分け合っていたが、働く時間はめったに重ならなかった。",
        "毎年春になると、有志が歩道橋を直し、十一本の木の手すりを塗り直す。",
    ],
}

TITLES = {
    "en": ["Harbours, Boats and People", "The Long Winter", "What the Archive Kept", "Notes on the Tide", "A Street of Sailmakers", "Measuring the Channel"],
    "de": ["Häfen, Boote und Menschen", "Der lange Winter", "Fundstücke im Archiv", "Über die Gezeiten", "Eine Gasse der Segelmacher", "Vermessung der Rinne"],
    "fr": ["Ports, bateaux et gens", "Le long hiver", "Trésors des archives", "Notes sur la marée", "Une rue de voiliers", "La mesure du chenal"],
    "es": ["Puertos, barcos y gente", "El largo invierno", "Tesoros del archivo", "Notas sobre la marea", "Una calle de veleros", "La medida del canal"],
    "pl": ["Porty, łodzie i ludzie", "Długa zima", "Skarby archiwum", "O przypływach", "Uliczka żaglomistrzów"],
    "ar": ["موانئ وقوارب وناس", "الشتاء الطويل", "ما حفظه الأرشيف"],
    "ja": ["港と船と人々", "長い冬", "記録に残ったもの"],
}  # fmt: skip


class Prose:
    """Paragraphs in one language, the same ones for the same seed."""

    def __init__(self, language: str, seed: int) -> None:
        self.language = language
        self.random = random.Random(f"{language} {seed}")
        self.sentences: list[str] = []
        self.titles = itertools.cycle(self.random.sample(TITLES[language], len(TITLES[language])))

    def paragraph(self, sentences: int = 4) -> str:
        chosen = []
        for _ in range(sentences):
            if not self.sentences:
                self.sentences = self.random.sample(SENTENCES[self.language], len(SENTENCES[self.language]))
            chosen.append(self.sentences.pop())
        return ("" if self.language == "ja" else " ").join(chosen)

    def title(self) -> str:
        return next(self.titles)
