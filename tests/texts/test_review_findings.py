"""What careful readers of each language found wrong stays mended: by key, words that a text has or does not have."""

import re
from collections.abc import Iterator

import pytest

from hanabi.texts import LANGUAGES, catalog, has, say

# (language, keys, what none of them may say, what each of them says); `*` in a key stands for anything.
FINDINGS = [
    # All translations
    ("en", "review.winnable.*", r"\bdeck\b", r"\bdeal\b"),
    ("ro", "review.winnable.*", r"teanc", r"împărțire"),
    ("pt-BR", "review.winnable.*", r"baralho", r"distribuição"),
    ("nb", "review.winnable.*", r"bunke", r"utdeling"),
    ("es", "review.winnable.*", r"mazo", r"reparto"),
    ("pl", "review.winnable.*", r"tali", r"rozdani"),
    # Norwegian
    ("nb", "switch.choreography.text", r"\bmå aldri\b", r"trenger aldri å annonsere"),
    ("nb", "web.setup.aids", r"mulig", r"[Hh]øyeste tillatte"),
    ("nb", "solve.undecided", r"\bUavgjort", r"avgjort"),
    ("nb", "web.study.comment.here web.study.line web.go_on.text web.review.look", r"\b[Rr]unde", r"\b[Tt]ur"),
    ("nb", "rules.setup.3 rules.advice.1 log.rearrange log.you.rearrange", r"[Ss]orter", r"[Ff]lytte?r? om på kortene"),
    ("nb", "log.to_you.clue.*", r"hos deg", r"på hånda di|kortene dine"),
    ("nb", "team.heard.*", r"hos deg", r""),
    ("nb", "web.announce web.announce.suit", r"[Kk]unngjør", r"Annonser"),
    ("nb", "web.export.not.clue_tokens", r"hint", r"blå sjetonger"),
    ("nb", "web.export.not.strikes", r"\bfeil", r"røde sjetonger"),
    ("nb", "web.note.hint*", r"\bkort kort\b", r"[Ff]orkort"),
    ("nb", "rules.components.strikes* switch.strikes.text", r"sjetong\w* taper|siste taper", r"tapt"),
    ("nb", "rules.setup.first.colorful", r"den mest fargerike,", r"fargerike klærne"),
    ("nb", "replay.there.speedrun", r"forestilling", r"oppvisning"),
    ("nb", "replay.title", r"[Ii]nnspilt|parti\b", r"Lagret spill"),
    ("nb", "web.talk.send", r"\but\b", r"^Send$"),
    # Polish
    ("pl", "web.setup.clock.text", r"Kogo", r"Komu skończy się czas"),
    ("pl", "review.move.clue review.kind.*clue* review.kind.missed_save", r"wskazówk", r"informacj"),
    ("pl", "review.judge.forgiving review.judge.literal web.aids.clues", r"[Ww]skazówk", r"[Ii]nformacj"),
    ("pl", "review.kind.wasted_clue*", r"\(dla:", r"graczowi \{to\}"),
    ("pl", "rules.turn.1 reason.stuck switch.all_or_nothing.text rules.end.stuck", r"[Pp]asować", r"rezygnować"),
    ("pl", "rules.components.strikes* switch.strikes.text", r"przegrywaj?ą? grę", r"oznacza przegraną"),
    ("pl", "rules.clue.2 rules.clue.empty.* illegal.no_such_color illegal.no_such_rank", r"[Nn]azw[aij]", r"[Pp]oda"),
    ("pl", "switch.multicolor.wild.text", r"koloru wielokolorowego", r"kart wielokolorowych"),
    ("pl", "log.clue.*.none log.you.clue.*.none", r"że nie ma", r"że na tej ręce nie ma"),
    ("pl", "review.title web.review.open web.review.ready web.review.failed", r"[Oo]cen", r"[Aa]naliz"),
    ("pl", "table.refused.*study table.refused.study* web.study.name", r"[Aa]naliz", r"[Ss]tudium"),
    ("pl", "web.study.share.text", r"analiz", r"studium"),
    ("pl", "web.export.not.reward_tiles", r"żeton", r"kafelków nagród"),
    ("pl", "web.export.not.strikes", r"błęd", r"pomyłkami"),
    ("pl", "review.kind.misplay*", r"nie pasuje", r"nie pasowała"),
    ("pl", "review.kind.missed_save", r"potrzebuje", r"potrzebował"),
    ("pl", "rules.bonus.1", r"premi", r"bonus"),
    ("pl", "web.games.editions", r"wydani", r"edycji"),
    ("pl", "web.games.lost.discarded web.games.lost.misplayed", r"kopi", r"egzemplarz"),
    ("pl", "table.refused.daily_played", r"przez ciebie", r"za sobą"),
    ("pl", "rules.clue.empty.allowed", r"\.”", r"”\.$"),
    # Romanian
    ("ro", "*", r"\blui \{", r""),
    ("ro", "team.discard.useless team.heard.useless web.export.not.black_powder", r"artifici", r"suit[aă]"),
    ("ro", "web.export.not.reward_tiles web.log.tile", r"jeto|pies", r"plăcuț"),
    ("ro", "web.export.not.clue_tokens", r"indici", r"jetoane albastre"),
    ("ro", "web.export.not.strikes", r"greșeli", r"jetoane roșii"),
    ("ro", "web.keys.play web.keys.discard web.keys.note", r"acea carte", r"cartea aleasă"),
    ("ro", "solve.lost", r"pachet", r"teancul de decartare"),
    ("ro", "web.daily.title web.daily.running web.daily.done web.daily.fixed", r"[Pp]achet", r"[Îî]mpărțire"),
    ("ro", "rules.components.strikes* switch.strikes.text", r"(?<!se )pierde? partida", r"se pierde"),
    ("ro", "review.* web.games.*", r"(?<!\{)\b[Ss]cor|\b[Jj]oc(ul|uri|urile)\b|\b[Uu]n joc\b", r""),
    ("ro", "web.export.not.announced_plays", r"jocuri", r"cărți anunțate"),
    ("ro", "team.*", r"\bindic|neindicat", r""),
    ("ro", "switch.multicolor.suit.text switch.black_powder.text", r"ating", r"arată"),
    ("ro", "communication.phrases.title table.refused.phrases_only web.talk.phrase", r"fixe|replic", r"prestabilit"),
    ("ro", "table.refused.stale", r"Masa", r"^Jocul a mers"),
    ("ro", "switch.all_or_nothing.text reason.indispensable rules.end.indispensable", r"indispensabil", r"esențial"),
    # Brazilian Portuguese
    ("pt-BR", "review.*", r"\b[Dd]icas?\b|\b[Ll]ances?\b", r""),
    ("pt-BR", "log.play.*.failed rules.play.2 know.playable.text", r"\bserve", r"encaix"),
    ("pt-BR", "web.guard.unplayable web.guard.last_strike web.rules.fits*", r"\bentra", r"encaix"),
    ("pt-BR", "solve.hands", r"partilhassem(?<!compartilhassem)", r"compartilhassem"),
    ("pt-BR", "web.log.sat table.refused.silent_table web.export.not.*", r"senta-se|joga-se", r""),
    ("pt-BR", "log.to_you.*", r"\blhe\b", r"diz a você"),
    ("pt-BR", "web.export.not.reward_tiles", r"fichas", r"peças de recompensa"),
    ("pt-BR", "web.export.not.clue_tokens", r"fichas", r"cartas de dica"),
    ("pt-BR", "web.export.not.strikes", r"erros", r"penalidades"),
    ("pt-BR", "solve.lost", r"descarte\b", r"pilha de descartes"),
    ("pt-BR", "replay.* play.saved play.resumed log.over log.begin outcome.finished", r"\b[Jj]ogo\b", r""),
    ("pt-BR", "replay.* play.turns_left web.replay.* web.study.*", r"\b[Tt]urno", r""),
    # Spanish
    ("es", "communication.phrases.title web.talk.phrase table.refused.phrases_only", r"hecha|fijas", r"predefinida"),
    ("es", "*", r"\b[Mm]e?é?zcl", r""),
    ("es", "web.export.not.strikes", r"fallos", r"fichas de tormenta"),
    ("es", "rules.bonus.1", r"premio", r"bonus"),
    ("es", "rules.clue.1 illegal.clue_to_self", r"a ti[.:]", r"a ti mismo"),
    ("es", "illegal.no_such_seat", r"asiento", r"sitio"),
    ("es", "play.welcome play.title.commands play.incomplete", r"[óo]rden", r"[Cc]omando"),
    ("es", "web.replay.seat", r"ojos", r"Punto de vista"),
    ("es", "switch.multicolor.title", r"^Farbrausch$", r"arcoíris"),
    ("es", "rules.clue.empty.allowed", r"\.»", r"»\.$"),
    ("es", "log.tile.nothing switch.flamboyants.text", r"nada que hacer", r"efecto"),
    ("ro", "log.tile.nothing switch.flamboyants.text", r"nu are ce face", r"efect"),
    ("pt-BR", "log.tile.nothing switch.flamboyants.text", r"não tem o que fazer", r"efeito"),
    ("pl", "log.tile.nothing switch.flamboyants.text", r"nic do zrobienia", r"efekt"),
    # English
    ("en", "web.note.trash", r"\bspare\b", r"discard"),
    ("en", "web.try.stop", r"trying", r"[Ll]eave"),
    ("en", "rules.end.strikes*", r"over at once and lost", r"ends the game at once: you lose"),
    ("en", "rules.components.strikes*", r"^Room for", r"loses the game"),
    ("en", "rules.communication.1", r"speak", r"only through clues"),
    ("en", "play.turn_of illegal.wrong_player", r"turn of|is to act", r"\{player\}'s turn"),
    ("en", "play.title.hand web.seat.free web.log.took_back web.log.time_up", r"\bof \{player\}", r"\{player\}'s"),
    ("en", "play.no_such_place play.no_such_card", r"\bis no\b", r"is not a"),
    ("en", "switch.multicolor.wild.title", r"answers to", r"counts as"),
    ("en", "tile.mend.title", r"Mended", r"Repair"),
    ("en", "web.settings.theme web.settings.motion", r"Sky|\bfly\b", r"Theme|Animate"),
    ("en", "web.setup.aids web.setup.seed web.replay.seat", r"Most|number|eyes", r"Maximum|code|view"),
    ("en", "web.games.scores web.missing.title", r"fall|Nothing", r"distribution|not found"),
    ("en", "*", r"\banew\b|in vain|never a guest|find no room", r""),
    ("en", "solve.late", r", of which", r"turns\. "),
    ("en", "log.play.* log.you.play.*", r"and it fits|\bplays? an? ", r"\bplays? \w+ \{rank\}[.:,]"),
]  # fmt: skip


def forms(lang: str, key: str) -> Iterator[str]:
    message = catalog(lang)[key]
    yield from [message] if isinstance(message, str) else [text for form, text in message.items() if form != "n"]


def matching(patterns: str) -> list[str]:
    wanted = [re.escape(pattern).replace(r"\*", ".*") for pattern in patterns.split()]
    return [key for key in catalog() if any(re.fullmatch(pattern, key) for pattern in wanted)]


@pytest.mark.parametrize(("lang", "keys", "wrong", "right"), FINDINGS)
def test_a_finding_stays_mended(lang: str, keys: str, wrong: str, right: str) -> None:
    found = matching(keys)
    assert found
    for key in found:
        for text in forms(lang, key):
            assert not re.search(wrong, text), (key, text)
            assert re.search(right, text), (key, text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_long_reason_of_the_solver_is_two_sentences(lang: str) -> None:
    assert all(text.count(". ") == 1 for text in forms(lang, "solve.late"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_tells_a_failed_play_and_its_strike_in_one_sentence(lang: str) -> None:
    for key in matching("log.play.*.failed log.you.play.*.failed log.play.*.misannounced"):
        (text,) = forms(lang, key)
        assert {"{strikes}", "{most}"} <= set(re.findall(r"\{\w+\}", text)), key
        assert text.count(".") == 1
    assert not has("log.strike")


def test_two_to_four_polish_players_are_counted_as_persons() -> None:
    assert [say("play.players", "pl", players=number) for number in (1, 2, 5)] == ["1 gracz", "2 graczy", "5 graczy"]
