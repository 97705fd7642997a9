"""Checks the examples for Kubernetes and Argo against their schemas, and their commands against the program."""

from __future__ import annotations

import pathlib
import re
import shlex
import subprocess
from typing import Any

import pytest
from conftest import REPOSITORY

pytestmark = pytest.mark.nightly
EXAMPLES = REPOSITORY / "Python/examples"


def example(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = pytest.importorskip("yaml").safe_load((EXAMPLES / name).read_text())
    return loaded


def test_the_job_is_one_of_kubernetes() -> None:
    schemas = pytest.importorskip("kubernetes_validate")
    job = example("kubernetes-job.yaml")
    schemas.validate(job, schemas.latest_version(), strict=True)
    job["spec"]["completion"] = 3
    with pytest.raises(schemas.ValidationError):
        schemas.validate(job, schemas.latest_version(), strict=True)


def test_the_workflow_is_one_of_argo() -> None:
    models = pytest.importorskip("hera.workflows.models")
    workflow = example("argo-workflow.yaml")

    def known(object: dict[str, Any]) -> Any:
        # Members that are not in the schema are dropped.
        return models.Workflow.model_validate(object).model_dump(by_alias=True, exclude_none=True, mode="json")

    assert known(workflow) == workflow
    workflow["spec"]["templates"][1]["retries"] = 3
    assert known(workflow) != workflow
    with pytest.raises(ValueError):
        known({**workflow, "spec": {"templates": "scan"}})


def expect_accepted(program: pathlib.Path, arguments: list[str], folder: pathlib.Path) -> None:
    """Expects that the command does what it should with a list of one missing picture."""
    (folder / "out").mkdir()
    (folder / "files.txt").write_text("missing.jpg\n")
    ran = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "missing.jpg" in ran.stdout, ran.stderr


def test_the_pods_run_the_program(program: pathlib.Path, tmp_path: pathlib.Path) -> None:
    container = example("kubernetes-job.yaml")["spec"]["template"]["spec"]["containers"][0]
    line = container["args"][0].replace("$((JOB_COMPLETION_INDEX + 1))", "1")
    first, *arguments = shlex.split(line.removeprefix("exec "))
    assert first == "recto"
    expect_accepted(program, arguments, tmp_path)


def test_the_steps_run_the_program(program: pathlib.Path, tmp_path: pathlib.Path) -> None:
    container = example("argo-workflow.yaml")["spec"]["templates"][1]["container"]
    (_, *command), arguments = container["command"], container["args"]
    line = [re.sub(r"\{\{.*\}\}", "1", word) for word in [*command, *arguments]]
    expect_accepted(program, line, tmp_path)
