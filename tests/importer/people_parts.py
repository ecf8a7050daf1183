"""The parts that invented names are put together from."""

from __future__ import annotations

from typing import NamedTuple


class Part(NamedTuple):
    """A part of a name: its kanji (several ways of writing a given name), katakana, Roman letters as a
    passport has them (no long vowels; an apostrophe after `n` only where the register would have one)."""

    kanji: tuple[str, ...]
    kana: str
    roman: str


def _parts(table: str) -> tuple[Part, ...]:
    rows = (line.split() for line in table.strip().splitlines())
    return tuple(Part(tuple(kanji.split("/")), kana, roman) for kanji, kana, roman in rows)


HEADS = _parts("""
朝 アサ asa
蒼 アオ ao
霧 キリ kiri
雲 クモ kumo
月 ツキ tsuki
星 ホシ hoshi
風 カゼ kaze
花 ハナ hana
水 ミズ mizu
虹 ニジ niji
紅 ベニ beni
銀 ギン gin
深 フカ fuka
松 マツ matsu
時雨 シグレ shigure
漣 サザナミ sazanami
若葉 ワカバ wakaba
常盤 トキワ tokiwa
涼 スズ suzu
宵 ヨイ yoi
夕 ユウ yu
大 オオ o
東 トウ to
神 シン shin
千草 チグサ chigusa
薄 ウス usu
鶴 ツル tsuru
藤 フジ fuji
玉響 タマユラ tamayura
陽 ヒノ hino
十 ジュウ ju
京 キョウ kyo
髙 タカ taka
齋 サイ sai
""")

TAILS = _parts("""
野 ノ no
原 ハラ hara
影 カゲ kage
森 モリ mori
空 ゾラ zora
島 シマ shima
崎 サキ saki
沢 ザワ zawa
谷 タニ tani
淵 ブチ buchi
音 ネ ne
鏡 カガミ kagami
路 ミチ michi
垣 ガキ gaki
岩 イワ iwa
塚 ヅカ zuka
津 ツ tsu
江 エ e
堂 ドウ do
藤 フジ fuji
条 ジョウ jo
﨑 ザキ zaki
""")

MEN = _parts("""
春樹/陽希/治樹 ハルキ haruki
真一/伸一/慎一 シンイチ shinichi
純/淳/潤 ジュン jun
純也/淳也 ジュンヤ junya
翔太/正太 ショウタ shota
悠斗/優人/勇人 ユウト yuto
航平/康平/公平 コウヘイ kohei
竜之介/龍之介 リュウノスケ ryunosuke
健一郎/賢一郎 ケンイチロウ kenichiro
文人/史人 フミト fumito
翼/椿 ツバサ tsubasa
達也/竜也 タツヤ tatsuya
直樹/尚輝 ナオキ naoki
海斗/開人 カイト kaito
空/昊 ソラ sora
陸/律空 リク riku
大地/大智 ダイチ daichi
蒼音/青斗 アオト aoto
匠/巧 タクミ takumi
駿/俊 シュン shun
樹/一樹 イツキ itsuki
蓮/廉 レン ren
修二/周司 シュウジ shuji
裕二/雄治 ユウジ yuji
浩一/光一/幸一 コウイチ koichi
信一/新一 シンイチ shinichi
千尋/知広 チヒロ chihiro
譲/丈 ジョウ jo
一/始 ハジメ hajime
哲/徹 テツ tetsu
敦/篤 アツシ atsushi
剛/毅 ツヨシ tsuyoshi
""")

WOMEN = _parts("""
澪/美桜 ミオ mio
花/華 ハナ hana
明里/灯 アカリ akari
千尋/千紘 チヒロ chihiro
楓/佳枝 カエデ kaede
紬/津麦 ツムギ tsumugi
恵美/絵美 エミ emi
凛/鈴 リン rin
桜/咲良 サクラ sakura
優子/裕子/祐子 ユウコ yuko
陽子/洋子/葉子 ヨウコ yoko
順子/純子/淳子 ジュンコ junko
祥子/翔子 ショウコ shoko
冬美/芙由美 フユミ fuyumi
千鶴/千弦 チヅル chizuru
静香/静 シズカ shizuka
舞/麻衣 マイ mai
涼/亮 リョウ ryo
京子/恭子/響子 キョウコ kyoko
久美/公美 クミ kumi
小百合/早百合 サユリ sayuri
槙/真希 マキ maki
風花/楓花 フウカ fuka
伊織/維織 イオリ iori
""")

FIRSTS = _parts("""
春 ハル haru
秋 アキ aki
夏 ナツ natsu
雪 ユキ yuki
正 マサ masa
秀 ヒデ hide
和 カズ kazu
則 ノリ nori
友 トモ tomo
義 ヨシ yoshi
忠 タダ tada
史 フミ fumi
光 ミツ mitsu
千 チ chi
""")

LASTS_OF_MEN = _parts("""
斗 ト to
也 ヤ ya
彦 ヒコ hiko
夫 オ o
行 ユキ yuki
信 ノブ nobu
太 タ ta
介 スケ suke
広 ヒロ hiro
治 ジ ji
""")

LASTS_OF_WOMEN = _parts("""
子 コ ko
美 ミ mi
恵 エ e
香 カ ka
奈 ナ na
代 ヨ yo
""")


def _joined(firsts: tuple[Part, ...], lasts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(
        Part((a.kanji[0] + b.kanji[0],), a.kana + b.kana, a.roman + b.roman)
        for a in firsts
        for b in lasts
        if a.roman != b.roman
    )


MEN += _joined(FIRSTS, LASTS_OF_MEN)
WOMEN += _joined(FIRSTS, LASTS_OF_WOMEN)

FOREIGN_SURNAMES = (
    "Quillmark",
    "Brambleford",
    "O'Tallow",
    "MacFenwick",
    "van der Moel",
    "Össtrand",
    "Kjærvold",
    "Müllbrecht",
    "Ñandoval",
    "Łuszkiew",
    "Dvořanek",
    "Çelimhan",
    "Stroevsky",
    "Petrovanik",
    "Gorshinin",
    "Castelgrino",
    "Ferrandolo",
    "Beaulambert",
    "Lefèvrin",
    "D'Ambroisel",
    "Nguyenh",
    "Tranhoa",
    "Limbao",
    "Zhaoling",
    "Parkhwan",
    "Choisung",
    "Santoyola",
    "Reyesmar",
    "Banerjit",
    "Subramavan",
    "Okonkwar",
    "Haddadan",
    "Silverthrush",
    "Winterbourn",
    "Pallaskar",
    "Thorsgaard",
    "Nyquarth",
    "Vasconelo",
    "Ardelean-Popa",
    "Szilágyvari",
)

FOREIGN_MEN = (
    "Orin",
    "Christopher",
    "Michael",
    "Aleksandr",
    "Jean-Luc",
    "José",
    "William",
    "Robert",
    "Søren",
    "Thomas",
    "Nicholas",
    "Jonathan",
    "Minh",
    "Wei",
    "Jin-woo",
    "Rafael",
    "Daniel",
    "Andrzej",
    "Gábor",
    "Benjamin",
)

FOREIGN_WOMEN = (
    "Katherine",
    "Elizabeth",
    "Zoë",
    "María",
    "Anne-Sophie",
    "Olga",
    "Linh",
    "Mei",
    "Ingrid",
    "Margaret",
)

FOREIGN_MIDDLE = ("David", "Lee", "James", "Van", "Maria", "J.", "A.", "de la Cruz", "Paul")

FEDERATIONS = (
    "JPN",
    "JPN",
    "USA",
    "ENG",
    "AUS",
    "FRA",
    "GER",
    "RUS",
    "PHI",
    "VIE",
    "CHN",
    "KOR",
    "IND",
    "BRA",
)

CLUBS = (
    None,
    "Kazemachi Chess Club",
    "Tsukimi Chess Circle",
    "Koyo Chess Club",
    "Minato Invented University",
    "Hoshizora Chess School",
)
