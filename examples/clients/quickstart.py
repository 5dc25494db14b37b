#!/usr/bin/env python3
"""A program at a table: enters a demonstration as a guest, takes a seat, wagers on a few coups and says what came of it.

    ./run serve --demo &
    python3 examples/clients/quickstart.py http://127.0.0.1:8080 rws 3

The standard library is all it needs. What it says to the table are lines of scripts (docs/script.md); every other address is
described at /api/v1/docs.
"""

import json
import sys
import time
import urllib.error
import urllib.request
import uuid


class House:
    """A session: the cookie says who we are, and the header proves that no other page has sent this."""

    def __init__(self, base):
        self.base, self.csrf = base.rstrip("/"), None
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(self, method, path, body=None):
        request = urllib.request.Request(f"{self.base}/api/v1{path}", method=method)
        request.add_header("accept", "application/json")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        if self.csrf:
            request.add_header("x-punto-csrf", self.csrf)
        while True:
            try:
                with self.opener.open(request, timeout=30) as reply:
                    text = reply.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as refused:
                problem = json.load(refused)
                if refused.code == 429:
                    # Whoever asks too often is told when to come back.
                    time.sleep(int(refused.headers["retry-after"]))
                    continue
                # A refusal names the clause it rests on.
                raise SystemExit(f"{problem['code']}: {problem['detail']}") from None

    def enter(self):
        me = self.ask("POST", "/sign-in", {"as": "guest"})
        self.csrf = me["csrf"]
        return me["name"]

    def say(self, table, line):
        # The id makes it safe to send the same again: it is answered as it was the first time.
        return self.ask("POST", f"/tables/{table}/commands", {"id": str(uuid.uuid4()), "line": line})


def until(house, table, is_so):
    """The table as it is shown, once something is so."""
    while True:
        view = house.ask("GET", f"/tables/{table}")
        if is_so(view):
            return view
        time.sleep(0.25)


def takes_wagers(view):
    """Whether this coup's wagers are open: there is a shoe, and the clock does not run towards the next call."""
    return view["phase"] == "betting" and view["shoe"] and (view["timer"] or {}).get("what") != "next-coup"


def main():
    base, table, coups = sys.argv[1], sys.argv[2], int(sys.argv[3])
    house = House(base)
    name = house.enter()
    taken = {seat for patron in house.ask("GET", f"/tables/{table}")["patrons"] for seat in [patron["seat"]] if seat}
    seat = next(seat for seat in range(1, 8) if seat not in taken)
    house.say(table, f"sit {name}@{seat}")
    house.ask("POST", f"/tables/{table}/buy-in", {"id": str(uuid.uuid4()), "amount": 100_000})
    print(f"{name} has seat {seat} at {table}")
    for _ in range(coups):
        coup = until(house, table, takes_wagers)["coup"]["coup"]
        house.say(table, f"bet {name}@{seat} banker 10")
        view = until(house, table, lambda view: view["coup"]["coup"] != coup)
        (own,) = [wager for wager in view["settled"] if wager["mine"]]
        print(f"coup {coup}: {own['stake'] / 100:.2f} on {own['bet']}, {own['result']} {own['amount'] / 100:.2f}, by {', '.join(own['by'])}")


if __name__ == "__main__":
    main()
