#!/usr/bin/env python3
"""Checks JSON lines against a schema: validate.py SCHEMA < LINES

Members that the schema does not name are errors here, although readers of the output must accept them, because all output must be
described. Prints each error, and exits with 1 if there are any.
"""
import json
import sys

import jsonschema


def close(schema):
    """Allows only the named members."""
    if isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            close(part)
    elif isinstance(schema, list):
        for part in schema:
            close(part)


def reasons(error):
    """Returns the errors of the best matching alternative."""
    if not error.context:
        return [f"{error.json_path}: {error.message[:300]}"]
    return [text for part in error.context for text in reasons(part)]


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    close(schema)
    validator = jsonschema.Draft202012Validator(schema)
    lines = [line for line in sys.stdin if line.strip()]
    bad = 0
    for number, line in enumerate(lines, 1):
        for error in validator.iter_errors(json.loads(line)):
            bad += 1
            print(f"line {number}: {line[:400]}", *reasons(error), sep="\n  ")
    print(f"{len(lines)} lines, {bad} errors")
    sys.exit(1 if bad or not lines else 0)


main()
