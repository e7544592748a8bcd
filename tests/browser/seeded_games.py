"""Games that come out the same in every run: what a browser creates is dealt by a seed made of the test's name.

`DEALS=anything make test-system` deals them all otherwise, and alike for the same word: to look for bad luck."""

from __future__ import annotations

import hashlib
import json
import os

from playwright.sync_api import BrowserContext

_SEED_CREATED_GAMES = """(() => {
  const [key, prefix] = %s;
  const send = window.fetch;
  const isCreation = (url, init) => init?.method === "POST" && new URL(url, location.href).pathname === "/v1/games";
  const seed = () => {
    const dealt = 1 + Number(localStorage.getItem("tests.dealt") ?? 0);
    localStorage.setItem("tests.dealt", String(dealt));
    return `${prefix}/${dealt}`;
  };
  const withSeed = (init) => ({
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...JSON.parse(init.body), rig: { seed: seed() } }),
  });
  window.fetch = (url, init) => send(url, isCreation(url, init) ? withSeed(init) : init);
})()"""


def seed_prefix(test: str, visitor: int) -> str:
    """Where the seeds of a visitor's games begin; a seed has 64 characters at most."""
    named = f"{os.environ.get('DEALS', '')}/{test}/{visitor}"
    return hashlib.sha256(named.encode()).hexdigest()[:32]


def seed_created_games(context: BrowserContext, key: str, seed_prefix: str) -> None:
    """Seeds all games that are created in this browser; `key` may rig them."""
    context.add_init_script(_SEED_CREATED_GAMES % json.dumps([key, seed_prefix]))
