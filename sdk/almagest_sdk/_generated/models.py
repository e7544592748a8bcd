# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""Everything that is shared, and the unions of what each rulebook has of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from almagest_sdk._generated import astra
from almagest_sdk._generated import distant_suns
from almagest_sdk._generated import nebula
from almagest_sdk._generated.shared import AbandonWarning as AbandonWarning
from almagest_sdk._generated.shared import AbandonWarningNotice as AbandonWarningNotice
from almagest_sdk._generated.shared import AfterLeaving as AfterLeaving
from almagest_sdk._generated.shared import AfterResigning as AfterResigning
from almagest_sdk._generated.shared import BotTookOver as BotTookOver
from almagest_sdk._generated.shared import ClockWish as ClockWish
from almagest_sdk._generated.shared import CreatedGames as CreatedGames
from almagest_sdk._generated.shared import DeliveryAnswer as DeliveryAnswer
from almagest_sdk._generated.shared import DeliveryPage as DeliveryPage
from almagest_sdk._generated.shared import DeliveryStatus as DeliveryStatus
from almagest_sdk._generated.shared import DeviceWish as DeviceWish
from almagest_sdk._generated.shared import FailedGame as FailedGame
from almagest_sdk._generated.shared import FieldProblem as FieldProblem
from almagest_sdk._generated.shared import GameAbandoned as GameAbandoned
from almagest_sdk._generated.shared import GameFinished as GameFinished
from almagest_sdk._generated.shared import GameFinishedNotice as GameFinishedNotice
from almagest_sdk._generated.shared import GamePage as GamePage
from almagest_sdk._generated.shared import GamePaused as GamePaused
from almagest_sdk._generated.shared import GameResumed as GameResumed
from almagest_sdk._generated.shared import GameStarted as GameStarted
from almagest_sdk._generated.shared import GameStartedNotice as GameStartedNotice
from almagest_sdk._generated.shared import GameSummary as GameSummary
from almagest_sdk._generated.shared import GameWish as GameWish
from almagest_sdk._generated.shared import GameWishes as GameWishes
from almagest_sdk._generated.shared import Health as Health
from almagest_sdk._generated.shared import HintsFor as HintsFor
from almagest_sdk._generated.shared import HintsReady as HintsReady
from almagest_sdk._generated.shared import HintStatus as HintStatus
from almagest_sdk._generated.shared import HostReplaced as HostReplaced
from almagest_sdk._generated.shared import HostVoteCast as HostVoteCast
from almagest_sdk._generated.shared import Language as Language
from almagest_sdk._generated.shared import Level as Level
from almagest_sdk._generated.shared import Line as Line
from almagest_sdk._generated.shared import Missed as Missed
from almagest_sdk._generated.shared import MoveTakenBack as MoveTakenBack
from almagest_sdk._generated.shared import MoveType as MoveType
from almagest_sdk._generated.shared import MyGame as MyGame
from almagest_sdk._generated.shared import MyGamePage as MyGamePage
from almagest_sdk._generated.shared import NewGame as NewGame
from almagest_sdk._generated.shared import NewToken as NewToken
from almagest_sdk._generated.shared import NewWebhook as NewWebhook
from almagest_sdk._generated.shared import Nothing as Nothing
from almagest_sdk._generated.shared import Notice as Notice
from almagest_sdk._generated.shared import NoticeSeat as NoticeSeat
from almagest_sdk._generated.shared import NoticeType as NoticeType
from almagest_sdk._generated.shared import OptionAnswer as OptionAnswer
from almagest_sdk._generated.shared import OptionValue as OptionValue
from almagest_sdk._generated.shared import PauseAgreed as PauseAgreed
from almagest_sdk._generated.shared import PauseDeclined as PauseDeclined
from almagest_sdk._generated.shared import PauseProposal as PauseProposal
from almagest_sdk._generated.shared import PauseProposed as PauseProposed
from almagest_sdk._generated.shared import Players as Players
from almagest_sdk._generated.shared import PlayerToken as PlayerToken
from almagest_sdk._generated.shared import Point as Point
from almagest_sdk._generated.shared import Problem as Problem
from almagest_sdk._generated.shared import ProblemCode as ProblemCode
from almagest_sdk._generated.shared import PushDevice as PushDevice
from almagest_sdk._generated.shared import PushKey as PushKey
from almagest_sdk._generated.shared import PushKeys as PushKeys
from almagest_sdk._generated.shared import QuickWish as QuickWish
from almagest_sdk._generated.shared import RefusalAnswer as RefusalAnswer
from almagest_sdk._generated.shared import Rematch as Rematch
from almagest_sdk._generated.shared import RematchOffered as RematchOffered
from almagest_sdk._generated.shared import Resign as Resign
from almagest_sdk._generated.shared import Resigned as Resigned
from almagest_sdk._generated.shared import Rig as Rig
from almagest_sdk._generated.shared import RulebookAnswer as RulebookAnswer
from almagest_sdk._generated.shared import RulebookId as RulebookId
from almagest_sdk._generated.shared import Rulebooks as Rulebooks
from almagest_sdk._generated.shared import Score as Score
from almagest_sdk._generated.shared import ScoreAnswer as ScoreAnswer
from almagest_sdk._generated.shared import SeatAnswer as SeatAnswer
from almagest_sdk._generated.shared import SeatClock as SeatClock
from almagest_sdk._generated.shared import SeatKind as SeatKind
from almagest_sdk._generated.shared import SeatLeft as SeatLeft
from almagest_sdk._generated.shared import SeatLeftNotice as SeatLeftNotice
from almagest_sdk._generated.shared import SeatScore as SeatScore
from almagest_sdk._generated.shared import SeatTaken as SeatTaken
from almagest_sdk._generated.shared import SeatTakenNotice as SeatTakenNotice
from almagest_sdk._generated.shared import SeatToken as SeatToken
from almagest_sdk._generated.shared import SeatWish as SeatWish
from almagest_sdk._generated.shared import Status as Status
from almagest_sdk._generated.shared import TakeSeat as TakeSeat
from almagest_sdk._generated.shared import TimeControl as TimeControl
from almagest_sdk._generated.shared import TimeRanOut as TimeRanOut
from almagest_sdk._generated.shared import TurnBegan as TurnBegan
from almagest_sdk._generated.shared import TurnChangedNotice as TurnChangedNotice
from almagest_sdk._generated.shared import UnavailableMove as UnavailableMove
from almagest_sdk._generated.shared import Visibility as Visibility
from almagest_sdk._generated.shared import WebhookAnswer as WebhookAnswer
from almagest_sdk._generated.shared import WebhookChange as WebhookChange
from almagest_sdk._generated.shared import Webhooks as Webhooks
from almagest_sdk._generated.shared import WebhookStatus as WebhookStatus
from almagest_sdk._generated.shared import WebhookWish as WebhookWish


@dataclass(frozen=True, kw_only=True)
class NewsPage:
    """What has happened in some of the player's games, game by game; `next` is the `after` of the next request."""

    games: Sequence[GameNews]
    next: str
    more: bool = False
    """whether the page is full: the next one comes at once"""


Game: TypeAlias = astra.Game | distant_suns.Game | nebula.Game

CreatedGame: TypeAlias = astra.CreatedGame | distant_suns.CreatedGame | nebula.CreatedGame

TakenSeat: TypeAlias = astra.TakenSeat | distant_suns.TakenSeat | nebula.TakenSeat

EventPage: TypeAlias = astra.EventPage | distant_suns.EventPage | nebula.EventPage

GameNews: TypeAlias = astra.GameNews | distant_suns.GameNews | nebula.GameNews

PlayedMove: TypeAlias = astra.PlayedMove | distant_suns.PlayedMove | nebula.PlayedMove

Preview: TypeAlias = astra.Preview | distant_suns.Preview | nebula.Preview

LegalMoves: TypeAlias = astra.LegalMoves | distant_suns.LegalMoves | nebula.LegalMoves

Replay: TypeAlias = astra.Replay | distant_suns.Replay | nebula.Replay

Hints: TypeAlias = astra.Hints | distant_suns.Hints | nebula.Hints

Analysis: TypeAlias = astra.Analysis | distant_suns.Analysis | nebula.Analysis

Content: TypeAlias = astra.Content | distant_suns.Content | nebula.Content

Move: TypeAlias = (
    astra.UseAbility
    | astra.MarkStar
    | astra.Observe
    | astra.Rest
    | astra.EndTurn
    | astra.PickBoon
    | astra.Discard
    | astra.Dream
    | distant_suns.Assign
    | distant_suns.Draw
    | distant_suns.Pass
    | distant_suns.FillSlot
    | nebula.KeepGoal
    | nebula.TakeTime
    | nebula.TurnToChaos
    | nebula.KeepStars
    | nebula.PlaceStar
    | nebula.ReplaceStar
    | nebula.PlaceBlackStar
    | nebula.AdvanceToken
    | nebula.EndPlacing
)
"""A move, of whichever rulebook the game is."""

View: TypeAlias = astra.View | distant_suns.View | nebula.View

Event: TypeAlias = astra.Event | distant_suns.Event | nebula.Event
