// Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
/** What the server takes and sends. What a rulebook has of its own is in `ByRulebook`, by its id. */

/** Use the ability of one of your active constellations. `telescopes` says how many to buy, where it sells them. */
export interface AstraUseAbilityMove {
  type: "use_ability";
  card: string;
  telescopes?: number | null;
}

/** Mark a star for the ability being resolved. */
export interface AstraMarkStarMove {
  type: "mark_star";
  card: string;
  star: number;
}

/** Mark a path of stars on one constellation, one stardust each; each further Observe costs a telescope. */
export interface AstraObserveMove {
  type: "observe";
  card: string;
  path: Array<number>;
}

/** Refill the pouch, reactivate constellations of the active sphere and move the sphere marker. */
export interface AstraRestMove {
  type: "rest";
}

/** Take no further action this turn. */
export interface AstraEndTurnMove {
  type: "end_turn";
}

/** Pick one of the four boons (0 is the leftmost). Activation names the exhausted cards to turn. It names as many of them as its number says, in the order they lie, or all when there are fewer. */
export interface AstraPickBoonMove {
  type: "pick_boon";
  boon: number;
  activate?: Array<string>;
}

/** Discard one of your constellations, active or not, because you have more than the card limit. */
export interface AstraDiscardMove {
  type: "discard";
  card: string;
}

/** Mark a path of stars with the dreamer's pen. */
export interface AstraDreamMove {
  type: "dream";
  card: string;
  path: Array<number>;
}

/** Put the next module on two neighbouring free notches of one side of the board (D-1). `side` is 1 or 2. `position` is the first of the two positions, 1 to 5. The module's circle, the shape you draw yourself, is at `position` and its octagon, the shape of all others, at the next one; `flipped` swaps the two. */
export interface DistantSunsAssignMove {
  type: "assign";
  side: number;
  position: number;
  flipped?: boolean;
}

/** Draw your shape on your sheet, sealed until all have drawn (D-2, D-16). `sectors` are the numbers of the sectors really drawn, ascending. `upgrades` is how many upgrades you use, at most two: each leaves out one hex of the shape (D-4). */
export interface DistantSunsDrawMove {
  type: "draw";
  sectors: Array<number>;
  upgrades?: number;
}

/** Draw nothing this turn, which is allowed only when the whole shape fits nowhere (D-3). */
export interface DistantSunsPassMove {
  type: "pass";
}

/** Name the slot, 1 to 7, that an upgrade you have gained fills (D-6). It is due before your next decision. */
export interface DistantSunsFillSlotMove {
  type: "fill_slot";
  slot: number;
}

/** Keep one of the two personal goals dealt to you, in secret; all seats choose at once. */
export interface NebulaKeepGoalMove {
  type: "keep_goal";
  goal: string;
}

/** Wait: turn the three clocks by 5 steps in all, clockwise positive, and take the stars in front of them. */
export interface NebulaTakeTimeMove {
  type: "take_time";
  steps: Array<number>;
}

/** Put one star of your observation area into the box and draw five from the bag. */
export interface NebulaTurnToChaosMove {
  type: "turn_to_chaos";
  star: string;
}

/** Keep two of the stars that Chaos has drawn, in any order; the others go to the box. */
export interface NebulaKeepStarsMove {
  type: "keep_stars";
  stars: Array<string>;
}

/** Place a coloured star from your observation area on an empty cell of your galaxy. */
export interface NebulaPlaceStarMove {
  type: "place_star";
  star: string;
  cell: string;
}

/** Place a coloured star where another colour has been since an earlier turn; the old star goes to the box. */
export interface NebulaReplaceStarMove {
  type: "replace_star";
  star: string;
  cell: string;
}

/** Place a black star on the next cell of your black track and advance the black marker. */
export interface NebulaPlaceBlackStarMove {
  type: "place_black_star";
}

/** After a black star: advance one value token (a colour, a constellation or an advanced goal) by one cell. */
export interface NebulaAdvanceTokenMove {
  type: "advance_token";
  token: string;
}

/** Place no more stars; your turn goes on to race goals and refilling. */
export interface NebulaEndPlacingMove {
  type: "end_placing";
}

export type OptionValue = string | number;

export type Status = "open" | "running" | "scoring" | "finished" | "abandoned";

export type SeatKind = "human" | "bot";

export type Level = "random" | "easy" | "greedy" | "strong";

export type Visibility = "public" | "private";

export type HintsFor = "bots" | "all" | "none";

export type HintStatus = "thinking" | "ready";

export type AfterLeaving = "free" | "bot" | "abandoned";

export type AfterResigning = "bot" | "abandoned";

export type Language = "en" | "fr" | "ru" | "uk";

export type NoticeType = "game.started" | "turn.changed" | "game.finished" | "game.abandon_warning" | "seat.taken" | "seat.left";

export type WebhookStatus = "active" | "parked";

export type DeliveryStatus = "waiting" | "delivered" | "parked";

export type RulebookId = "astra" | "distant_suns" | "nebula";

export type ProblemCode = "bad_request" | "incomplete_body" | "unreadable_json" | "bad_header" | "token_needed" | "token_malformed" | "token_unknown" | "key_needed" | "player_needed" | "key_unknown" | "scope_missing" | "not_the_host" | "not_the_app" | "not_found" | "unknown_game" | "unknown_seat" | "unknown_rulebook" | "method_not_allowed" | "not_acceptable" | "not_open" | "not_running" | "not_finished" | "not_idle" | "owes_nothing" | "already_bot" | "already_seated" | "seats_reserved" | "rematch_agreed" | "cannot_delete" | "paused" | "not_paused" | "too_many_pauses" | "already_host" | "takebacks_off" | "nothing_to_take_back" | "too_many_takebacks" | "hints_off" | "nothing_to_decide" | "hints_not_asked" | "not_scoring" | "not_automatic" | "nothing_owed" | "still_open" | "stale_version" | "body_too_large" | "uri_too_long" | "wrong_content_type" | "expectation_failed" | "invalid_field" | "games_refused" | "key_reused" | "key_too_short" | "version_needed" | "too_many_players" | "too_many_webhooks" | "webhook_parked" | "unknown_webhook" | "unknown_delivery" | "push_off" | "too_many_requests" | "too_many_bot_games" | "too_many_games" | "headers_too_large" | "internal_error" | "store_away" | "not_ready" | "newer_record" | "damaged_record" | "rulebook_missing" | "pack_missing" | "too_many_listeners" | "too_many_connections" | "busy" | "action_owed" | "action_skipped" | "already_discovered" | "already_drawn" | "already_observed" | "bag_is_empty" | "black_track_full" | "boon_struck" | "boon_struck_by_dreamer" | "broken_dream" | "broken_path" | "card_not_laid_out" | "cell_empty" | "cell_taken" | "centre_first" | "colour_placed" | "colour_unchanged" | "dream_too_long" | "dream_too_short" | "empty_path" | "exhausted" | "game_over" | "goals_being_chosen" | "goals_chosen" | "no_active_card" | "no_black_star" | "no_card_of_element" | "no_chaos" | "no_marked_card" | "no_more_placements" | "no_open_cell" | "no_star" | "no_star_for_ability" | "no_star_to_place" | "no_stardust" | "no_such_boon" | "no_such_cell" | "no_such_notches" | "no_such_sectors" | "no_such_slot" | "no_such_star" | "no_such_token" | "no_telescope" | "no_token_due" | "no_upgrade_to_place" | "not_a_colour" | "not_an_activation" | "not_connected" | "not_drawn" | "not_enough_stardust" | "not_exhausted" | "not_five_steps" | "not_offered" | "not_touching" | "not_your_card" | "not_your_decision" | "not_yours_to_discard" | "notch_taken" | "nothing_fits" | "nothing_to_mark" | "nothing_to_replace" | "nothing_to_return" | "placed_this_turn" | "pouch_full" | "same_colour_connected" | "sector_not_free" | "sells_no_telescopes" | "shape_fits" | "slot_due" | "slot_taken" | "star_not_allowed" | "token_at_end" | "too_little_stardust" | "upgrade_not_ready" | "wisdom_full" | "wrong_dream_card" | "wrong_first_star" | "wrong_number_of_cards" | "wrong_number_of_telescopes" | "wrong_phase" | "wrong_shape" | "wrong_size";

/** Some games, newest first; `next` is the cursor of the following page. */
export interface GamePage {
  games: Array<GameSummary>;
  next: string | null;
}

/** A game as the lobby shows it. */
export interface GameSummary {
  id: string;
  rulebook: RulebookId;
  status: Status;
  /** the count of accepted moves */
  version: number;
  visibility: Visibility;
  options: Record<string, string>;
  seats: Array<SeatAnswer>;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  deadline: string | null;
  turn_seconds: number | null;
  /** null where time is not limited */
  clock: TimeControl | null;
  /** since when the game is paused */
  paused_at: string | null;
  /** when a paused game goes on by itself; null where only people resume it */
  paused_until: string | null;
  /** the pause that somebody proposes */
  pause: PauseProposal | null;
  /** when the game is abandoned unless somebody decides; null before the warning */
  abandon_at: string | null;
  idle_seconds: number;
  /** whether moves can be taken back */
  takebacks: boolean;
  /** who may ask for hints: where all others are bots, all, or nobody */
  hints: HintsFor;
  created_at: string;
  /** SHA-256 of the server's secret, which is published after the end */
  seed_hash: string;
  /** the number of the newest event */
  last_event: number;
  /** whether its seed or draws were chosen, for an app's tests */
  rigged: boolean;
}

/** A seat of a game. */
export interface SeatAnswer {
  seat: number;
  kind: SeatKind;
  /** null while nobody sits there */
  name: string | null;
  /** of a bot */
  level: Level | null;
  taken: boolean;
  host: boolean;
  /** whether somebody gave the game up here, and a bot plays on */
  resigned: boolean;
  deciding_since: string | null;
  /** the app's name for the player there; players of the game and the app see it */
  player: string | null;
  /** what the app says of the player; players of the game and the app see it */
  metadata: Record<string, string> | null;
}

/** How time is limited: for each decision, or by a bank for all of them, to which each decision adds. */
export interface TimeControl {
  /** seconds */
  per_decision: number | null;
  /** seconds */
  bank: number | null;
  /** seconds */
  increment: number | null;
}

/** A pause that waits for consent: it begins when everybody who is seated as a person agrees. */
export interface PauseProposal {
  /** who proposed it */
  seat: number;
  /** who agrees so far, the proposer included */
  agreed: Array<number>;
  /** the proposal counts for nothing after that */
  lapses_at: string;
}

/** The new games, in the order of the request. */
export interface CreatedGames {
  games: Array<NewGame>;
}

/** A new game of an app, without its board, and the host's seat and token: both null in a game of bots alone. */
export interface NewGame {
  game: GameSummary;
  seat: number | null;
  token: string | null;
  /** of a private game: the code to take a seat with */
  invite: string | null;
  /** of every seat of a player */
  tokens: Array<SeatToken>;
}

/** The token of a player's seat. */
export interface SeatToken {
  seat: number;
  player: string;
  token: string;
}

/** Some games of the player's, newest first; `next` is the cursor of the following page. */
export interface MyGamePage {
  games: Array<MyGame>;
  next: string | null;
}

/** A game of the player's. */
export interface MyGame {
  id: string;
  rulebook: RulebookId;
  status: Status;
  /** the count of accepted moves */
  version: number;
  visibility: Visibility;
  options: Record<string, string>;
  seats: Array<SeatAnswer>;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  deadline: string | null;
  turn_seconds: number | null;
  /** null where time is not limited */
  clock: TimeControl | null;
  /** since when the game is paused */
  paused_at: string | null;
  /** when a paused game goes on by itself; null where only people resume it */
  paused_until: string | null;
  /** the pause that somebody proposes */
  pause: PauseProposal | null;
  /** when the game is abandoned unless somebody decides; null before the warning */
  abandon_at: string | null;
  idle_seconds: number;
  /** whether moves can be taken back */
  takebacks: boolean;
  /** who may ask for hints: where all others are bots, all, or nobody */
  hints: HintsFor;
  created_at: string;
  /** SHA-256 of the server's secret, which is published after the end */
  seed_hash: string;
  /** the number of the newest event */
  last_event: number;
  /** whether its seed or draws were chosen, for an app's tests */
  rigged: boolean;
  /** the player's seat; null where a bot has taken over */
  seat: number | null;
}

/** What has happened in some of the player's games, game by game; `next` is the `after` of the next request. */
export interface NewsPage {
  games: Array<GameNews>;
  next: string;
  /** whether the page is full: the next one comes at once */
  more: boolean;
}

/** The new token of the own seat. */
export interface NewToken {
  seat: number;
  token: string;
}

/** A token of a player, valid in all of the player's games, and for how many seconds. */
export interface PlayerToken {
  player: string;
  token: string;
  expires_in: number;
}

/** The score; before the end as far as the caller may know it. */
export interface ScoreAnswer {
  /** the count of accepted moves */
  version: number;
  final: boolean;
  score: Score;
}

/** All ledgers. `winners` has several seats when the victory is shared, and none before the end. */
export interface Score {
  seats: Array<SeatScore>;
  winners: Array<number>;
}

/** The ledger of one seat. */
export interface SeatScore {
  seat: number;
  total: number;
  lines: Array<Line>;
}

/** One line of a score ledger: the rule (a key of the content's `score` texts), the amount, what it comes from. */
export interface Line {
  rule: string;
  amount: number;
  source: string;
}

/** A game that can be played here. */
export interface RulebookAnswer {
  id: RulebookId;
  name: string;
  /** goes up when the rules change play */
  rules: number;
  players: Players;
  options: Array<OptionAnswer>;
  moves: Array<MoveType>;
  refusals: Array<RefusalAnswer>;
  end_reasons: Array<string>;
}

/** How many can play. */
export interface Players {
  min: number;
  max: number;
}

/** A choice made at creation. */
export interface OptionAnswer {
  name: string;
  text: string;
  choices: Array<string>;
  default: string;
}

/** A kind of move; `schema` names its description among the components of the API's description. */
export interface MoveType {
  type: string;
  text: string;
  schema: string;
  ruling: string;
  ruling_title: string;
}

/** A way in which the rules say no, with its sentence in the caller's language; braces are placeholders. */
export interface RefusalAnswer {
  code: ProblemCode;
  ruling: string;
  text: string;
}

/** All games that can be played here. */
export interface Rulebooks {
  rulebooks: Array<RulebookAnswer>;
}

/** Well enough. */
export interface Health {
  status: string;
}

/** An error, as RFC 9457 has it. */
export interface Problem {
  /** leads to the code's entry in the API reference */
  type: string;
  title: string;
  status: number;
  /** a sentence for people, in their language */
  detail: string;
  /** a word for programs */
  code: ProblemCode;
  /** the ruling or book section that refuses a move */
  ruling?: string;
  ruling_title?: string;
  /** the first field that is wrong */
  field?: string;
  /** the fields that are wrong, 20 at most */
  errors?: Array<FieldProblem>;
  /** the version that stands */
  version?: number;
  missed?: Missed;
  /** until an idle seat can be handed over */
  seconds_left?: number;
  /** how many the host allows, where that is reached */
  most?: number;
  /** the games that cannot be created; then none was */
  failed?: Array<FailedGame>;
}

/** What is wrong with one field. */
export interface FieldProblem {
  field: string;
  detail: string;
}

/** The numbers of the events that a stale version has missed. */
export interface Missed {
  after: number;
  until: number;
}

/** Why one of several games cannot be created. */
export interface FailedGame {
  /** of the game in the request, from 0 on */
  index: number;
  /** a word for programs */
  code: ProblemCode;
  /** a sentence for people, in their language */
  detail: string;
  /** the field of that game that is wrong */
  field?: string;
}

/** All webhooks of the app, the oldest first. */
export interface Webhooks {
  webhooks: Array<WebhookAnswer>;
}

/** An address of the app that gets the events of its games. */
export interface WebhookAnswer {
  id: string;
  url: string;
  events: Array<NoticeType>;
  /** parked: nothing was taken for a day, and nothing is sent */
  status: WebhookStatus;
  created_at: string;
  parked_at: string | null;
  /** null while the last delivery was taken */
  failing_since: string | null;
  /** until then nothing is sent */
  next_try_at: string | null;
}

/** A webhook, and the secret that signs its deliveries. Only this answer shows the secret. */
export interface NewWebhook {
  webhook: WebhookAnswer;
  secret: string;
}

/** Some deliveries, newest first; `next` is the cursor of the following page. */
export interface DeliveryPage {
  deliveries: Array<DeliveryAnswer>;
  next: string | null;
}

/** A notice on its way to one webhook. */
export interface DeliveryAnswer {
  /** the notice's id, also in the header `Almagest-Id` */
  id: string;
  type: NoticeType;
  game: string;
  status: DeliveryStatus;
  created_at: string;
  attempts: number;
  /** the last time */
  tried_at: string | null;
  /** null: as soon as it is its turn, or never again */
  next_try_at: string | null;
  /** the status that the receiver answered with last */
  answer: number | null;
  /** the result of the last attempt */
  reason: string | null;
}

/** By which push services know this host. */
export interface PushKey {
  /** `applicationServerKey` of a subscription, as base64url */
  public_key: string;
}

/** A browser that gets pushes for a seat. */
export interface PushDevice {
  /** its id, to unsubscribe it */
  device: string;
}

/** Every seat is taken, and the board is set up. */
export interface GameStartedNotice {
  type: "game.started";
  /** the same whenever it is sent again */
  id: string;
  at: string;
  /** the id of the game */
  game: string;
  rulebook: RulebookId;
  status: Status;
  /** the count of accepted moves */
  version: number;
  /** grows with every write of the game: compare it to ignore older notices */
  rev: number;
  seats: Array<NoticeSeat>;
}

/** A seat of the game. It has no name: the app knows its players' names, and can get the game. */
export interface NoticeSeat {
  seat: number;
  kind: SeatKind;
  taken: boolean;
  /** the app's own name for the player there */
  player: string | null;
}

/** Others decide than before, or until another time. */
export interface TurnChangedNotice {
  type: "turn.changed";
  /** the same whenever it is sent again */
  id: string;
  at: string;
  /** the id of the game */
  game: string;
  rulebook: RulebookId;
  status: Status;
  /** the count of accepted moves */
  version: number;
  /** grows with every write of the game: compare it to ignore older notices */
  rev: number;
  seats: Array<NoticeSeat>;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  /** when the first of them runs out of time */
  deadline: string | null;
  /** whether the game is paused */
  paused: boolean;
}

/** The game is over: `finished` with its winners, or `abandoned` with none. */
export interface GameFinishedNotice {
  type: "game.finished";
  /** the same whenever it is sent again */
  id: string;
  at: string;
  /** the id of the game */
  game: string;
  rulebook: RulebookId;
  status: Status;
  /** the count of accepted moves */
  version: number;
  /** grows with every write of the game: compare it to ignore older notices */
  rev: number;
  seats: Array<NoticeSeat>;
  winners: Array<number>;
  /** why it ended, in the rulebook's words */
  reason: string | null;
}

/** Nobody has decided for long: the game is abandoned at this time, unless somebody decides. */
export interface AbandonWarningNotice {
  type: "game.abandon_warning";
  /** the same whenever it is sent again */
  id: string;
  at: string;
  /** the id of the game */
  game: string;
  rulebook: RulebookId;
  status: Status;
  /** the count of accepted moves */
  version: number;
  /** grows with every write of the game: compare it to ignore older notices */
  rev: number;
  seats: Array<NoticeSeat>;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  /** when the game ends as `abandoned` */
  abandon_at: string;
}

/** Somebody sat down. */
export interface SeatTakenNotice {
  type: "seat.taken";
  /** the same whenever it is sent again */
  id: string;
  at: string;
  /** the id of the game */
  game: string;
  rulebook: RulebookId;
  status: Status;
  /** the count of accepted moves */
  version: number;
  /** grows with every write of the game: compare it to ignore older notices */
  rev: number;
  seats: Array<NoticeSeat>;
  seat: number;
}

/** Somebody left, gave up or was replaced. */
export interface SeatLeftNotice {
  type: "seat.left";
  /** the same whenever it is sent again */
  id: string;
  at: string;
  /** the id of the game */
  game: string;
  rulebook: RulebookId;
  status: Status;
  /** the count of accepted moves */
  version: number;
  /** grows with every write of the game: compare it to ignore older notices */
  rev: number;
  seats: Array<NoticeSeat>;
  seat: number;
  /** the app's own name for the player who was there */
  player: string | null;
  /** the seat is free again, a bot plays on, or nobody is left */
  then: AfterLeaving;
}

export type AstraEndReason = "replacement_in_first_turn" | "replacement_in_other_turn" | "sphere_in_first_turn" | "sphere_in_other_turn" | "dream_in_first_turn" | "dream_in_other_turn";

export type AstraPhase = "ability" | "marking" | "action" | "boons" | "discard" | "dream" | "over";

export type AstraAbilityId = "stardust_4" | "stardust_3" | "stardust_2" | "telescope" | "buy_telescopes" | "wisdom" | "pouch" | "mark_any" | "mark_any_and_adjacent" | "mark_three_cards" | "mark_two" | "fame_per_marked_card" | "fame_per_element" | "fame_per_grand" | "first_any_common" | "rest_gains_pouch" | "regain_before_grand" | "regain_if_common";

export type AstraWhen = "at_once" | "this_turn";

export type AstraBoonType = "fame" | "stardust" | "observation" | "improvement" | "wisdom" | "activation";

export type AstraElement = "fire" | "water" | "air" | "earth";

export type AstraStarKind = "start" | "grand" | "common";

export type AstraFameRule = "boon" | "fame_per_marked_card" | "fame_per_element" | "fame_per_grand";

export type AstraStardustRule = "ability" | "boon" | "regain_before_grand" | "regain_if_common";

/** An active constellation was used and is exhausted now. */
export interface AstraAbilityUsedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "ability_used";
  seat: number;
  card: string;
  ability: AstraAbilityId;
}

/** Stardust came in, by an ability, a boon, or because it was regained at the end of the turn. */
export interface AstraStardustGainedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "stardust_gained";
  seat: number;
  amount: number;
  rule: AstraStardustRule;
}

/** Telescopes came in; `stardust` is what they were bought for. */
export interface AstraTelescopesGainedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "telescopes_gained";
  seat: number;
  amount: number;
  stardust: number;
}

/** Boxes of wisdom were marked. */
export interface AstraWisdomGainedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "wisdom_gained";
  seat: number;
  amount: number;
}

/** Boxes of the pouch size were marked. */
export interface AstraPouchGrownEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "pouch_grown";
  seat: number;
  amount: number;
}

/** Fame came in, by a boon or an ability. */
export interface AstraFameGainedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "fame_gained";
  seat: number;
  amount: number;
  rule: AstraFameRule;
}

/** Stars of one card were marked in this order, for so much stardust and so many telescopes. */
export interface AstraStarsMarkedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "stars_marked";
  seat: number;
  card: string;
  stars: Array<number>;
  stardust: number;
  telescopes: number;
}

/** The last star of a card was marked. */
export interface AstraConstellationCompletedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "constellation_completed";
  seat: number;
  card: string;
}

/** A Rest brought so much stardust. */
export interface AstraRestedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "rested";
  seat: number;
  stardust: number;
}

/** Exhausted cards were turned active. */
export interface AstraCardsReactivatedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "cards_reactivated";
  seat: number;
  cards: Array<string>;
}

/** The sphere marker went on to this element. */
export interface AstraSphereMovedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "sphere_moved";
  seat: number;
  sphere: AstraElement;
}

/** The marker crossed the discard icon: the top card of the deck went to the discard. */
export interface AstraDeckCardDiscardedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "deck_card_discarded";
  seat: number;
  card: string | null;
}

/** Helpers by rank; those of one rank pick at the same time. */
export interface AstraBoonsOfferedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "boons_offered";
  seat: number;
  card: string;
  ranks: Array<Array<number>>;
}

/** A tied helper has picked; which boon is told when all of the rank have. */
export interface AstraBoonSealedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "boon_sealed";
  seat: number;
  card: string;
}

/** A helper's boon (0 is the leftmost). In previews the sealed picks of others have no boon. */
export interface AstraBoonPickedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "boon_picked";
  seat: number;
  card: string;
  boon: number | null;
  kind: AstraBoonType | null;
  amount: number;
  activated: Array<string>;
}

/** The dreamer marked more stars than this helper: these boons are struck for it. */
export interface AstraBoonsStruckEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "boons_struck";
  seat: number;
  card: string;
  boons: Array<number>;
}

/** The discoverer took the card, active. */
export interface AstraCardGainedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "card_gained";
  seat: number;
  card: string;
}

/** A card of the seat's, or one that the dreamer completed, went to the discard. */
export interface AstraCardDiscardedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "card_discarded";
  seat: number;
  card: string;
}

/** A card came from the deck to this place, counted from 1. */
export interface AstraCardLaidOutEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "card_laid_out";
  seat: number;
  card: string | null;
  place: number;
}

/** Game End came up and was set aside; it is settled now which round is the last. */
export interface AstraGameEndSurfacedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_end_surfaced";
  seat: number;
  last_round: number;
  reason: AstraEndReason;
}

/** The seat's turn begins. */
export interface TurnBeganEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "turn_began";
  seat: number;
  round: number;
}

/** The last turn is over. */
export interface AstraGameEndedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_ended";
  seat: number;
  reason: AstraEndReason;
  round: number;
}

/** Somebody sat down. */
export interface SeatTakenEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "seat_taken";
  seat: number;
  name: string;
  /** 32 bytes that the seat contributes to the deal, hexadecimal; missing: none */
  entropy?: string;
}

/** Somebody left: the seat is free again, a bot plays on, or nobody is left and the game is abandoned. */
export interface SeatLeftEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "seat_left";
  seat: number;
  then: AfterLeaving;
}

/** Somebody gave the game up: a bot of the level plays on, or nobody is left and the game is abandoned. */
export interface ResignedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "resigned";
  seat: number;
  level: Level;
  then: AfterResigning;
}

/** The host handed an idle seat to a bot. */
export interface BotTookOverEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "bot_took_over";
  seat: number;
}

/** The seat's time is over: a bot makes the move that follows. */
export interface TimeRanOutEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "time_ran_out";
  seat: number;
  then: "bot";
}

/** The seat took its last move back: the board is as it was before that. */
export interface MoveTakenBackEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "move_taken_back";
  seat: number;
  taken: number;
}

/** The hints that the seat has asked for are ready. */
export interface HintsReadyEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "hints_ready";
  seat: number;
}

/** Every seat is taken, and the board is set up. */
export interface GameStartedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_started";
  seat: number;
}

/** Somebody wants to pause the game, which needs the consent of everybody who is seated as a person. */
export interface PauseProposedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "pause_proposed";
  seat: number;
}

/** Somebody agrees to the proposed pause. */
export interface PauseAgreedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "pause_agreed";
  seat: number;
}

/** Somebody declined the proposed pause, or withdrew the own proposal. */
export interface PauseDeclinedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "pause_declined";
  seat: number;
}

/** The game is paused as the seat proposed: clocks stop, and nobody can play. */
export interface GamePausedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_paused";
  seat: number;
}

/** Somebody resumed the game, with the time that every seat had left; seat 0: the longest pause is over. */
export interface GameResumedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_resumed";
  seat: number;
}

/** Somebody wants another host, because the host is away. */
export interface HostVoteCastEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "host_vote_cast";
  seat: number;
}

/** The others voted: the seat is the host now. */
export interface HostReplacedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "host_replaced";
  seat: number;
  former: number;
}

/** The game is scored: seed, result and replay are public from now on. */
export interface GameFinishedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_finished";
  seat: number;
  winners: Array<number>;
  reason: string;
}

/** Somebody wants to play again: the next game has reserved a seat for each player of this one. */
export interface RematchOfferedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "rematch_offered";
  seat: number;
  game: string;
}

/** Nobody has decided for long: the game is abandoned at this time, unless somebody decides. */
export interface AbandonWarningEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "abandon_warning";
  seat: number;
  abandon_at: string;
}

/** The game is over without a result: too few came, nobody decided for too long, or the host has deleted it. */
export interface GameAbandonedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_abandoned";
  seat: number;
}

/** A game of Astra. */
export interface AstraView {
  /** what the table waits for */
  phase: AstraPhase;
  round: number;
  /** the number of the last round, once it is settled */
  last_round: number | null;
  /** whose turn it is; null when it is nobody's */
  active: number | null;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  seats: Array<AstraSeatView>;
  sphere: AstraElement;
  deck: AstraDeckView;
  /** the last is on top; null for a hidden card in a preview */
  discard: Array<string | null>;
  sky: Array<AstraSkyPlaceView>;
  turn: AstraTurnView;
  boons: AstraBoonsView | null;
  dream: AstraDreamView | null;
}

/** A journal and the constellations beside it. */
export interface AstraSeatView {
  seat: number;
  stardust: number;
  telescopes: number;
  fame: number;
  wisdom: number;
  /** the pouch size */
  pouch: number;
  card_limit: number;
  active: Array<string>;
  exhausted: Array<string>;
  /** own cards, active or not, by element */
  elements: Record<string, number>;
  /** the elements premarked; null while it is secret */
  scoring_card: [AstraElement, AstraElement] | null;
}

/** The draw deck, face down. */
export interface AstraDeckView {
  cards: number;
  /** 0 once Game End has surfaced */
  above_game_end: number;
}

/** A place around the sphere board, and the constellation that lies there. */
export interface AstraSkyPlaceView {
  /** from 1; a card stays in its place, and a replacement takes it */
  place: number;
  /** null where no card lies, and for a hidden card in a preview */
  card: string | null;
  /** whether no card lies here */
  empty: boolean;
  marks: Array<AstraMarksView>;
}

/** The stars that one pen has marked on a card. */
export interface AstraMarksView {
  /** 0 is the dreamer */
  seat: number;
  stars: Array<number>;
}

/** What has happened in the turn that is being played. */
export interface AstraTurnView {
  observes: number;
  rested: boolean;
  skips_action: boolean;
  /** the abilities of this turn in force */
  lasting: Array<AstraAbilityId>;
  /** full cards that wait for their discovery, in order */
  completed: Array<string>;
  marking: AstraMarkingView | null;
}

/** An ability that marks stars and is not finished yet. */
export interface AstraMarkingView {
  ability: AstraAbilityId;
  /** stars still to be marked */
  left: number;
  /** where it has marked so far */
  cards: Array<string>;
}

/** Helpers picking boons of a completed card. */
export interface AstraBoonsView {
  card: string;
  /** 0 is the dreamer */
  discoverer: number;
  /** who still picks; the first rank picks now */
  ranks: Array<Array<number>>;
  struck: Array<AstraStruckView>;
  still_to_pick: Array<number>;
  own_pick: AstraOwnPickView | null;
}

/** The boons that a helper cannot pick. */
export interface AstraStruckView {
  seat: number;
  boons: Array<number>;
}

/** The viewer's own sealed pick. */
export interface AstraOwnPickView {
  boon: number;
  activate: Array<string>;
}

/** What the dreamer may do. */
export interface AstraDreamView {
  /** how many stars the active sphere says */
  number: number;
  /** where the dream may fall */
  cards: Array<string>;
}

/** Spheres, scoring cards and constellations. */
export interface AstraContent {
  rulebook: "astra";
  pack: string;
  /** SHA-256; games name their pack by it */
  pack_hash: string;
  language: Language;
  /** of the pack */
  name: string;
  /** the title of every ruling and book section, by its id */
  rulings: Record<string, string>;
  /** words to show, by what they name: phase, score (rules of the ledger), end (end reasons) */
  texts: Record<string, Record<string, string>>;
  spheres: Array<AstraSphereContent>;
  /** the icon lies between this sphere and the next */
  discard_icon_after: AstraElement;
  /** cards below Game End, by the number of players */
  below_game_end: Record<string, number>;
  /** the elements premarked on each */
  scoring_cards: Array<[AstraElement, AstraElement]>;
  constellations: Array<AstraConstellationContent>;
}

/** One sphere of the board, in clockwise order. */
export interface AstraSphereContent {
  element: AstraElement;
  name: string;
  /** how many stars the dreamer marks; only for two players */
  dream_number: number;
}

/** A constellation card. */
export interface AstraConstellationContent {
  id: string;
  name: string;
  element: AstraElement;
  /** what it scores while it is active */
  fame: number;
  ability: AstraAbilityContent;
  /** from left to right */
  boons: Array<AstraBoonContent>;
  stars: Array<AstraStarContent>;
  /** which stars are adjacent */
  lines: Array<[number, number]>;
}

/** What an active constellation can be used for. */
export interface AstraAbilityContent {
  id: AstraAbilityId;
  when: AstraWhen;
  text: string;
}

/** One of the four boons of a card. */
export interface AstraBoonContent {
  type: AstraBoonType;
  amount: number;
  text: string;
}

/** A real star and its place on the card. */
export interface AstraStarContent {
  /** the number by which moves and marks name it */
  star: number;
  /** the proper name, if it has one */
  name: string | null;
  bayer: string;
  kind: AstraStarKind;
  /** right ascension, J2000 degrees */
  ra: number;
  /** declination, J2000 degrees */
  dec: number;
  /** 0 is the left edge of the card, 1 the right one */
  x: number;
  /** 0 is the upper edge of the card, 1 the lower one */
  y: number;
}

/** A game as the caller sees it. */
export interface AstraGame {
  id: string;
  rulebook: "astra";
  status: Status;
  /** the count of accepted moves */
  version: number;
  visibility: Visibility;
  options: Record<string, string>;
  seats: Array<SeatAnswer>;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  deadline: string | null;
  turn_seconds: number | null;
  /** null where time is not limited */
  clock: TimeControl | null;
  /** since when the game is paused */
  paused_at: string | null;
  /** when a paused game goes on by itself; null where only people resume it */
  paused_until: string | null;
  /** the pause that somebody proposes */
  pause: PauseProposal | null;
  /** when the game is abandoned unless somebody decides; null before the warning */
  abandon_at: string | null;
  idle_seconds: number;
  /** whether moves can be taken back */
  takebacks: boolean;
  /** who may ask for hints: where all others are bots, all, or nobody */
  hints: HintsFor;
  created_at: string;
  /** SHA-256 of the server's secret, which is published after the end */
  seed_hash: string;
  /** the number of the newest event */
  last_event: number;
  /** whether its seed or draws were chosen, for an app's tests */
  rigged: boolean;
  /** the caller's seat; null for spectators */
  seat: number | null;
  /** the number of the rules under which the game began */
  rules: number | null;
  pack_hash: string | null;
  end_reason: AstraEndReason | null;
  result: Score | null;
  /** the id of the game that follows this one */
  rematch: string | null;
  view: AstraView | null;
  moves: Array<AstraOffer> | null;
  /** on demand: as far as the caller may know it */
  score: Score | null;
  /** of the people, where time is limited */
  clocks: Array<SeatClock> | null;
  /** whether the caller can take its last move back */
  can_take_back: boolean;
  /** whether the caller can ask for hints now */
  can_ask_hints: boolean;
  /** by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none */
  entropy: Array<string | null>;
}

/** A move that may be played as it is. */
export interface AstraOffer {
  move: AstraMove;
  /** in the caller's language */
  label: string;
  /** what allows it; the content has its title */
  ruling: string;
}

/** A person's time. What is left now is `left` without the time since `since`. */
export interface SeatClock {
  seat: number;
  /** seconds, when the decision began */
  left: number;
  /** since when it runs; null while it does not */
  since: string | null;
}

/** A move of a finished game. */
export interface AstraReplayMove {
  seat: number;
  move: AstraMove | null;
}

/** A new game, and the creator's seat and token: both null in a game of bots alone. */
export interface AstraCreatedGame {
  rulebook: "astra";
  game: AstraGame;
  seat: number | null;
  token: string | null;
  /** of a private game: the code to take a seat with */
  invite: string | null;
  /** of every seat of a player */
  tokens: Array<SeatToken>;
}

/** The seat that was taken, and its token. */
export interface AstraTakenSeat {
  rulebook: "astra";
  seat: number;
  token: string;
  game: AstraGame;
}

/** What a client draws: the newest state as the caller sees it, with the parts that were asked for. */
export interface AstraFrame {
  rulebook: "astra";
  /** the count of accepted moves */
  version: number;
  /** as `GET /v1/games/{id}` has it; valid as If-Match */
  etag: string;
  status: Status;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  deadline: string | null;
  /** the number of the newest event of this state */
  last_event: number;
  view: AstraView | null;
  moves: Array<AstraOffer> | null;
  score: Score | null;
  /** of the people, where time is limited */
  clocks: Array<SeatClock> | null;
  /** since when the game is paused */
  paused_at: string | null;
  /** when a paused game goes on by itself; null where only people resume it */
  paused_until: string | null;
  /** the pause that somebody proposes */
  pause: PauseProposal | null;
  /** when the game is abandoned unless somebody decides; null before the warning */
  abandon_at: string | null;
  /** whether the caller can take its last move back */
  can_take_back: boolean;
  /** whether the caller can ask for hints now */
  can_ask_hints: boolean;
}

/** Events in order; `next` is the `after` of the next request. */
export interface AstraEventPage {
  rulebook: "astra";
  events: Array<AstraEvent>;
  next: number;
  status: Status;
  /** the seats that have to decide now; 0 is the automa */
  deciders: Array<number>;
  frame: AstraFrame | null;
}

/** What has happened in one of the player's games, and how it stands. */
export interface AstraGameNews {
  rulebook: "astra";
  events: Array<AstraEvent>;
  next: number;
  status: Status;
  /** the seats that have to decide now; 0 is the automa */
  deciders: Array<number>;
  frame: AstraFrame | null;
  /** the id of the game */
  game: string;
  /** the player's seat; null where a bot has taken over */
  seat: number | null;
}

/** What a move did. */
export interface AstraPlayedMove {
  rulebook: "astra";
  /** the count of accepted moves */
  version: number;
  events: Array<AstraEvent>;
  game: AstraGame;
}

/** What a move would do. Events are numbered as they would be; null stands for what the caller cannot know. */
export interface AstraPreview {
  rulebook: "astra";
  /** the count of accepted moves */
  version: number;
  events: Array<AstraEvent>;
  view: AstraView | null;
  moves: Array<AstraOffer> | null;
  /** on demand: what would be scored, as far as the caller may know */
  score: Score | null;
}

/** Every legal move of a seat. */
export interface AstraLegalMoves {
  rulebook: "astra";
  /** the count of accepted moves */
  version: number;
  seat: number;
  moves: Array<AstraOffer>;
  unavailable: Array<UnavailableMove>;
}

/** A kind of move that cannot be made now. */
export interface UnavailableMove {
  type: string;
  code: ProblemCode;
  /** in the caller's language */
  reason: string;
  ruling: string;
  ruling_title: string;
}

/** All that is needed to play a finished game again: `almagest verify` does. */
export interface AstraReplay {
  id: string;
  rulebook: "astra";
  /** the number of the rules under which the game began */
  rules: number;
  players: number;
  options: Record<string, string>;
  /** the server's secret, hexadecimal */
  seed: string;
  seed_hash: string;
  /** by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none */
  entropy: Array<string | null>;
  pack: string;
  pack_hash: string;
  moves: Array<AstraReplayMove>;
  /** whether the seed or the draws were chosen, for an app's tests */
  rigged: boolean;
  /** what came first out of the shuffles */
  draws: Array<string>;
  /** SHA-256 of the final state as this version stores it, for 0.2 */
  final_hash: string;
  score: Score;
  /** SHA-256 of id, rulebook, rules, players, options, pack, pack_hash, seed, entropy, draws, moves, score, as JSON with sorted keys and without spaces */
  replay_hash: string;
}

/** A move that the strong bot likes, and may be played as it is. */
export interface AstraHint {
  move: AstraMove;
  /** in the caller's language */
  label: string;
  /** what allows it; the content has its title */
  ruling: string;
  /** what it brings until the own next turn, in points, by the bots' heuristic */
  worth: number;
  /** what it brings at once, in points, by the bots' heuristic */
  gains: number;
  /** what the others can make of it, in points, by the bots' heuristic */
  leaves: number;
  /** in the caller's language */
  why: string;
}

/** What the strong bot would have played. */
export interface AstraInstead {
  move: AstraMove;
  /** in the caller's language */
  label: string;
}

/** A move after which much was otherwise. */
export interface AstraTurningPoint {
  /** the version that the move made */
  version: number;
  seat: number;
  move: AstraMove;
  /** in the caller's language */
  label: string;
  /** points that its seat won on the others by it, or lost */
  swing: number;
  instead: AstraInstead | null;
  /** in the caller's language */
  why: string;
}

/** What the strong bot would play, knowing only what the seat knows; the best first. */
export interface AstraHints {
  rulebook: "astra";
  /** the count of accepted moves */
  version: number;
  seat: number;
  /** while a bot is thinking, there are no hints yet */
  status: HintStatus;
  hints: Array<AstraHint>;
}

/** How a finished game went. */
export interface AstraAnalysis {
  rulebook: "astra";
  /** while a bot is thinking, there is nothing else yet */
  status: HintStatus;
  points: Array<Point>;
  turning_points: Array<AstraTurningPoint>;
}

/** What every seat could expect after a move. */
export interface Point {
  /** the count of accepted moves */
  version: number;
  /** points at the end, by seat, by the bots' heuristic */
  expected: Array<number>;
}

export type AstraMove = AstraUseAbilityMove | AstraMarkStarMove | AstraObserveMove | AstraRestMove | AstraEndTurnMove | AstraPickBoonMove | AstraDiscardMove | AstraDreamMove;

export type AstraEvent = AstraAbilityUsedEvent | AstraStardustGainedEvent | AstraTelescopesGainedEvent | AstraWisdomGainedEvent | AstraPouchGrownEvent | AstraFameGainedEvent | AstraStarsMarkedEvent | AstraConstellationCompletedEvent | AstraRestedEvent | AstraCardsReactivatedEvent | AstraSphereMovedEvent | AstraDeckCardDiscardedEvent | AstraBoonsOfferedEvent | AstraBoonSealedEvent | AstraBoonPickedEvent | AstraBoonsStruckEvent | AstraCardGainedEvent | AstraCardDiscardedEvent | AstraCardLaidOutEvent | AstraGameEndSurfacedEvent | TurnBeganEvent | AstraGameEndedEvent | SeatTakenEvent | SeatLeftEvent | ResignedEvent | BotTookOverEvent | TimeRanOutEvent | MoveTakenBackEvent | HintsReadyEvent | GameStartedEvent | PauseProposedEvent | PauseAgreedEvent | PauseDeclinedEvent | GamePausedEvent | GameResumedEvent | HostVoteCastEvent | HostReplacedEvent | GameFinishedEvent | RematchOfferedEvent | AbandonWarningEvent | GameAbandonedEvent;

export type DistantSunsEndReason = "turns_12" | "turns_13" | "turns_14" | "turns_15";

export type DistantSunsPhase = "assign" | "draw" | "over";

export type DistantSunsMissionId = "aliens" | "upgrades" | "treasures" | "group" | "black_hole";

export type DistantSunsSectorKind = "start" | "world" | "alien" | "upgrade" | "treasure";

/** The active seat assigned shapes: `own` to itself, `others` to everybody else. */
export interface DistantSunsModulePlacedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "module_placed";
  seat: number;
  module: number;
  side: number;
  position: number;
  flipped: boolean;
  own: string;
  others: string;
}

/** The seat has drawn or passed; which and where stays sealed (D-16). */
export interface DistantSunsDrawingSealedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "drawing_sealed";
  seat: number;
}

/** A drawing was revealed. A preview reveals only the own one; what others sealed stays open, so nothing is null. */
export interface DistantSunsShapeDrawnEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "shape_drawn";
  seat: number;
  round: number;
  shape: string;
  sectors: Array<number> | null;
  upgrades: number | null;
}

/** The reveal of a pass. */
export interface DistantSunsNothingDrawnEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "nothing_drawn";
  seat: number;
  round: number;
  shape: string;
}

/** Slots whose upgrade is spent. */
export interface DistantSunsUpgradesUsedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "upgrades_used";
  seat: number;
  slots: Array<number>;
}

/** An upgrade sector was covered. */
export interface DistantSunsUpgradeGainedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "upgrade_gained";
  seat: number;
  sector: number;
}

/** The seat named the slot of an upgrade it gained (D-6). */
export interface DistantSunsSlotFilledEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "slot_filled";
  seat: number;
  slot: number;
}

/** A distant world was reached, for the higher value or the lower one. */
export interface DistantSunsWorldReachedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "world_reached";
  seat: number;
  world: string;
  points: number;
}

/** No module could be placed. The seat is who could not, and starts the next round (D-7). */
export interface DistantSunsRoundEndedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "round_ended";
  seat: number;
  round: number;
  turns: number;
}

/** The third round is over. */
export interface DistantSunsGameEndedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_ended";
  seat: number;
  reason: DistantSunsEndReason;
  round: number;
  turns: number;
}

/** The board and all sheets. `active` assigns the shapes of the turn; then all draw at the same time. */
export interface DistantSunsView {
  phase: DistantSunsPhase;
  round: number;
  /** the number of the last round, once it is settled */
  last_round: number | null;
  /** whose turn it is; null when it is nobody's */
  active: number | null;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  seats: Array<DistantSunsSeatView>;
  turns_played: number;
  /** the number of the module to be placed now */
  next_module: number | null;
  /** the six positions, the black hole last */
  board: Array<DistantSunsPositionView>;
  /** those placed this round */
  modules: Array<DistantSunsModuleView>;
}

/** One seat's cosmos sheet. */
export interface DistantSunsSeatView {
  seat: number;
  /** the shape that the seat draws this turn, once it is assigned */
  to_draw: string | null;
  /** whether it has drawn or passed this turn */
  has_drawn: boolean;
  /** what you have drawn this turn, no sectors for a pass; null for other seats (D-16) */
  sealed: Array<number> | null;
  drawings: Array<DistantSunsDrawingView>;
  /** all sectors under drawn shapes */
  covered: Array<number>;
  upgrades: DistantSunsUpgradesView;
  worlds: Array<DistantSunsWorldView>;
  /** in the order of the board's positions */
  missions: Array<DistantSunsMissionView>;
}

/** A drawn shape, and the sectors really drawn. */
export interface DistantSunsDrawingView {
  shape: string;
  /** of its tile on the board */
  position: number;
  sectors: Array<number>;
  /** hexes that upgrades left out */
  left_out: number;
}

/** The upgrades of a seat, by slots. */
export interface DistantSunsUpgradesView {
  /** slots whose upgrade can be used */
  ready: Array<number>;
  /** slots whose upgrade is spent */
  used: Array<number>;
  /** upgrades gained whose slot is still to be named (D-6) */
  without_slot: number;
}

/** A distant world that the seat has reached, and what it gets for that. */
export interface DistantSunsWorldView {
  world: string;
  points: number;
}

/** How often the seat has fulfilled a mission so far, and what that is worth. */
export interface DistantSunsMissionView {
  mission: DistantSunsMissionId;
  times: number;
  points: number;
}

/** A position of the board: its shape and the mission paired with it. */
export interface DistantSunsPositionView {
  position: number;
  shape: string;
  /** null for the black hole */
  mission: DistantSunsMissionId | null;
}

/** A module on the board: it takes `position` and the next one, on this side. */
export interface DistantSunsModuleView {
  /** its number, in the order of placing */
  module: number;
  side: number;
  position: number;
  /** whether the circle is at the second position */
  flipped: boolean;
  /** the shape at the circle, which the active seat draws */
  own: string;
  /** the shape at the octagon, which all others draw */
  others: string;
}

/** Sheet, shapes and missions. Of the texts, `sector` names the kinds of sectors. */
export interface DistantSunsContent {
  rulebook: "distant_suns";
  pack: string;
  /** SHA-256; games name their pack by it */
  pack_hash: string;
  language: Language;
  /** of the pack */
  name: string;
  /** the title of every ruling and book section, by its id */
  rulings: Record<string, string>;
  /** words to show, by what they name: phase, score (rules of the ledger), end (end reasons) */
  texts: Record<string, Record<string, string>>;
  rounds: number;
  /** how many a round has at most */
  modules: number;
  /** places for upgrades on each sheet */
  slots: number;
  columns: number;
  rows: number;
  sectors: Array<DistantSunsSectorContent>;
  worlds: Array<DistantSunsWorldContent>;
  /** the black hole included */
  shapes: Array<DistantSunsShapeContent>;
  /** the id of its shape */
  black_hole: string;
  missions: Array<DistantSunsMissionContent>;
  /** by how often the mission is fulfilled, from 0 */
  mission_points: Array<number>;
  /** for each time more */
  mission_points_beyond: number;
  /** for each treasure wholly surrounded */
  treasure_bonus: number;
  /** lost for each alien not covered */
  alien_penalty: number;
}

/** A sector of the sheet. Rows go from the top; odd ones are shifted right by half a hex (D-9). */
export interface DistantSunsSectorContent {
  /** its number, row by row from the top left */
  sector: number;
  /** column letter and row */
  name: string;
  row: number;
  column: number;
  /** where its centre is drawn, in widths of a hex */
  x: number;
  /** the same, downwards */
  y: number;
  /** what is printed on it; null for a plain one */
  kind: DistantSunsSectorKind | null;
  /** the sectors beside it */
  neighbours: Array<number>;
}

/** A distant world: what the first to reach it gets, and those who come later. */
export interface DistantSunsWorldContent {
  id: string;
  name: string;
  sector: number;
  first: number;
  later: number;
}

/** A shape, in one of its orientations. */
export interface DistantSunsShapeContent {
  id: string;
  name: string;
  /** how many hexes it has */
  size: number;
  hexes: Array<DistantSunsHexContent>;
}

/** A hex of a shape: `q` steps to the right and `r` down-right, and where its centre is drawn. */
export interface DistantSunsHexContent {
  q: number;
  r: number;
  x: number;
  y: number;
}

/** A mission, and what it counts. */
export interface DistantSunsMissionContent {
  id: DistantSunsMissionId;
  name: string;
  text: string;
}

/** A game as the caller sees it. */
export interface DistantSunsGame {
  id: string;
  rulebook: "distant_suns";
  status: Status;
  /** the count of accepted moves */
  version: number;
  visibility: Visibility;
  options: Record<string, string>;
  seats: Array<SeatAnswer>;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  deadline: string | null;
  turn_seconds: number | null;
  /** null where time is not limited */
  clock: TimeControl | null;
  /** since when the game is paused */
  paused_at: string | null;
  /** when a paused game goes on by itself; null where only people resume it */
  paused_until: string | null;
  /** the pause that somebody proposes */
  pause: PauseProposal | null;
  /** when the game is abandoned unless somebody decides; null before the warning */
  abandon_at: string | null;
  idle_seconds: number;
  /** whether moves can be taken back */
  takebacks: boolean;
  /** who may ask for hints: where all others are bots, all, or nobody */
  hints: HintsFor;
  created_at: string;
  /** SHA-256 of the server's secret, which is published after the end */
  seed_hash: string;
  /** the number of the newest event */
  last_event: number;
  /** whether its seed or draws were chosen, for an app's tests */
  rigged: boolean;
  /** the caller's seat; null for spectators */
  seat: number | null;
  /** the number of the rules under which the game began */
  rules: number | null;
  pack_hash: string | null;
  end_reason: DistantSunsEndReason | null;
  result: Score | null;
  /** the id of the game that follows this one */
  rematch: string | null;
  view: DistantSunsView | null;
  moves: Array<DistantSunsOffer> | null;
  /** on demand: as far as the caller may know it */
  score: Score | null;
  /** of the people, where time is limited */
  clocks: Array<SeatClock> | null;
  /** whether the caller can take its last move back */
  can_take_back: boolean;
  /** whether the caller can ask for hints now */
  can_ask_hints: boolean;
  /** by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none */
  entropy: Array<string | null>;
}

/** A move that may be played as it is. */
export interface DistantSunsOffer {
  move: DistantSunsMove;
  /** in the caller's language */
  label: string;
  /** what allows it; the content has its title */
  ruling: string;
}

/** A move of a finished game. */
export interface DistantSunsReplayMove {
  seat: number;
  move: DistantSunsMove | null;
}

/** A new game, and the creator's seat and token: both null in a game of bots alone. */
export interface DistantSunsCreatedGame {
  rulebook: "distant_suns";
  game: DistantSunsGame;
  seat: number | null;
  token: string | null;
  /** of a private game: the code to take a seat with */
  invite: string | null;
  /** of every seat of a player */
  tokens: Array<SeatToken>;
}

/** The seat that was taken, and its token. */
export interface DistantSunsTakenSeat {
  rulebook: "distant_suns";
  seat: number;
  token: string;
  game: DistantSunsGame;
}

/** What a client draws: the newest state as the caller sees it, with the parts that were asked for. */
export interface DistantSunsFrame {
  rulebook: "distant_suns";
  /** the count of accepted moves */
  version: number;
  /** as `GET /v1/games/{id}` has it; valid as If-Match */
  etag: string;
  status: Status;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  deadline: string | null;
  /** the number of the newest event of this state */
  last_event: number;
  view: DistantSunsView | null;
  moves: Array<DistantSunsOffer> | null;
  score: Score | null;
  /** of the people, where time is limited */
  clocks: Array<SeatClock> | null;
  /** since when the game is paused */
  paused_at: string | null;
  /** when a paused game goes on by itself; null where only people resume it */
  paused_until: string | null;
  /** the pause that somebody proposes */
  pause: PauseProposal | null;
  /** when the game is abandoned unless somebody decides; null before the warning */
  abandon_at: string | null;
  /** whether the caller can take its last move back */
  can_take_back: boolean;
  /** whether the caller can ask for hints now */
  can_ask_hints: boolean;
}

/** Events in order; `next` is the `after` of the next request. */
export interface DistantSunsEventPage {
  rulebook: "distant_suns";
  events: Array<DistantSunsEvent>;
  next: number;
  status: Status;
  /** the seats that have to decide now; 0 is the automa */
  deciders: Array<number>;
  frame: DistantSunsFrame | null;
}

/** What has happened in one of the player's games, and how it stands. */
export interface DistantSunsGameNews {
  rulebook: "distant_suns";
  events: Array<DistantSunsEvent>;
  next: number;
  status: Status;
  /** the seats that have to decide now; 0 is the automa */
  deciders: Array<number>;
  frame: DistantSunsFrame | null;
  /** the id of the game */
  game: string;
  /** the player's seat; null where a bot has taken over */
  seat: number | null;
}

/** What a move did. */
export interface DistantSunsPlayedMove {
  rulebook: "distant_suns";
  /** the count of accepted moves */
  version: number;
  events: Array<DistantSunsEvent>;
  game: DistantSunsGame;
}

/** What a move would do. Events are numbered as they would be; null stands for what the caller cannot know. */
export interface DistantSunsPreview {
  rulebook: "distant_suns";
  /** the count of accepted moves */
  version: number;
  events: Array<DistantSunsEvent>;
  view: DistantSunsView | null;
  moves: Array<DistantSunsOffer> | null;
  /** on demand: what would be scored, as far as the caller may know */
  score: Score | null;
}

/** Every legal move of a seat. */
export interface DistantSunsLegalMoves {
  rulebook: "distant_suns";
  /** the count of accepted moves */
  version: number;
  seat: number;
  moves: Array<DistantSunsOffer>;
  unavailable: Array<UnavailableMove>;
}

/** All that is needed to play a finished game again: `almagest verify` does. */
export interface DistantSunsReplay {
  id: string;
  rulebook: "distant_suns";
  /** the number of the rules under which the game began */
  rules: number;
  players: number;
  options: Record<string, string>;
  /** the server's secret, hexadecimal */
  seed: string;
  seed_hash: string;
  /** by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none */
  entropy: Array<string | null>;
  pack: string;
  pack_hash: string;
  moves: Array<DistantSunsReplayMove>;
  /** whether the seed or the draws were chosen, for an app's tests */
  rigged: boolean;
  /** what came first out of the shuffles */
  draws: Array<string>;
  /** SHA-256 of the final state as this version stores it, for 0.2 */
  final_hash: string;
  score: Score;
  /** SHA-256 of id, rulebook, rules, players, options, pack, pack_hash, seed, entropy, draws, moves, score, as JSON with sorted keys and without spaces */
  replay_hash: string;
}

/** A move that the strong bot likes, and may be played as it is. */
export interface DistantSunsHint {
  move: DistantSunsMove;
  /** in the caller's language */
  label: string;
  /** what allows it; the content has its title */
  ruling: string;
  /** what it brings until the own next turn, in points, by the bots' heuristic */
  worth: number;
  /** what it brings at once, in points, by the bots' heuristic */
  gains: number;
  /** what the others can make of it, in points, by the bots' heuristic */
  leaves: number;
  /** in the caller's language */
  why: string;
}

/** What the strong bot would have played. */
export interface DistantSunsInstead {
  move: DistantSunsMove;
  /** in the caller's language */
  label: string;
}

/** A move after which much was otherwise. */
export interface DistantSunsTurningPoint {
  /** the version that the move made */
  version: number;
  seat: number;
  move: DistantSunsMove;
  /** in the caller's language */
  label: string;
  /** points that its seat won on the others by it, or lost */
  swing: number;
  instead: DistantSunsInstead | null;
  /** in the caller's language */
  why: string;
}

/** What the strong bot would play, knowing only what the seat knows; the best first. */
export interface DistantSunsHints {
  rulebook: "distant_suns";
  /** the count of accepted moves */
  version: number;
  seat: number;
  /** while a bot is thinking, there are no hints yet */
  status: HintStatus;
  hints: Array<DistantSunsHint>;
}

/** How a finished game went. */
export interface DistantSunsAnalysis {
  rulebook: "distant_suns";
  /** while a bot is thinking, there is nothing else yet */
  status: HintStatus;
  points: Array<Point>;
  turning_points: Array<DistantSunsTurningPoint>;
}

export type DistantSunsMove = DistantSunsAssignMove | DistantSunsDrawMove | DistantSunsPassMove | DistantSunsFillSlotMove;

export type DistantSunsEvent = TurnBeganEvent | DistantSunsModulePlacedEvent | DistantSunsDrawingSealedEvent | DistantSunsShapeDrawnEvent | DistantSunsNothingDrawnEvent | DistantSunsUpgradesUsedEvent | DistantSunsUpgradeGainedEvent | DistantSunsSlotFilledEvent | DistantSunsWorldReachedEvent | DistantSunsRoundEndedEvent | DistantSunsGameEndedEvent | SeatTakenEvent | SeatLeftEvent | ResignedEvent | BotTookOverEvent | TimeRanOutEvent | MoveTakenBackEvent | HintsReadyEvent | GameStartedEvent | PauseProposedEvent | PauseAgreedEvent | PauseDeclinedEvent | GamePausedEvent | GameResumedEvent | HostVoteCastEvent | HostReplacedEvent | GameFinishedEvent | RematchOfferedEvent | AbandonWarningEvent | GameAbandonedEvent;

export type NebulaEndReason = "black_marker" | "three_constellations" | "empty_bag" | "race_markers" | "standstill";

export type NebulaPhase = "goals" | "take" | "keep" | "place" | "token" | "over";

export type NebulaTrackId = "colours" | "constellations" | "advanced_goals";

export type NebulaColour = "red" | "violet" | "yellow" | "white" | "blue" | "orange";

export type NebulaStar = "red" | "violet" | "yellow" | "white" | "blue" | "orange" | "black";

export type NebulaVariant = "full" | "introductory";

/** A seat has chosen its personal goal; which one stays secret. */
export interface NebulaGoalKeptEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "goal_kept";
  seat: number;
}

/** Clocks turned, and the star taken in front of each (None where there was none). */
export interface NebulaTimeTakenEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "time_taken";
  seat: number;
  steps: Array<number>;
  clocks: Array<number>;
  stars: Array<NebulaStar | null>;
}

/** A star went to the box and others were drawn for all to see. */
export interface NebulaChaosAnsweredEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "chaos_answered";
  seat: number;
  returned: NebulaStar | null;
  drawn: Array<NebulaStar | null>;
}

/** Of the stars that Chaos drew, these were kept and those went to the box. */
export interface NebulaStarsKeptEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "stars_kept";
  seat: number;
  kept: Array<NebulaStar | null>;
  boxed: Array<NebulaStar | null>;
}

/** A coloured star was placed on an empty cell of the seat's galaxy. */
export interface NebulaStarPlacedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "star_placed";
  seat: number;
  star: NebulaColour;
  cell: string;
}

/** A coloured star took the place of another one, which went to the box. */
export interface NebulaStarReplacedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "star_replaced";
  seat: number;
  star: NebulaColour;
  cell: string;
  old: NebulaColour;
}

/** `count` black stars are on the seat's track now. */
export interface NebulaBlackStarPlacedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "black_star_placed";
  seat: number;
  count: number;
}

/** The black marker stands on this cell now; the first is 0. */
export interface NebulaMarkerAdvancedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "marker_advanced";
  seat: number;
  cell: number;
  glowing: boolean;
}

/** The black marker reached a glowing cell: the boosted star has another colour now. */
export interface NebulaBoostedStarReplacedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "boosted_star_replaced";
  seat: number;
  old: NebulaStar | null;
  new: NebulaStar | null;
}

/** N-10: the bag had no star of another colour. */
export interface NebulaBoostedStarStayedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "boosted_star_stayed";
  seat: number;
  star: NebulaStar | null;
}

/** The value token arrived on top of this cell; the first is 0. */
export interface NebulaTokenAdvancedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "token_advanced";
  seat: number;
  token: string;
  cell: number;
}

/** The seat reached a race goal and gets this value for it. */
export interface NebulaRaceGoalMarkedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "race_goal_marked";
  seat: number;
  goal: string;
  value: number;
  first: boolean;
}

/** `cells` and `stars` go together; clusters and cells count from 1. */
export interface NebulaClusterRefilledEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "cluster_refilled";
  seat: number;
  cluster: number;
  cells: Array<number>;
  stars: Array<NebulaStar | null>;
}

/** The current round is the last. */
export interface NebulaEndTriggeredEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "end_triggered";
  seat: number;
  reason: NebulaEndReason;
}

/** After the last turn every seat turns its personal goal over. */
export interface NebulaPersonalGoalShownEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "personal_goal_shown";
  seat: number;
  goal: string | null;
}

/** The seat has reached the personal goal that it kept. */
export interface NebulaPersonalGoalReachedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "personal_goal_reached";
  seat: number;
  goal: string;
}

/** The last turn is over, in this round, and for this reason. */
export interface NebulaGameEndedEvent {
  /** 1, 2, 3 and so on, without gaps */
  id: number;
  /** the version that the move made */
  version: number;
  type: "game_ended";
  seat: number;
  reason: NebulaEndReason;
  round: number;
}

/** A table of Nebula. */
export interface NebulaView {
  /** what the table waits for */
  phase: NebulaPhase;
  round: number;
  /** the number of the last round, once it is settled */
  last_round: number | null;
  /** whose turn it is; null when it is nobody's */
  active: number | null;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  seats: Array<NebulaSeatView>;
  /** what made the last round the last */
  end_reason: NebulaEndReason | null;
  variant: NebulaVariant;
  nebula: NebulaBoardView;
  race_goals: Array<NebulaRaceGoalView>;
  /** null in the introductory game */
  value_board: Array<NebulaValueTrackView> | null;
  this_turn: NebulaThisTurnView;
}

/** The observation area, the galaxy and the goals of one seat. */
export interface NebulaSeatView {
  seat: number;
  area: Array<NebulaStar | null>;
  /** the colour on each filled cell */
  galaxy: Record<string, NebulaColour>;
  black_stars: number;
  /** the completed ones */
  constellations: Array<string>;
  /** how many it has marked */
  race_goals: number;
  /** whether the personal goal is chosen */
  goal_kept: boolean;
  /** the personal goal; null while it is secret or not chosen */
  goal: string | null;
  /** the personal goals dealt to you; empty for others */
  goals_offered: Array<string>;
  /** what is known of the score */
  score: number;
}

/** The board in the middle, the bag and the box. */
export interface NebulaBoardView {
  clusters: Array<NebulaClusterView>;
  boosted: NebulaStar | null;
  /** the cell of the black marker; the first is 0 */
  marker: number;
  /** where the black marker ends the game */
  marker_last: number;
  bag: NebulaBagView;
  /** how many stars of each kind */
  box: Record<string, number>;
}

/** A ring of stars; the cells of its clock count from 1. */
export interface NebulaClusterView {
  /** the cell that the clock stands before */
  clock: number;
  /** null is an empty cell, or a star not known */
  cells: Array<NebulaStar | null>;
}

/** What the bag holds, which anyone can count; its order is secret. */
export interface NebulaBagView {
  count: number;
  /** how many stars of each kind */
  stars: Record<string, number>;
}

/** A race goal in play. */
export interface NebulaRaceGoalView {
  goal: string;
  /** points for the first seat */
  upper: number;
  /** points for the others */
  lower: number;
  /** the first to reach the goal comes first */
  marked_by: Array<number>;
}

/** A track of the value board, its tokens from the first rank to the last. */
export interface NebulaValueTrackView {
  track: NebulaTrackId;
  tokens: Array<NebulaValueTokenView>;
}

/** A value token: a colour, a constellation or an advanced goal. */
export interface NebulaValueTokenView {
  token: string;
  /** the first is 0 */
  cell: number;
}

/** What the active seat has done so far. */
export interface NebulaThisTurnView {
  placed: Array<NebulaStar>;
  /** where stars were placed; none of them is replaced this turn */
  cells: Array<string>;
  /** whether a third placement is open for any colour */
  boosted_placed: boolean;
  /** the stars of Chaos to choose from */
  drawn: Array<NebulaStar | null>;
}

/** Boards, stars and goals of Nebula. */
export interface NebulaContent {
  rulebook: "nebula";
  pack: string;
  /** SHA-256; games name their pack by it */
  pack_hash: string;
  language: Language;
  /** of the pack */
  name: string;
  /** the title of every ruling and book section, by its id */
  rulings: Record<string, string>;
  /** words to show, by what they name: variant, phase, score (rules of the ledger), end */
  texts: Record<string, Record<string, string>>;
  stars: Array<NebulaStarContent>;
  galaxy: NebulaGalaxyContent;
  nebula: NebulaBoardContent;
  value_board: NebulaValueBoardContent;
  personal_goals: Array<NebulaPersonalGoalContent>;
  race_goals: Array<NebulaRaceGoalContent>;
  advanced_goals: Array<NebulaAdvancedGoalContent>;
}

/** A kind of star; `colour` is what to draw it with. */
export interface NebulaStarContent {
  id: NebulaStar;
  name: string;
  colour: string;
}

/** The board of one seat. */
export interface NebulaGalaxyContent {
  width: number;
  height: number;
  cells: Array<NebulaCellContent>;
  links: NebulaLinksContent;
  constellations: Array<NebulaConstellationContent>;
  opposite: Array<[string, string]>;
  neighbouring: Array<[string, string]>;
  black_track: Array<NebulaBlackCellContent>;
}

/** A cell of the galaxy; the centre alone has no constellation of its own. */
export interface NebulaCellContent {
  id: string;
  orbit: number;
  position: number;
  constellation: string | null;
  glowing: boolean;
  x: number;
  y: number;
}

/** Connected cells, by the kind of line between them. */
export interface NebulaLinksContent {
  direct: Array<[string, string]>;
  dotted: Array<[string, string]>;
  orbital: Array<[string, string]>;
}

/** One of the four constellations of a galaxy. */
export interface NebulaConstellationContent {
  id: string;
  symbol: string;
  name: string;
}

/** A cell of the own black track and what the track is worth with it filled. */
export interface NebulaBlackCellContent {
  value: number;
  x: number;
  y: number;
}

/** The board in the middle: clusters, boosted star, black marker. */
export interface NebulaBoardContent {
  width: number;
  height: number;
  clusters: Array<NebulaClusterContent>;
  boosted: NebulaPointContent;
  marker: Array<NebulaMarkerCellContent>;
}

/** A ring of stars, clockwise, with its clock inside; `start` is the clock's first cell. */
export interface NebulaClusterContent {
  start: number;
  cells: Array<NebulaPointContent>;
  clock: Array<NebulaPointContent>;
}

/** Where something is drawn. */
export interface NebulaPointContent {
  x: number;
  y: number;
}

/** A cell on the way of the black marker; on a glowing one the boosted star changes. */
export interface NebulaMarkerCellContent {
  glowing: boolean;
  x: number;
  y: number;
}

/** The value board of the full game. */
export interface NebulaValueBoardContent {
  width: number;
  height: number;
  tracks: Array<NebulaValueTrackContent>;
}

/** A track of the value board. */
export interface NebulaValueTrackContent {
  id: NebulaTrackId;
  name: string;
  cells: Array<NebulaPointContent>;
}

/** A goal that a seat keeps in secret. */
export interface NebulaPersonalGoalContent {
  id: string;
  name: string;
  text: string;
  rule: string;
  colour: NebulaColour | null;
}

/** A goal for all: the first to reach it gets the upper value, the others the lower one. */
export interface NebulaRaceGoalContent {
  id: string;
  name: string;
  text: string;
  rule: string;
  colour: NebulaColour | null;
  constellation: string | null;
  orbit: number | null;
  upper: number;
  lower: number;
}

/** A goal of the full game, scored as often as it is met; `other` is the second colour of a pair. */
export interface NebulaAdvancedGoalContent {
  id: string;
  name: string;
  text: string;
  rule: string;
  colour: NebulaColour | null;
  other: NebulaColour | null;
}

/** A game as the caller sees it. */
export interface NebulaGame {
  id: string;
  rulebook: "nebula";
  status: Status;
  /** the count of accepted moves */
  version: number;
  visibility: Visibility;
  options: Record<string, string>;
  seats: Array<SeatAnswer>;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  deadline: string | null;
  turn_seconds: number | null;
  /** null where time is not limited */
  clock: TimeControl | null;
  /** since when the game is paused */
  paused_at: string | null;
  /** when a paused game goes on by itself; null where only people resume it */
  paused_until: string | null;
  /** the pause that somebody proposes */
  pause: PauseProposal | null;
  /** when the game is abandoned unless somebody decides; null before the warning */
  abandon_at: string | null;
  idle_seconds: number;
  /** whether moves can be taken back */
  takebacks: boolean;
  /** who may ask for hints: where all others are bots, all, or nobody */
  hints: HintsFor;
  created_at: string;
  /** SHA-256 of the server's secret, which is published after the end */
  seed_hash: string;
  /** the number of the newest event */
  last_event: number;
  /** whether its seed or draws were chosen, for an app's tests */
  rigged: boolean;
  /** the caller's seat; null for spectators */
  seat: number | null;
  /** the number of the rules under which the game began */
  rules: number | null;
  pack_hash: string | null;
  end_reason: NebulaEndReason | null;
  result: Score | null;
  /** the id of the game that follows this one */
  rematch: string | null;
  view: NebulaView | null;
  moves: Array<NebulaOffer> | null;
  /** on demand: as far as the caller may know it */
  score: Score | null;
  /** of the people, where time is limited */
  clocks: Array<SeatClock> | null;
  /** whether the caller can take its last move back */
  can_take_back: boolean;
  /** whether the caller can ask for hints now */
  can_ask_hints: boolean;
  /** by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none */
  entropy: Array<string | null>;
}

/** A move that may be played as it is. */
export interface NebulaOffer {
  move: NebulaMove;
  /** in the caller's language */
  label: string;
  /** what allows it; the content has its title */
  ruling: string;
}

/** A move of a finished game. */
export interface NebulaReplayMove {
  seat: number;
  move: NebulaMove | null;
}

/** A new game, and the creator's seat and token: both null in a game of bots alone. */
export interface NebulaCreatedGame {
  rulebook: "nebula";
  game: NebulaGame;
  seat: number | null;
  token: string | null;
  /** of a private game: the code to take a seat with */
  invite: string | null;
  /** of every seat of a player */
  tokens: Array<SeatToken>;
}

/** The seat that was taken, and its token. */
export interface NebulaTakenSeat {
  rulebook: "nebula";
  seat: number;
  token: string;
  game: NebulaGame;
}

/** What a client draws: the newest state as the caller sees it, with the parts that were asked for. */
export interface NebulaFrame {
  rulebook: "nebula";
  /** the count of accepted moves */
  version: number;
  /** as `GET /v1/games/{id}` has it; valid as If-Match */
  etag: string;
  status: Status;
  /** the seats that have to decide; 0 is the automa */
  deciders: Array<number>;
  deadline: string | null;
  /** the number of the newest event of this state */
  last_event: number;
  view: NebulaView | null;
  moves: Array<NebulaOffer> | null;
  score: Score | null;
  /** of the people, where time is limited */
  clocks: Array<SeatClock> | null;
  /** since when the game is paused */
  paused_at: string | null;
  /** when a paused game goes on by itself; null where only people resume it */
  paused_until: string | null;
  /** the pause that somebody proposes */
  pause: PauseProposal | null;
  /** when the game is abandoned unless somebody decides; null before the warning */
  abandon_at: string | null;
  /** whether the caller can take its last move back */
  can_take_back: boolean;
  /** whether the caller can ask for hints now */
  can_ask_hints: boolean;
}

/** Events in order; `next` is the `after` of the next request. */
export interface NebulaEventPage {
  rulebook: "nebula";
  events: Array<NebulaEvent>;
  next: number;
  status: Status;
  /** the seats that have to decide now; 0 is the automa */
  deciders: Array<number>;
  frame: NebulaFrame | null;
}

/** What has happened in one of the player's games, and how it stands. */
export interface NebulaGameNews {
  rulebook: "nebula";
  events: Array<NebulaEvent>;
  next: number;
  status: Status;
  /** the seats that have to decide now; 0 is the automa */
  deciders: Array<number>;
  frame: NebulaFrame | null;
  /** the id of the game */
  game: string;
  /** the player's seat; null where a bot has taken over */
  seat: number | null;
}

/** What a move did. */
export interface NebulaPlayedMove {
  rulebook: "nebula";
  /** the count of accepted moves */
  version: number;
  events: Array<NebulaEvent>;
  game: NebulaGame;
}

/** What a move would do. Events are numbered as they would be; null stands for what the caller cannot know. */
export interface NebulaPreview {
  rulebook: "nebula";
  /** the count of accepted moves */
  version: number;
  events: Array<NebulaEvent>;
  view: NebulaView | null;
  moves: Array<NebulaOffer> | null;
  /** on demand: what would be scored, as far as the caller may know */
  score: Score | null;
}

/** Every legal move of a seat. */
export interface NebulaLegalMoves {
  rulebook: "nebula";
  /** the count of accepted moves */
  version: number;
  seat: number;
  moves: Array<NebulaOffer>;
  unavailable: Array<UnavailableMove>;
}

/** All that is needed to play a finished game again: `almagest verify` does. */
export interface NebulaReplay {
  id: string;
  rulebook: "nebula";
  /** the number of the rules under which the game began */
  rules: number;
  players: number;
  options: Record<string, string>;
  /** the server's secret, hexadecimal */
  seed: string;
  seed_hash: string;
  /** by seat: 32 bytes that the seat contributed to the deal, hexadecimal; null: none */
  entropy: Array<string | null>;
  pack: string;
  pack_hash: string;
  moves: Array<NebulaReplayMove>;
  /** whether the seed or the draws were chosen, for an app's tests */
  rigged: boolean;
  /** what came first out of the shuffles */
  draws: Array<string>;
  /** SHA-256 of the final state as this version stores it, for 0.2 */
  final_hash: string;
  score: Score;
  /** SHA-256 of id, rulebook, rules, players, options, pack, pack_hash, seed, entropy, draws, moves, score, as JSON with sorted keys and without spaces */
  replay_hash: string;
}

/** A move that the strong bot likes, and may be played as it is. */
export interface NebulaHint {
  move: NebulaMove;
  /** in the caller's language */
  label: string;
  /** what allows it; the content has its title */
  ruling: string;
  /** what it brings until the own next turn, in points, by the bots' heuristic */
  worth: number;
  /** what it brings at once, in points, by the bots' heuristic */
  gains: number;
  /** what the others can make of it, in points, by the bots' heuristic */
  leaves: number;
  /** in the caller's language */
  why: string;
}

/** What the strong bot would have played. */
export interface NebulaInstead {
  move: NebulaMove;
  /** in the caller's language */
  label: string;
}

/** A move after which much was otherwise. */
export interface NebulaTurningPoint {
  /** the version that the move made */
  version: number;
  seat: number;
  move: NebulaMove;
  /** in the caller's language */
  label: string;
  /** points that its seat won on the others by it, or lost */
  swing: number;
  instead: NebulaInstead | null;
  /** in the caller's language */
  why: string;
}

/** What the strong bot would play, knowing only what the seat knows; the best first. */
export interface NebulaHints {
  rulebook: "nebula";
  /** the count of accepted moves */
  version: number;
  seat: number;
  /** while a bot is thinking, there are no hints yet */
  status: HintStatus;
  hints: Array<NebulaHint>;
}

/** How a finished game went. */
export interface NebulaAnalysis {
  rulebook: "nebula";
  /** while a bot is thinking, there is nothing else yet */
  status: HintStatus;
  points: Array<Point>;
  turning_points: Array<NebulaTurningPoint>;
}

export type NebulaMove = NebulaKeepGoalMove | NebulaTakeTimeMove | NebulaTurnToChaosMove | NebulaKeepStarsMove | NebulaPlaceStarMove | NebulaReplaceStarMove | NebulaPlaceBlackStarMove | NebulaAdvanceTokenMove | NebulaEndPlacingMove;

export type NebulaEvent = NebulaGoalKeptEvent | NebulaTimeTakenEvent | NebulaChaosAnsweredEvent | NebulaStarsKeptEvent | NebulaStarPlacedEvent | NebulaStarReplacedEvent | NebulaBlackStarPlacedEvent | NebulaMarkerAdvancedEvent | NebulaBoostedStarReplacedEvent | NebulaBoostedStarStayedEvent | NebulaTokenAdvancedEvent | NebulaRaceGoalMarkedEvent | NebulaClusterRefilledEvent | TurnBeganEvent | NebulaEndTriggeredEvent | NebulaPersonalGoalShownEvent | NebulaPersonalGoalReachedEvent | NebulaGameEndedEvent | SeatTakenEvent | SeatLeftEvent | ResignedEvent | BotTookOverEvent | TimeRanOutEvent | MoveTakenBackEvent | HintsReadyEvent | GameStartedEvent | PauseProposedEvent | PauseAgreedEvent | PauseDeclinedEvent | GamePausedEvent | GameResumedEvent | HostVoteCastEvent | HostReplacedEvent | GameFinishedEvent | RematchOfferedEvent | AbandonWarningEvent | GameAbandonedEvent;

export type Game = AstraGame | DistantSunsGame | NebulaGame;

export type CreatedGame = AstraCreatedGame | DistantSunsCreatedGame | NebulaCreatedGame;

export type TakenSeat = AstraTakenSeat | DistantSunsTakenSeat | NebulaTakenSeat;

export type EventPage = AstraEventPage | DistantSunsEventPage | NebulaEventPage;

export type GameNews = AstraGameNews | DistantSunsGameNews | NebulaGameNews;

export type PlayedMove = AstraPlayedMove | DistantSunsPlayedMove | NebulaPlayedMove;

export type Preview = AstraPreview | DistantSunsPreview | NebulaPreview;

export type LegalMoves = AstraLegalMoves | DistantSunsLegalMoves | NebulaLegalMoves;

export type Replay = AstraReplay | DistantSunsReplay | NebulaReplay;

export type Hints = AstraHints | DistantSunsHints | NebulaHints;

export type Analysis = AstraAnalysis | DistantSunsAnalysis | NebulaAnalysis;

export type Content = AstraContent | DistantSunsContent | NebulaContent;

export type Notice = GameStartedNotice | TurnChangedNotice | GameFinishedNotice | AbandonWarningNotice | SeatTakenNotice | SeatLeftNotice;

/** A move, of whichever rulebook the game is. */
export type Move = AstraUseAbilityMove | AstraMarkStarMove | AstraObserveMove | AstraRestMove | AstraEndTurnMove | AstraPickBoonMove | AstraDiscardMove | AstraDreamMove | DistantSunsAssignMove | DistantSunsDrawMove | DistantSunsPassMove | DistantSunsFillSlotMove | NebulaKeepGoalMove | NebulaTakeTimeMove | NebulaTurnToChaosMove | NebulaKeepStarsMove | NebulaPlaceStarMove | NebulaReplaceStarMove | NebulaPlaceBlackStarMove | NebulaAdvanceTokenMove | NebulaEndPlacingMove;

export interface SeatWish {
  /** an app's own name for its user, with the app's key */
  player?: string;
  /** what the app says of the player, 1024 bytes of JSON at most */
  metadata?: Record<string, string>;
  kind: SeatKind;
  /** 1 to 40 characters */
  name?: string;
  /** of a bot */
  level?: Level;
}

export interface ClockWish {
  /** seconds */
  per_decision?: number;
  /** seconds */
  bank?: number;
  /** seconds */
  increment?: number;
}

export interface Rig {
  /** hexadecimal, as a replay has it, or any text */
  seed?: string;
  /** ids that come first out of the shuffles at the start, in this order */
  draws?: Array<string>;
}

export interface GameWish {
  rulebook: RulebookId;
  seats: Array<SeatWish>;
  options?: Record<string, OptionValue>;
  visibility?: Visibility;
  /** time for each decision; when it is over, a bot decides */
  turn_seconds?: number | null;
  /** after this the host may hand a seat to a bot */
  idle_seconds?: number | null;
  clock?: ClockWish | null;
  /** whether moves can be taken back */
  takebacks?: boolean;
  /** who may ask for hints: where all others are bots, all, or nobody */
  hints?: HintsFor;
  rig?: Rig | null;
  /** 32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once */
  entropy?: string;
}

export interface GameWishes {
  games: Array<GameWish>;
}

export interface QuickWish {
  /** an app's own name for its user, with the app's key */
  player?: string;
  /** what the app says of the player, 1024 bytes of JSON at most */
  metadata?: Record<string, string>;
  rulebook: RulebookId;
  /** how many people play */
  seats: number;
  /** 1 to 40 characters */
  name: string;
  options?: Record<string, string>;
  clock?: ClockWish | null;
  /** 32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once */
  entropy?: string;
}

export type Nothing = Record<string, never>;

export interface Rematch {
  /** 32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once */
  entropy?: string;
}

export interface TakeSeat {
  /** 1 to 40 characters */
  name: string;
  invite?: string | null;
  /** 32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once */
  entropy?: string;
}

export interface Resign {
  /** of the bot */
  level?: Level;
}

export interface PushKeys {
  p256dh: string;
  auth: string;
}

export interface DeviceWish {
  endpoint: string;
  keys: PushKeys;
  /** of the pushes; default: the language of the request */
  language?: Language;
}

export interface WebhookWish {
  url: string;
  /** which events; each once */
  events: Array<NoticeType>;
  /** signs the deliveries; no later answer shows it */
  secret?: string;
}

export interface WebhookChange {
  url?: string;
  /** which events; each once */
  events?: Array<NoticeType>;
  /** signs the deliveries; no later answer shows it */
  secret?: string;
  /** of a webhook that was parked */
  status?: "active";
}

/** The types of each rulebook by their common names: `ByRulebook["astra"]["View"]`. */
export interface ByRulebook {
  astra: {
    Game: AstraGame;
    View: AstraView;
    Move: AstraMove;
    Event: AstraEvent;
    PlayedMove: AstraPlayedMove;
    Preview: AstraPreview;
    Replay: AstraReplay;
    Content: AstraContent;
    LegalMoves: AstraLegalMoves;
    EventPage: AstraEventPage;
    CreatedGame: AstraCreatedGame;
    TakenSeat: AstraTakenSeat;
    Hints: AstraHints;
    Analysis: AstraAnalysis;
    Frame: AstraFrame;
    Offer: AstraOffer;
    EndReason: AstraEndReason;
  };
  distant_suns: {
    Game: DistantSunsGame;
    View: DistantSunsView;
    Move: DistantSunsMove;
    Event: DistantSunsEvent;
    PlayedMove: DistantSunsPlayedMove;
    Preview: DistantSunsPreview;
    Replay: DistantSunsReplay;
    Content: DistantSunsContent;
    LegalMoves: DistantSunsLegalMoves;
    EventPage: DistantSunsEventPage;
    CreatedGame: DistantSunsCreatedGame;
    TakenSeat: DistantSunsTakenSeat;
    Hints: DistantSunsHints;
    Analysis: DistantSunsAnalysis;
    Frame: DistantSunsFrame;
    Offer: DistantSunsOffer;
    EndReason: DistantSunsEndReason;
  };
  nebula: {
    Game: NebulaGame;
    View: NebulaView;
    Move: NebulaMove;
    Event: NebulaEvent;
    PlayedMove: NebulaPlayedMove;
    Preview: NebulaPreview;
    Replay: NebulaReplay;
    Content: NebulaContent;
    LegalMoves: NebulaLegalMoves;
    EventPage: NebulaEventPage;
    CreatedGame: NebulaCreatedGame;
    TakenSeat: NebulaTakenSeat;
    Hints: NebulaHints;
    Analysis: NebulaAnalysis;
    Frame: NebulaFrame;
    Offer: NebulaOffer;
    EndReason: NebulaEndReason;
  };
}

export type View = ByRulebook[keyof ByRulebook]["View"];
export type GameEvent = ByRulebook[keyof ByRulebook]["Event"];
export type Frame = ByRulebook[keyof ByRulebook]["Frame"];
export type Offer = ByRulebook[keyof ByRulebook]["Offer"];
export type EndReason = ByRulebook[keyof ByRulebook]["EndReason"];
