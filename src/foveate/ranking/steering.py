"""Words that move a talk on and name nothing: thanks, go on, yes, why. Folded as `reading` folds.

They rank like any other word; they only do not count when the floor asks whether an instruction needs old detail,
for no statistic tells "thanks" from "tomatoes". A language that is missing here recalls too often, nothing worse.
"""

from __future__ import annotations

_BY_LANGUAGE = (
    # English
    "a about again agree ahead all alright always am an and any are as ask at awesome bad be been but by bye "
    "can cheers clear come continue cool correct could couldn day did didn do does doesn don done excellent "
    "exactly fine first for forget found from get give go goes going good got great had haha happy has have "
    "hello help hey hi hmm how i idea if in is isn it its just keep know later let lets like little ll look "
    "lot love makes maybe me mean mind more morning move much my need never next nice night no nope not now "
    "of ok okay on one or other perfect please point problem proceed question re ready really right s say "
    "see sense should show so some sorry sounds still stop sure t take tell thank thanks that thats the them "
    "then there these they thing things think this those to today tomorrow too try understand understood us "
    "ve very want wanted was wasn way we welcome well were what when where which who why will with won "
    "wonderful work works would wow yep yes you your "
    # Spanish
    "adelante adios ahora al algo asi aun ayuda bien bueno buenas buenos claro como con correcto cual cuando "
    "cuanto de del dia dias donde el ella eres es esa ese eso esta estas este esto estoy excelente favor fue "
    "genial gracias ha hacer hasta hola la las le listo lo los luego mas me mejor mi mucho muchas muy nada "
    "ni nos o otra otro para pero perfecto por porque puede puedes pues que quien quiero se seguir si sigue "
    "sigamos sin sobre su tambien tarde te tengo todo tu tus un una vale vamos ver y ya yo "
    # Portuguese
    "agora ate bem boa bom certo claro com continua continuar continue dia do dos e ela ele em entao era "
    "essa esse esta estou eu faca favor feito foi isso ja mais mas mesmo meu minha muito muita nao noite nos "
    "obrigada obrigado ola onde os ou oi para perfeito pode por pra quando quero sem ser seu sim sua tarde "
    "tem tudo um uma valeu voce "
    # French, German, Italian
    "merci oui non bonjour salut daccord parfait super svp plait continuez continue encore pourquoi comment "
    "tres bien danke bitte ja nein gut hallo weiter genau warum wie was das ist ich du ok klar alles prima "
    "perfekt morgen grazie si prego ciao bene perfetto perche come certo avanti "
    # Russian, Arabic, Hindi
    "спасибо да нет хорошо ок привет пожалуиста продолжаи дальше почему что как понятно отлично ладно شكرا "
    "نعم لا حسنا مرحبا من فضلك لماذا ماذا كيف تمام استمر جيد धन्यवाद हा हां नही नहीं ठीक है नमस्ते कृपया "
    "क्यो क्यों क्या कैसे अच्छा जारी रखे रखें "
    # Chinese, Japanese and Korean, read in pairs
    "谢谢 谢了 多谢 好的 好吧 可以 继续 是的 不是 你好 您好 为什 什么 怎么 没有 没问 问题 请继 明白 知道 "
    "あり りが がと とう うご ござ ざい いま ます はい いえ 続け けて てく くだ ださ さい 了解 です お願 "
    "願い いし しま なぜ です どう 감사 사합 합니 니다 고마 마워 워요 네네 좋아 아요 계속 속해 해줘 안녕 "
    "녕하 하세 세요 왜요 뭐야 그래 래요 알겠 겠어 어요 "
)
STEERING = frozenset(_BY_LANGUAGE.split())
"""Folded words, and pairs of characters where a script has no spaces."""
