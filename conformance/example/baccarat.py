#!/usr/bin/env python3
"""Drawing and scoreboards of baccarat, written from the rules alone: an example of an implementation that the set can be held
against. Run it so:

    punto conformance run -- python3 conformance/example/baccarat.py

It reads a question a line and answers a line each; what it does not do it skips. docs/conformance.md describes the lines.
"""

import json
import sys

# Banker's draw: a row for each point of Banker's, a column for each third card of Player's, the last where Player stood.
BANKER_DRAWS = {
    0: "11111111111",
    1: "11111111111",
    2: "11111111111",
    3: "11111111011",
    4: "00111111001",
    5: "00001111001",
    6: "00000011000",
    7: "00000000000",
}
ROWS = 6


def point(cards):
    """What cards come to: tens and pictures count nothing, and only the last figure counts."""
    values = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    total = sum(values.get(card[:-1], 10 if card[:-1] == "10" else 0) or int(card[:-1]) for card in cards)
    return total % 10


def pair(cards):
    """How the first two cards are alike, if they are of one rank."""
    (rank, suit), (other, second) = [(card[:-1], card[-1]) for card in cards[:2]]
    if rank != other:
        return None
    if suit == second:
        return "perfect"
    red = "hd"
    return "coloured" if (suit in red) == (second in red) else "mixed"


def due(player, banker):
    """Whose card comes next; nothing where the coup is complete."""
    if len(player) < 2 or len(banker) < 2:
        return "player" if len(player) <= len(banker) else "banker"
    if max(point(player[:2]), point(banker[:2])) >= 8:
        return None
    if len(player) == 2 and len(banker) == 2 and point(player) <= 5:
        return "player"
    if len(banker) == 2:
        column = point(player[2:]) if len(player) == 3 else 10
        if BANKER_DRAWS[point(banker)][column] == "1":
            return "banker"
    return None


def coup(ask):
    hands = {"player": [], "banker": []}
    to = []
    for card in ask["cards"]:
        side = due(hands["player"], hands["banker"])
        hands[side].append(card)
        to.append(side)
    answer = {"to": to}
    player, banker = hands["player"], hands["banker"]
    if due(player, banker) is None:
        points = {"player": point(player), "banker": point(banker)}
        ahead = points["player"] - points["banker"]
        winner = "player" if ahead > 0 else "banker" if ahead < 0 else "tie"
        cards = {"player": len(player), "banker": len(banker), "tie": max(len(player), len(banker))}
        answer |= {
            "winner": winner,
            "points": points,
            "pairs": {"player": pair(player), "banker": pair(banker)},
            "natural": cards[winner] == 2 and max(points.values()) >= 8,
        }
    return answer


def columns_of(marks):
    """Runs of the same mark."""
    columns = []
    for mark in marks:
        if columns and columns[-1][0] == mark:
            columns[-1].append(mark)
        else:
            columns.append([mark])
    return columns


def grid(columns, tail):
    """Where each mark is drawn: down, and to the right where the way down is taken or ends."""
    taken, places = set(), []
    start = 0
    for column in columns:
        while (0, start) in taken:
            start += 1
        row, at = 0, start
        turned = False
        for nth, _ in enumerate(column):
            if nth:
                free = row + 1 < ROWS and (row + 1, at) not in taken
                # A tail that resumes goes down again where there is room; a straight one never does.
                if free and not (turned and tail == "straight"):
                    row += 1
                else:
                    at, turned = at + 1, True
            taken.add((row, at))
            places.append([row, at])
        start += 1
    return places


def derived(columns, back):
    """The marks of a derived road that looks so many columns back: red where the big road repeats itself."""
    marks = []
    for index, column in enumerate(columns):
        for row in range(len(column)):
            mark = derived_mark([len(other) for other in columns], index, row, back)
            if mark:
                marks.append(mark)
    return "".join(marks)


def derived_mark(heights, index, row, back):
    if row == 0:
        # A new column: whether the one before it and the one so far behind that are of one height.
        if index < back + 1:
            return None
        return "R" if heights[index - 1] == heights[index - 1 - back] else "B"
    if index < back:
        return None
    other = heights[index - back]
    # A step down: red where the other column has this row, too, or lacked the row before as well.
    return "B" if other == row else "R"


ROADS = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}


def roads(ask):
    results = [letter for letter in ask["entries"] if letter in "BPT"]
    wins = [letter for letter in results if letter != "T"]
    columns = columns_of(wins)
    heights = [len(column) for column in columns]
    answer = {
        "big_road": ["".join(column) for column in columns],
        "big_road_grid": grid(columns, ask["tail"]),
        "count": {
            "coups": len(results),
            "banker": results.count("B"),
            "player": results.count("P"),
            "tie": results.count("T"),
        },
    }
    for name, back in ROADS.items():
        marks = derived(columns, back)
        answer[name] = marks
        answer[name + "_grid"] = grid(columns_of(marks), ask["tail"])
    for name, letter in (("ask_banker", "B"), ("ask_player", "P")):
        if columns and columns[-1][0] == letter:
            index, row, told = len(heights) - 1, heights[-1], heights[:-1] + [heights[-1] + 1]
        else:
            index, row, told = len(heights), 0, heights + [1]
        answer[name] = [derived_mark(told, index, row, back) for back in ROADS.values()]
    return answer


PARTS = {"coup": coup, "roads": roads}


def main():
    for line in sys.stdin:
        question = json.loads(line)
        if "table" in question:
            continue
        part = PARTS.get(question["part"])
        if part is None:
            answer = {"id": question["id"], "skip": True}
        else:
            answer = {"id": question["id"], "answer": part(question["ask"])}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
