"""What a client really sends."""

from __future__ import annotations

from collections import Counter

import httpx
import pytest
import requests


class Sent(list[tuple[str, str]]):
    """Method and path of every request, in order."""

    def per_kind(self) -> Counter[str]:
        return Counter(f"{method} {path.rpartition('/')[2].partition('?')[0]}" for method, path in self)

    def waiting(self) -> int:
        """Long polls."""
        return sum("wait=" in path and "wait=0" not in path for _, path in self)


def counted(patch: pytest.MonkeyPatch) -> Sent:
    """From now on, whatever is sent from this process."""
    sent = Sent()
    plain, asynchronous = requests.Session.send, httpx.AsyncClient.send

    def send(self: requests.Session, request: requests.PreparedRequest, **how: object) -> requests.Response:
        sent.append((request.method or "", request.path_url))
        return plain(self, request, **how)  # type: ignore[arg-type]  # handed on as it came

    async def send_async(self: httpx.AsyncClient, request: httpx.Request, **how: object) -> httpx.Response:
        sent.append((request.method, request.url.raw_path.decode()))
        return await asynchronous(self, request, **how)  # type: ignore[arg-type]  # handed on as it came

    patch.setattr(requests.Session, "send", send)
    patch.setattr(httpx.AsyncClient, "send", send_async)
    return sent
