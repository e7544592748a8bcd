"""A description made by hand, as the service writes it, with as little in it as the generator's tests need."""

from __future__ import annotations

from typing import Any

from service.games.base import LANGUAGES

Plain = dict[str, Any]
TEXT: Plain = {"type": "string"}
NUMBER: Plain = {"type": "integer"}
FLAG: Plain = {"type": "boolean"}
TIME: Plain = {"type": "string", "format": "date-time"}
MAP: Plain = {"type": "object", "additionalProperties": TEXT}
OPEN: Plain = {"type": "object", "additionalProperties": {}}


def ref(name: str) -> Plain:
    return {"$ref": f"#/components/schemas/{name}"}


def tag(name: str) -> Plain:
    return {"enum": [name]}


def words(*values: str) -> Plain:
    return {"type": "string", "enum": list(values)}


def listed(item: Plain) -> Plain:
    return {"type": "array", "items": item}


def nullable(schema: Plain) -> Plain:
    return {"anyOf": [schema, {"type": "null"}]}


def pair(first: Plain, second: Plain) -> Plain:
    return {"type": "array", "prefixItems": [first, second], "items": False, "minItems": 2, "maxItems": 2}


def thing(*optional: str, **properties: Plain) -> Plain:
    required = sorted(name for name in properties if name not in optional)
    return {"type": "object", "properties": properties, "required": required}


def one_of(field: str, **mapping: str) -> Plain:
    targets = {value: ref(name)["$ref"] for value, name in mapping.items()}
    return {
        "oneOf": [ref(name) for name in mapping.values()],
        "discriminator": {"propertyName": field, "mapping": targets},
    }


def owned(rulebook: str, kind: str, name: str, schema: Plain) -> Plain:
    return {**schema, "x-rulebook": rulebook, "x-kind": kind, "x-name": name}


def _event(name: str, **more: Plain) -> Plain:
    return thing(id=NUMBER, version=NUMBER, type=tag(name), seat=NUMBER, **more)


def _shared() -> Plain:
    return {
        "Status": words("open", "running", "scoring", "finished", "abandoned"),
        "Language": words(*LANGUAGES),
        "Level": words("random", "greedy", "strong"),
        "HintsFor": words("bots", "all", "none"),
        "RulebookId": words("astra", "nebula"),
        "ProblemCode": words("stale_version", "star_not_reachable", "token_unknown"),
        "Problem": thing(
            "ruling", "version", "missed",
            type=TEXT, title=TEXT, status=NUMBER, detail=TEXT, code=ref("ProblemCode"),
            ruling=TEXT, version=NUMBER, missed=ref("Missed"),
        ),
        "Missed": thing(after=NUMBER, until=NUMBER),
        "Rulebook": thing(id=ref("RulebookId"), name=TEXT),
        "Rulebooks": thing(rulebooks=listed(ref("Rulebook"))),
        "SeatWish": thing("name", "level", kind=words("human", "bot"), name=TEXT, level=ref("Level")),
        "GameWish": thing(
            "options", "visibility", "turn_seconds", "idle_seconds", "clock", "takebacks", "hints", "rig",
            "entropy",
            rulebook=ref("RulebookId"), seats=listed(ref("SeatWish")), options=OPEN,
            visibility=words("public", "private"), turn_seconds=nullable(NUMBER), idle_seconds=nullable(NUMBER),
            clock=nullable(ref("ClockWish")), takebacks=FLAG, hints=ref("HintsFor"), rig=nullable(ref("Rig")),
            entropy=TEXT,
        ),
        "GameWishes": thing(games=listed(ref("GameWish"))),
        "NewGame": thing(
            game=ref("GameSummary"), seat=nullable(NUMBER), token=nullable(TEXT), invite=nullable(TEXT),
            tokens=listed(ref("SeatToken")),
        ),
        "CreatedGames": thing(games=listed(ref("NewGame"))),
        "Rig": thing("seed", "draws", seed=TEXT, draws=listed(TEXT)),
        "ClockWish": thing("per_decision", "bank", "increment", per_decision=NUMBER, bank=NUMBER, increment=NUMBER),
        "QuickWish": thing(
            "options", "clock", "player", "metadata", "entropy",
            rulebook=ref("RulebookId"), seats=NUMBER, name=TEXT, options=OPEN, clock=nullable(ref("ClockWish")),
            player=TEXT, metadata=OPEN, entropy=TEXT,
        ),
        "Resign": thing("level", level=ref("Level")),
        "Rematch": thing("entropy", entropy=TEXT),
        "TakeSeat": thing("invite", "entropy", name=TEXT, invite=nullable(TEXT), entropy=TEXT),
        "Seat": thing(
            seat=NUMBER, kind=words("human", "bot"), name=nullable(TEXT), level=nullable(ref("Level")),
            taken=FLAG, host=FLAG, deciding_since=nullable(TIME),
        ),
        "GameSummary": thing(id=TEXT, rulebook=ref("RulebookId"), status=ref("Status"), version=NUMBER),
        "GamePage": thing(games=listed(ref("GameSummary")), next=nullable(TEXT)),
        "Nothing": {"type": "object", "properties": {}, "additionalProperties": False},
        "MyGame": thing(id=TEXT, rulebook=ref("RulebookId"), status=ref("Status"), seat=nullable(NUMBER)),
        "MyGamePage": thing(games=listed(ref("MyGame")), next=nullable(TEXT)),
        "NewsPage": thing(games=listed(ref("GameNews")), next=TEXT),
        "PlayerToken": thing(player=TEXT, token=TEXT, expires_in=NUMBER),
        "NewToken": thing(seat=NUMBER, token=TEXT),
        "SeatToken": thing(seat=NUMBER, player=TEXT, token=TEXT),
        "UnavailableMove": thing(type=TEXT, code=TEXT, reason=TEXT, ruling=TEXT),
        "Line": thing(rule=TEXT, amount=NUMBER, source=TEXT),
        "SeatScore": thing(seat=NUMBER, total=NUMBER, lines=listed(ref("Line"))),
        "Score": thing(seats=listed(ref("SeatScore")), winners=listed(NUMBER)),
        "ScoreAnswer": thing(version=NUMBER, final=FLAG, score=ref("Score")),
        "Health": thing(status=TEXT),
        "GameStarted": _event("game_started"),
        "GameFinished": _event("game_finished", winners=listed(NUMBER)),
    }  # fmt: skip


def _game(prefix: str, rulebook: str) -> Plain:
    return thing(
        id=TEXT, rulebook=tag(rulebook), status=ref("Status"), version=NUMBER, visibility=words("public", "private"),
        options=MAP, seats=listed(ref("Seat")), deciders=listed(NUMBER), created_at=TIME, seed_hash=TEXT,
        last_event=NUMBER, rigged=FLAG, entropy=listed(nullable(TEXT)), seat=nullable(NUMBER),
        result=nullable(ref("Score")), view=nullable(ref(f"{prefix}View")),
    )  # fmt: skip


def _answers(prefix: str, rulebook: str) -> Plain:
    events, game, named = listed(ref(f"{prefix}Event")), ref(f"{prefix}Game"), tag(rulebook)
    move = ref(f"{prefix}Move")
    made = {
        "Game": _game(prefix, rulebook),
        "CreatedGame": thing(
            "invite", rulebook=named, game=game, seat=nullable(NUMBER), token=nullable(TEXT), invite=TEXT,
            tokens=listed(ref("SeatToken")),
        ),
        "TakenSeat": thing(rulebook=named, seat=NUMBER, token=TEXT, game=game),
        "Offer": thing(move=move, label=TEXT, ruling=TEXT),
        "LegalMoves": thing(
            rulebook=named,
            version=NUMBER,
            seat=NUMBER,
            moves=listed(ref(f"{prefix}Offer")),
            unavailable=listed(ref("UnavailableMove")),
        ),
        "Hint": thing(move=move, label=TEXT, ruling=TEXT, worth=NUMBER, gains=NUMBER, leaves=NUMBER, why=TEXT),
        "Hints": thing(
            rulebook=named, version=NUMBER, seat=NUMBER, status=words("thinking", "ready"),
            hints=listed(ref(f"{prefix}Hint")),
        ),
        "Analysis": thing(rulebook=named, status=words("thinking", "ready"), points=OPEN, turning_points=OPEN),
        "EventPage": thing(rulebook=named, events=events, next=NUMBER),
        "GameNews": thing(rulebook=named, game=TEXT, events=events, next=NUMBER),
        "PlayedMove": thing(rulebook=named, version=NUMBER, events=events, game=game),
        "Preview": thing(rulebook=named, version=NUMBER, events=events),
        "ReplayMove": thing(seat=NUMBER, move=move),
        "Replay": thing(
            rulebook=named, id=TEXT, seed=TEXT, seed_hash=TEXT, entropy=listed(nullable(TEXT)),
            moves=listed(ref(f"{prefix}ReplayMove"))
        ),
    }  # fmt: skip
    return {f"{prefix}{name}": owned(rulebook, "answer", name, schema) for name, schema in made.items()}


def _astra() -> Plain:
    phase = words("observe", "boons", "over")
    ability = thing("amount", text=TEXT, amount={**NUMBER, "default": 1})
    return {
        "AstraPhase": owned("astra", "view", "Phase", phase),
        "AstraObserveMove": owned(
            "astra", "move", "Observe",
            {"description": "Mark a path.", **thing(type=tag("observe"), card=TEXT, path=listed(NUMBER))},
        ),
        "AstraUseAbilityMove": owned(
            "astra", "move", "UseAbility",
            thing("telescopes", type=tag("use_ability"), card=TEXT, telescopes=nullable(NUMBER)),
        ),
        "AstraMove": owned(
            "astra", "move", "Move", one_of("type", observe="AstraObserveMove", use_ability="AstraUseAbilityMove")
        ),
        "AstraStarsMarkedEvent": owned(
            "astra", "event", "StarsMarked",
            _event("stars_marked", card=TEXT, stars=listed(NUMBER), stardust=NUMBER, telescopes=NUMBER),
        ),
        "AstraEvent": owned(
            "astra", "event", "Event",
            one_of(
                "type", game_started="GameStarted", game_finished="GameFinished", stars_marked="AstraStarsMarkedEvent"
            ),
        ),
        "AstraSeatView": owned("astra", "view", "SeatView", thing(seat=NUMBER, stardust=NUMBER, telescopes=NUMBER)),
        "AstraView": owned(
            "astra", "view", "View",
            thing(
                phase=ref("AstraPhase"), round=NUMBER, last_round=FLAG, active=nullable(NUMBER),
                deciders=listed(NUMBER), seats=listed(ref("AstraSeatView")), sky=listed(TEXT), sphere=NUMBER,
            ),
        ),
        "AstraAbility": owned("astra", "content", "Ability", ability),
        "AstraConstellation": owned(
            "astra", "content", "Constellation",
            thing(
                id=TEXT, name=TEXT, ability=ref("AstraAbility"),
                stars={"type": "object", "additionalProperties": pair(NUMBER, NUMBER)},
            ),
        ),
        "AstraContent": owned(
            "astra", "content", "Content",
            thing(rulebook=tag("astra"), constellations=listed(ref("AstraConstellation"))),
        ),
        **_answers("Astra", "astra"),
    }  # fmt: skip


def _nebula() -> Plain:
    step = {"anyOf": [NUMBER, pair(NUMBER, ref("NebulaCell")), {"type": "null"}]}
    return {
        "NebulaCell": owned("nebula", "view", "Cell", thing(**{"id": TEXT, "from": nullable(ref("NebulaCell"))})),
        "NebulaPlaceStarMove": owned(
            "nebula", "move", "PlaceStar", thing(type=tag("place_star"), star=TEXT, cell=TEXT)
        ),
        "NebulaMove": owned("nebula", "move", "Move", one_of("type", place_star="NebulaPlaceStarMove")),
        "NebulaStarPlacedEvent": owned("nebula", "event", "StarPlaced", _event("star_placed", cell=ref("NebulaCell"))),
        "NebulaEvent": owned(
            "nebula", "event", "Event", one_of("type", game_started="GameStarted", star_placed="NebulaStarPlacedEvent")
        ),
        "NebulaView": owned("nebula", "view", "View", thing(round=NUMBER, cells=listed(ref("NebulaCell")), step=step)),
        "NebulaContent": owned("nebula", "content", "Content", thing(rulebook={"const": "nebula"}, colours=MAP)),
        **_answers("Nebula", "nebula"),
    }  # fmt: skip


ACROSS = (
    "Game", "Content", "LegalMoves", "EventPage", "GameNews", "PlayedMove", "Preview", "CreatedGame", "TakenSeat",
    "Replay", "Hints", "Analysis",
)  # fmt: skip


def _across() -> Plain:
    return {name: one_of("rulebook", astra=f"Astra{name}", nebula=f"Nebula{name}") for name in ACROSS}


def _query(*names: str) -> list[Plain]:
    numbers = ("after", "limit", "wait")
    return [{"in": "query", "name": name, "schema": NUMBER if name in numbers else TEXT} for name in names]


def _headers(*names: str) -> list[Plain]:
    return [
        {"in": "header", "name": name, "required": name == "If-Match", "schema": TEXT} for name in names
    ]  # fmt: skip


def _path(path: str) -> list[Plain]:
    kinds = {"game_id": TEXT, "rulebook_id": ref("RulebookId"), "seat": NUMBER}
    return [
        {"in": "path", "name": name, "required": True, "schema": kinds[name]} for name in kinds if f"{{{name}}}" in path
    ]


def _call(
    path: str, method: str, name: str, result: str, *more: Plain, body: Plain | None = None, seat: str = ""
) -> Plain:
    tag_of = {
        "seats": "seats",
        "moves": "moves",
        "events": "events",
        "hints": "hints",
        "score": "results",
        "replay": "results",
        "analysis": "results",
    }
    first, *rest = [part for part in path.split("/") if part not in ("", "v1") and "{" not in part]
    described: Plain = {
        "operationId": name,
        "tags": [tag_of.get(rest[0], first) if rest else "health" if first == "healthz" else first],
        "summary": name,
        "parameters": [*_path(path), *more],
        "security": {"": [], "maybe": [{}, {"seat": []}], "needed": [{"seat": []}]}[seat],
        "responses": {"200": {"content": {"application/json": {"schema": ref(result)}}}} if result else {"204": {}},
    }
    if body:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return {"path": path, "method": method, "call": described}


def _calls() -> list[Plain]:
    game, key, move = "/v1/games/{game_id}", "Idempotency-Key", {"anyOf": [ref("AstraMove"), ref("NebulaMove")]}
    language = {"in": "query", "name": "lang", "schema": ref("Language")}
    return [
        _call("/v1/rulebooks", "get", "listRulebooks", "Rulebooks", language),
        _call("/v1/rulebooks/{rulebook_id}", "get", "getRulebook", "Rulebook", language),
        _call("/v1/rulebooks/{rulebook_id}/content", "get", "getContent", "Content", language, *_query("pack")),
        _call("/v1/games", "post", "createGame", "CreatedGame", *_headers(key), body=ref("GameWish"),
              seat="maybe"),
        _call("/v1/games/bulk", "post", "createManyGames", "CreatedGames", *_headers(key), body=ref("GameWishes"),
              seat="needed"),
        _call("/v1/games", "get", "listGames", "GamePage",
              {"in": "query", "name": "status", "schema": ref("Status")},
              {"in": "query", "name": "rulebook", "schema": ref("RulebookId")}, *_query("limit", "cursor")),
        _call(game, "get", "getGame", "Game", *_headers("If-None-Match"), *_query("include"), seat="maybe"),
        _call("/v1/quick", "post", "quickPlay", "TakenSeat", *_headers(key), body=ref("QuickWish"), seat="maybe"),
        _call(game, "delete", "deleteGame", "", seat="needed"),
        _call(f"{game}/pause", "post", "pauseGame", "Game", *_headers(key), seat="needed"),
        _call(f"{game}/resume", "post", "resumeGame", "Game", *_headers(key), seat="needed"),
        _call(f"{game}/rematch", "post", "rematch", "TakenSeat", *_headers(key), body=ref("Rematch"), seat="needed"),
        _call(f"{game}/host", "post", "replaceHost", "Game", *_headers(key), seat="needed"),
        _call(f"{game}/seats/me/resign", "post", "resignSeat", "", *_headers(key), body=ref("Resign"), seat="needed"),
        _call(f"{game}/moves/undo", "post", "takeBackMove", "PlayedMove", *_headers("If-Match", key),
              *_query("include"), seat="needed"),
        _call(f"{game}/seats", "post", "takeSeat", "TakenSeat", *_headers(key), body=ref("TakeSeat"), seat="maybe"),
        _call(f"{game}/seats/me", "delete", "leaveSeat", "", seat="needed"),
        _call(f"{game}/seats/me/token", "post", "rotateToken", "NewToken", *_headers(key), seat="needed"),
        _call(f"{game}/seats/{{seat}}/bot", "post", "handSeatToBot", "Game", *_headers(key), seat="needed"),
        _call(f"{game}/moves", "get", "listMoves", "LegalMoves", language, *_query("type"), seat="needed"),
        _call(f"{game}/moves", "post", "playMove", "PlayedMove", *_headers("If-Match", key), *_query("include"),
              body=move, seat="needed"),
        _call(f"{game}/moves/preview", "post", "previewMove", "Preview", body=move, seat="needed"),
        _call(f"{game}/hints", "post", "askHints", "Hints", *_query("wait"), seat="needed"),
        _call(f"{game}/events", "get", "listEvents", "EventPage", *_query("after", "limit", "wait", "include"),
              seat="maybe"),
        _call(f"{game}/score", "get", "getScore", "ScoreAnswer", seat="maybe"),
        _call(f"{game}/analysis", "get", "getAnalysis", "Analysis", language, seat="maybe"),
        _call(f"{game}/replay", "get", "getReplay", "Replay", seat="maybe"),
        _call("/v1/players/{player}/token", "post", "createPlayerToken", "PlayerToken", seat="needed"),
        _call("/v1/players/{player}", "delete", "erasePlayer", "", seat="needed"),
        _call("/v1/me/games", "get", "listMyGames", "MyGamePage",
              {"in": "query", "name": "status", "schema": ref("Status")},
              {"in": "query", "name": "turn", "schema": words("mine")}, *_query("limit", "cursor"), seat="needed"),
        _call("/v1/me/events", "get", "listMyEvents", "NewsPage",
              {"in": "query", "name": "after", "schema": TEXT}, *_query("wait", "include"), seat="needed"),
        _call("/healthz", "get", "getHealth", "Health"),
    ]  # fmt: skip


def spec() -> Plain:
    """The whole description."""
    paths: Plain = {}
    for each in _calls():
        paths.setdefault(each["path"], {})[each["method"]] = each["call"]
    problem = {"content": {"application/problem+json": {"schema": ref("Problem")}}}
    for item in paths.values():
        for described in item.values():
            described["responses"]["default"] = problem
    return {
        "openapi": "3.1.0",
        "info": {"title": "By hand", "version": "1"},
        "paths": paths,
        "components": {"schemas": {**_shared(), **_astra(), **_nebula(), **_across()}},
    }
