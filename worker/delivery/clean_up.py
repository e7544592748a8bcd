"""What is left of deliveries that are over, and of webhooks that are gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.core.settings import DAY
from service.store.delivery.push import is_push_service
from service.usecases.context import Context

PARKED_SECONDS = 7 * DAY
"""For so long an app can list what was given up, and have it sent again."""


def _without_webhook(context: Context, shards: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Webhooks that were deleted, or have been parked for long, and the shards that still hold deliveries for them."""
    since = context.now() - 1000 * PARKED_SECONDS
    parked = {each.id for each in context.store.webhooks.all() if each.parked and each.parked <= since}
    kept = context.store.webhooks.ids() - parked
    found = context.store.receivers.with_deliveries(shards)
    return (each for each in found if not is_push_service(each[0]) and each[0] not in kept)


def clean_up(context: Context, shards: Sequence[int]) -> None:
    """Delete deliveries that are over, and have every shard know who wants to know what."""
    context.store.webhooks.resync()
    for webhook_id, shard in _without_webhook(context, shards):
        context.store.deliveries.drop(webhook_id, shard)
    for shard in shards:
        context.store.deliveries.delete_ended(shard, context.now())
