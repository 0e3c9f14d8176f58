"""`endstop schemas` and `endstop models`."""

import json


def test_schemas_are_listed(endstop):
    process = endstop("schemas")
    assert process.returncode == 0
    assert {"slip", "invoice"} <= {line.split()[0] for line in process.stdout.splitlines()}


def test_a_schema_is_shown_as_json(endstop):
    assert json.loads(endstop("schemas", "show", "slip").stdout)["type"] == "object"


def test_a_good_schema_passes_the_check(endstop):
    process = endstop("schemas", "check", "invoice")
    assert process.returncode == 0
    assert "will fit" in process.stdout


def test_a_schema_that_cannot_be_enforced_fails_the_check(endstop, tmp_path):
    path = tmp_path / "bad.json"
    path.write_text('{"type": "string", "pattern": "(?=a)"}', encoding="utf-8")
    process = endstop("schemas", "check", path)
    assert process.returncode == 1
    assert "look-around" in process.stderr


def test_the_bundled_model_is_listed(endstop):
    process = endstop("models", "list")
    assert process.returncode == 0
    assert "endstop-tiny" in process.stdout


def test_the_version_is_told(endstop):
    assert endstop("--version").stdout.startswith("endstop ")
