"""Tests what the requirement table counts as an assertion."""

import importlib.machinery
import importlib.util
import pathlib
import unittest

path = pathlib.Path(__file__).with_name("table")
loader = importlib.machinery.SourceFileLoader("table", str(path))
table = importlib.util.module_from_spec(importlib.util.spec_from_loader("table", loader))
loader.exec_module(table)


def swift(text):
    return table.assertions(table.swift_tests(text, "File.swift"))


def python(text):
    return table.assertions(table.python_tests(text, "test_file.py"))


class Assertions(unittest.TestCase):
    def test_what_begins_the_name_is_asserted(self):
        found = swift('@Suite struct S {\n    @Test("DS-1, DS-4: a page")\n    func page() {\n        #expect(true)\n    }\n}\n')
        self.assertEqual(list(found), ["DS-1", "DS-4"])
        found = swift('    @Test(\n        "DS-2: a page", arguments: [1, 2])\n    func page(_ number: Int) { #expect(number > 0) }\n')
        self.assertEqual(list(found), ["DS-2"])
        self.assertEqual(list(python('def test_page():\n    """DS-1, DS-4: a page\n    of paper."""\n    assert page\n')), ["DS-1", "DS-4"])

    def test_what_is_only_mentioned_is_not(self):
        self.assertEqual(swift('    // DS-1: a comment\n    @Test("A page, see DS-1")\n    func page() { #expect(true) }\n'), {})
        self.assertEqual(swift('    @Test("DS-1: a page, see DS-4")\n    func page() { #expect(true) }\n').get("DS-4"), None)
        self.assertEqual(python('def test_page():\n    """A page.\n\n    DS-1: later."""\n    # DS-2: here\n    assert page\n'), {})
        self.assertEqual(python('def page():\n    """DS-1: a helper."""\n    assert page\n'), {})

    def test_what_cannot_fail_asserts_nothing(self):
        self.assertEqual(swift('    @Test("DS-1: a page")\n    func page() {\n        print("#")\n    }\n\n    @Test func other() { #expect(true) }\n'), {})
        self.assertEqual(swift('    @Test("DS-1: a page", .disabled("it fails"))\n    func page() { #expect(true) }\n'), {})
        self.assertEqual(python('def test_page(window):\n    """DS-1: a page."""\n    window.look("page")\n'), {})
        self.assertEqual(python('@pytest.mark.skip\ndef test_page():\n    """DS-1: a page."""\n    assert page\n'), {})

    def test_helpers_and_waits_assert(self):
        helper = "    private func check() throws {\n        try #require(page)\n    }\n"
        self.assertEqual(list(swift(helper + '    @Test("DS-1: a page")\n    func page() throws {\n        try check()\n    }\n')), ["DS-1"])
        self.assertEqual(list(python('def test_page(window):\n    """DS-1: a page."""\n    window.until("page")\n')), ["DS-1"])


class Problems(unittest.TestCase):
    def setUp(self):
        self.kept = table.DONE, table.WAITING
        table.DONE, table.WAITING = ["DS"], {"DS-2": "there is no paper yet (issue 1)"}

    def tearDown(self):
        table.DONE, table.WAITING = self.kept

    def problems(self, *tests, text="## DS Document Scanner\n\n- DS-1 [R] A page\n- DS-2 [R] Another\n"):
        return table.problems(*table.requirements(text), [table.Test("a test", name, asserts) for name, asserts in tests])

    def test_all_is_well(self):
        self.assertEqual(self.problems(("DS-1: a page", True)), [])

    def test_what_is_wrong_is_named(self):
        self.assertEqual(self.problems(), ["DS-1 is asserted by no test"])
        self.assertEqual(len(self.problems(("DS-1: a page", False))), 2)
        self.assertEqual(self.problems(("DS-1, DS-9: a page", True)), ["a test: there is no requirement DS-9"])
        self.assertEqual(self.problems(("DS-1, DS-2: pages", True)), ["DS-2 need not wait any longer: a test asserts it"])
        self.assertEqual(len(self.problems(("DS-1: a page", True), ("DS-1 to DS-2: pages", True))), 1)
        twice = "## DS Document Scanner\n\n- DS-1 [R] A page\n- DS-1 [R] A page\n- DS-2 [R] Another\n"
        self.assertEqual(self.problems(("DS-1: a page", True), text=twice), ["DS-1 stands in requirements.md 2 times"])


if __name__ == "__main__":
    unittest.main()
