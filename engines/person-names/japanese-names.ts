/** Reads a list such as `sato 佐藤 hanako 花子`. */
function readings(list: string): Readonly<Record<string, string>> {
  const words = list.split(' ');
  return Object.fromEntries(
    words.flatMap((word, index) => (index % 2 ? [[word, words[index - 1] ?? '']] : [])),
  );
}

/** Common family names of Japan and their reading. */
export const JAPANESE_FAMILY = readings(
  'sato 佐藤 suzuki 鈴木 takahashi 高橋 takahashi 髙橋 tanaka 田中 watanabe 渡辺 watanabe 渡邊 watanabe 渡邉 ito 伊藤 yamamoto 山本 nakamura 中村 ' +
    'kobayashi 小林 kato 加藤 yoshida 吉田 yamada 山田 sasaki 佐々木 yamaguchi 山口 matsumoto 松本 inoue 井上 kimura 木村 saito 斎藤 saito 斉藤 ' +
    'saito 齋藤 shimizu 清水 yamazaki 山崎 ikeda 池田 hashimoto 橋本 abe 阿部 ishikawa 石川 yamashita 山下 nakajima 中島 ishii 石井 ogawa 小川 ' +
    'maeda 前田 okada 岡田 hasegawa 長谷川 fujita 藤田 goto 後藤 kondo 近藤 murakami 村上 endo 遠藤 aoki 青木 sakamoto 坂本 fukuda 福田 ota 太田 ' +
    'nishimura 西村 fujii 藤井 kaneko 金子 okamoto 岡本 fujiwara 藤原 miura 三浦 nakano 中野 nakagawa 中川 harada 原田 matsuda 松田 takeuchi 竹内 ' +
    'ono 小野 tamura 田村 nakayama 中山 wada 和田 ishida 石田 morita 森田 ueda 上田 uchida 内田 shibata 柴田 sakai 酒井 miyazaki 宮崎 yokoyama 横山 ' +
    'takagi 高木 ando 安藤 miyamoto 宮本 ohno 大野 kojima 小島 taniguchi 谷口 imai 今井 kudo 工藤 takada 高田 masuda 増田 maruyama 丸山 sugiyama 杉山 ' +
    'murata 村田 otsuka 大塚 arai 新井 koyama 小山 hirano 平野 fujimoto 藤本 kono 河野 ueno 上野 noguchi 野口 takeda 武田 matsui 松井 chiba 千葉 ' +
    'iwasaki 岩崎 sugawara 菅原 kinoshita 木下 kubo 久保 sano 佐野 nomura 野村 matsuo 松尾 kikuchi 菊地 kikuchi 菊池 ichikawa 市川 sugimoto 杉本 ' +
    'furukawa 古川 onishi 大西 shimada 島田 mizuno 水野 sakurai 桜井 takano 高野 yoshikawa 吉川 nishida 西田 iida 飯田 nishikawa 西川 komatsu 小松 ' +
    'kitamura 北村 yasuda 安田 igarashi 五十嵐 kawaguchi 川口 hirata 平田 kubota 久保田 hattori 服部 iwata 岩田 tsuchiya 土屋 kawasaki 川崎 ' +
    'fukushima 福島 honda 本田 higuchi 樋口 akiyama 秋山 taguchi 田口 nagai 永井 yamanaka 山中 yoshimura 吉村 ishihara 石原 ohashi 大橋 matsuoka 松岡',
);
/** Common given names of Japan and their likeliest reading. */
export const JAPANESE_GIVEN = readings(
  'taro 太郎 ichiro 一郎 jiro 二郎 jiro 次郎 saburo 三郎 shiro 四郎 goro 五郎 hanako 花子 kenichi 健一 kenji 健二 kenta 健太 kentaro 健太郎 ken 健 shinichi 真一 shinji 真司 ' +
    'koichi 浩一 koji 浩二 hiroshi 浩 hiroshi 博 hiroshi 宏 hiroyuki 博之 hiroyuki 浩之 takashi 隆 takashi 孝 satoshi 聡 satoru 悟 makoto 誠 osamu 修 ' +
    'minoru 実 shigeru 茂 susumu 進 isao 勇 akira 明 akira 彰 akira 晃 masaru 勝 kiyoshi 清 tsuyoshi 剛 manabu 学 daisuke 大輔 shota 翔太 takuya 拓也 ' +
    'tatsuya 達也 kazuya 和也 naoki 直樹 hideki 秀樹 masaki 正樹 yuki 勇気 yuta 雄太 yusuke 裕介 yusuke 雄介 ryota 亮太 ryo 亮 sho 翔 jun 淳 jun 潤 ' +
    'takeshi 武 takeshi 健志 masahiro 正博 masato 正人 yoshio 義男 kazuo 和夫 kazuo 一夫 akio 昭夫 toshio 敏夫 hideo 英夫 tetsuya 哲也 ren 蓮 hiroto 大翔 ' +
    'yuko 優子 yuko 裕子 yuko 祐子 keiko 恵子 keiko 敬子 keiko 慶子 kazuko 和子 sachiko 幸子 yoshiko 良子 yoko 洋子 yoko 陽子 kyoko 京子 kyoko 恭子 ' +
    'tomoko 智子 tomoko 朋子 naoko 直子 noriko 典子 noriko 紀子 akiko 明子 akiko 秋子 junko 順子 junko 純子 mariko 真理子 masako 正子 michiko 美智子 ' +
    'mayumi 真由美 yumi 由美 yumiko 由美子 kumiko 久美子 emi 恵美 emiko 恵美子 mami 真美 miki 美紀 miki 美樹 misaki 美咲 ai 愛 mai 舞 aya 彩 ' +
    'kaori 香織 shiori 詩織 megumi 恵 hitomi 瞳 yui 結衣 sakura 桜 aoi 葵 nanami 七海 haruka 遥 rie 理恵 rika 里香 asami 麻美 tomomi 智美 chie 千恵',
);
/** Names from other languages in katakana, whose letters say how they sound there. */
export const KATAKANA_NAMES = readings(
  'john ジョン smith スミス michael マイケル david デイビッド david デビッド james ジェームズ robert ロバート william ウィリアム richard リチャード ' +
    'thomas トーマス peter ピーター paul ポール mark マーク george ジョージ daniel ダニエル andrew アンドリュー chris クリス alex アレックス ' +
    'mary メアリー maria マリア anna アンナ anna アナ emma エマ sarah サラ jennifer ジェニファー elizabeth エリザベス laura ローラ lisa リサ julia ジュリア ' +
    'brown ブラウン johnson ジョンソン williams ウィリアムズ jones ジョーンズ miller ミラー davis デイビス wilson ウィルソン taylor テイラー anderson アンダーソン ' +
    'martin マーティン garcia ガルシア lee リー kim キム martinez マルティネス rodriguez ロドリゲス silva シルバ müller ミュラー schmidt シュミット',
);
