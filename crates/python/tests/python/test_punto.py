"""The module from Python: its answers are those of the set that every implementation is held against."""

import ast
import json
import os
import re
import unittest
from pathlib import Path

import punto

PROJECT = Path(os.environ["PUNTO_PROJECT"])
SET = PROJECT / "conformance" / "v1"


def cases(name):
    with open(SET / name, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class TheSet(unittest.TestCase):
    """Every question of four parts, under every document."""

    def says(self, right, answered, name):
        for field, value in right.items():
            self.assertEqual(answered.get(field), value, f"{name}: {field}")

    def test_coups(self):
        for document in punto.documents():
            for case in cases(f"{document}/coup.jsonl"):
                answered = punto.coup(document, " ".join(case["ask"]["cards"]))
                self.says(case["answer"], answered, case["id"])
                by = [why["by"] for why in answered["why"]] + [answered["due"]["by"]]
                self.assertEqual(by, case["by"], case["id"])

    def test_settlements(self):
        for document in punto.documents():
            for case in cases(f"{document}/settlement.jsonl"):
                ask = case["ask"]
                wagers = [(wager["bet"], wager["stake"]) for wager in ask["wagers"]]
                answered = punto.settle(document, " ".join(ask["cards"]), wagers, variant=ask["variant"])
                for right, settled, by in zip(case["answer"]["settled"], answered, case["by"]):
                    self.says(right, settled, case["id"])
                    self.assertEqual(settled["by"], by)

    def test_odds(self):
        for document in punto.documents():
            for case in cases(f"{document}/odds.jsonl")[:6]:
                ask = case["ask"]
                answered = punto.odds(
                    document, variant=ask["variant"], decks=ask["decks"], removed=" ".join(ask["removed"])
                )
                for right, bet in zip(case["answer"]["bets"], answered):
                    for outcome in bet["outcomes"]:
                        del outcome["by"]
                    self.assertEqual(bet, right, case["id"])

    def test_roads(self):
        for case in cases("roads.jsonl"):
            self.assertEqual(punto.roads(case["ask"]["entries"], tail=case["ask"]["tail"]), case["answer"], case["id"])


class TheTable(unittest.TestCase):
    def test_a_coup_is_played_and_a_refusal_names_its_clause(self):
        table = punto.Table("nsw-2021")
        self.assertEqual(table.phase, "closed")
        for line in ["open limits 25..5000", "prepare", "sit ada@1", "bet ada@1 player 100"]:
            self.assertTrue(table.say(line))
        self.assertEqual(table.phase, "betting")
        table.say("card Ks")
        self.assertEqual(table.phase, "dealing")
        with self.assertRaises(punto.Refused) as refused:
            table.say("bet ada@1 tie 25")
        reason, by = refused.exception.args
        self.assertIn("5.4", by)
        self.assertTrue(reason)
        happened = []
        for line in ["card 2d", "card 6h", "card 3c", "call points", "card 9d"]:
            happened += table.say(line)
        self.assertTrue(all(event["by"] for event in happened))
        table.wait("+30s")
        self.assertEqual(table.roads()["count"]["coups"], 0, "a coup counts once it is settled")

    def test_scenarios_hold(self):
        for document in punto.documents():
            scenarios = sorted((PROJECT / "rulebooks" / document / "scenarios").glob("*.script"))
            for scenario in scenarios[:20]:
                text = scenario.read_text(encoding="utf-8")
                self.assertEqual(punto.run_script(text, document=document), [], scenario.name)

    def test_a_script_that_expects_something_else_says_so(self):
        text = "script 1\nrulebook nsw-2021\nopen limits 25..5000\nprepare\nsit ada@1\nbet ada@1 player 5\n"
        (failure,) = punto.run_script(text)
        self.assertTrue(failure.startswith("line 6"), failure)


class Checks(unittest.TestCase):
    def test_the_record_of_a_shoe(self):
        page = (PROJECT / "docs" / "shoe.md").read_text(encoding="utf-8")
        (record,) = re.findall(r"```\n(shoe-record 2\n.*?)```", page, re.DOTALL)
        self.assertEqual(punto.check_shoe(record), [])
        key = re.search(r"^key ([0-9a-f]{64})$", record, re.MULTILINE)[1]
        self.assertEqual(punto.check_shoe(record, key=key), [])
        other = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
        self.assertEqual(punto.check_shoe(record, key=other), [f"the record is signed by {key}"])
        forged = record.replace("6d Ah Ad 8h", "6d Ah Ad 9h")
        self.assertNotEqual(forged, record)
        wrong = punto.check_shoe(forged)
        self.assertEqual(wrong[-1], "the signature does not hold")
        self.assertGreater(len(wrong), 1, "the card differs, too")
        with self.assertRaises(ValueError):
            punto.check_shoe("no record")

    def test_a_journal_that_is_none(self):
        with self.assertRaises(ValueError):
            punto.check_journal(PROJECT / "docs")


class Inputs(unittest.TestCase):
    def test_what_cannot_be_read_is_a_value_error(self):
        for ask in [
            lambda: punto.coup("xyz-1900", "Ks"),
            lambda: punto.coup("nsw-2021", "Kz"),
            lambda: punto.settle("nsw-2021", "Ks 2d", [("player", "5")]),
            lambda: punto.settle("nsw-2021", "Ks 2d 9h 3c", [("unknown", "5")]),
            lambda: punto.settle("nsw-2021", "Ks 2d 9h 3c", [("player", "lots")]),
            lambda: punto.odds("nsw-2021", variant="unknown"),
            lambda: punto.odds("nsw-2021", decks=0),
            lambda: punto.roads("BXP"),
            lambda: punto.roads("B", tail="curly"),
            lambda: punto.clause("nsw-2021", "99.99"),
            lambda: punto.Table("xyz-1900"),
            lambda: punto.Table("nsw-2021").say("dance"),
            lambda: punto.run_script("script 99"),
        ]:
            with self.assertRaises(ValueError):
                ask()
        with self.assertRaises(punto.Refused) as refused:
            punto.coup("nsw-2021", "Ks 2d 9h 3c 4d")
        self.assertEqual(refused.exception.args[1], punto.coup("nsw-2021", "Ks 2d 9h 3c")["due"]["by"])
        self.assertTrue(punto.clause("nsw-2021", "9.5"))


class Documents(unittest.TestCase):
    def test_the_types_name_what_the_module_has(self):
        stub = ast.parse((PROJECT / "crates" / "python" / "punto.pyi").read_text(encoding="utf-8"))
        named = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)} | {"Table", "Refused"}
        module = {name for name in dir(punto) if not name.startswith("_")}
        self.assertEqual(module - {"punto"}, named)
        (table,) = [node for node in stub.body if isinstance(node, ast.ClassDef) and node.name == "Table"]
        methods = {node.name for node in table.body if isinstance(node, ast.FunctionDef)} - {"__init__"}
        self.assertEqual({name for name in dir(punto.Table) if not name.startswith("_")}, methods)

    def test_what_the_readme_shows_is_so(self):
        text = (PROJECT / "crates" / "python" / "README.md").read_text(encoding="utf-8")
        for example in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
            exec(compile(example, "README.md", "exec"), {})


if __name__ == "__main__":
    unittest.main()
