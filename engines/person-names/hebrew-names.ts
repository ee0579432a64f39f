/** Hebrew names, which leave out vowels, and how people write them, most common first. */
export const HEBREW_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'דוד:david,דויד:david,משה:moshe,יוסף:yosef joseph,אברהם:avraham,יצחק:yitzhak itzik,יעקב:yaakov jacob,דניאל:daniel,מיכאל:michael,' +
    'יונתן:yonatan jonathan,נתן:natan,אורי:uri ori,עומר:omer,איתי:itay itai,נועם:noam,אריאל:ariel,רון:ron,גיל:gil,עמית:amit,אסף:asaf,' +
    'אבי:avi,אלון:alon,ערן:eran,ניר:nir,טל:tal,שי:shai shay,יואב:yoav,גיא:guy,אייל:eyal,רועי:roi roy,שמואל:shmuel,שלמה:shlomo,חיים:haim chaim,' +
    'אהרון:aharon aaron,בנימין:benjamin binyamin,אליהו:eliyahu,שרה:sara sarah,רחל:rachel,רבקה:rivka,לאה:leah lea,מרים:miriam,אסתר:esther,' +
    'חנה:hana hanna,יעל:yael,נועה:noa,מאיה:maya,תמר:tamar,שירה:shira,מיכל:michal,רונית:ronit,אורית:orit,דנה:dana,ענת:anat,הילה:hila,' +
    'כהן:cohen,לוי:levy levi,מזרחי:mizrahi,פרץ:peretz,ביטון:biton,דהן:dahan,פרידמן:friedman,מלכה:malka,אזולאי:azoulay,כץ:katz,' +
    'גולן:golan,שפירא:shapira,רוזן:rosen,לב:lev,ברק:barak,גולדברג:goldberg,ישראלי:israeli,שרון:sharon,בן:ben,בר:bar'
  )
    .split(',')
    .map((entry) => entry.split(':')),
);
