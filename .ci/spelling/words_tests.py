"""Tests of .ci/words, in a temporary repository: python3 .ci/spelling/words_tests.py"""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

CI = pathlib.Path(__file__).resolve().parent.parent


class Words(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(CI / "spelling", self.root / ".ci/spelling")
        shutil.copy(CI / "words", self.root / ".ci/words")
        # The installed codespell of the repository, so that the tests need no network.
        (self.root / ".build").mkdir()
        (self.root / ".build/words").symlink_to(CI.parent / ".build/words")
        (self.root / ".ci/spelling/baseline.txt").write_text("")
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("Begin")

    def git(self, *arguments):
        identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
        subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True, capture_output=True)

    def commit(self, subject):
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)

    def check(self, *arguments):
        ran = subprocess.run([self.root / ".ci/words", *arguments], capture_output=True, text=True)
        return ran.returncode, ran.stderr

    def write(self, name, text):
        (self.root / name).write_text(text)

    def test_plain_english_passes(self):
        self.write("page.md", "The color of the meter, and `colour` in code.\n")
        self.assertEqual(self.check(), (0, ""))

    def test_a_document_may_have_no_british_spelling_or_word_to_avoid(self):
        self.write("page.md", "The colour.\nWhoever asks is told.\nThere is none.\n")
        code, said = self.check()
        self.assertEqual(code, 1)
        for finding in ("page.md:1: colour", "page.md:2: Whoever", "page.md:2: told", "page.md:3: There is none"):
            self.assertIn(finding, said)

    def test_the_sources_of_a_folder_may_have_what_the_baseline_lists_and_no_more(self):
        (self.root / "a").mkdir()
        self.write(".ci/spelling/baseline.txt", "1 a/old.swift\n")
        self.write("a/old.swift", "// neighbour\n")
        self.assertEqual(self.check()[0], 0)
        self.write("a/old.swift", "// neighbor\n")
        self.write("a/moved.swift", "// neighbour\n")
        self.assertEqual(self.check()[0], 0)
        self.write("a/moved.swift", "// neighbour\n// colour\n")
        self.assertIn("a/moved.swift:2: colour", self.check()[1])

    def test_a_new_folder_of_sources_may_have_none(self):
        (self.root / "b").mkdir()
        self.write("b/new.swift", "// neighbour\n")
        self.assertIn("b/new.swift:1: neighbour", self.check()[1])

    def test_subjects_of_commits_that_are_not_on_main(self):
        self.git("switch", "--quiet", "--create", "change")
        self.commit("x" * 72)
        self.assertEqual(self.check()[0], 0)
        self.commit("x" * 73)
        self.commit("Do this; do that")
        said = self.check()[1]
        self.assertIn("73 characters", said)
        self.assertIn("semicolon", said)
        self.git("switch", "--quiet", "main")
        self.assertEqual(self.check()[0], 0)
        self.git("merge", "--quiet", "change")
        self.assertEqual(self.check("--since", "HEAD~3")[0], 1)

    def test_the_hook_checks_the_first_line_of_a_message(self):
        self.write("message", "Use covering indexes for list orders\n\nWhy; and what was measured.\n")
        self.assertEqual(self.check("--subject", self.root / "message")[0], 0)
        self.write("message", "Use indexes; and more\n")
        self.assertEqual(self.check("--subject", self.root / "message")[0], 1)


if __name__ == "__main__":
    unittest.main()
