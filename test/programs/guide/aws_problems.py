"""Reads commands of the AWS command line as JSON, and prints what the models of AWS do not know of them, one a line."""

import json
import sys

import botocore.session
from botocore import xform_name

GLOBAL = {"--query", "--output", "--region", "--profile", "--no-paginate", "--cli-input-json"}
# Debian 12 has models of 2022.
# The command line has names of its own for these.
RENAMED = {"--notification-endpoint": "--endpoint"}
NEWER = {"bedrock-runtime", "--deletion-protection-enabled", "--no-deletion-protection-enabled"}


def cli_name(name):
    return xform_name(name).replace("_", "-")


def problem(words, session):
    service, operation, *rest = words
    if service == "s3" or service in NEWER:
        return None
    name = "s3" if service == "s3api" else service
    if name not in session.get_available_services():
        return f"no service {service}"
    if operation == "wait":
        waiters = session.get_waiter_model(name).waiter_names
        return None if rest[0] in map(cli_name, waiters) else f"no waiter {rest[0]}"
    model = session.get_service_model(name)
    operations = {cli_name(one): one for one in model.operation_names}
    if operation not in operations:
        return f"no operation {operation}"
    shape = model.operation_model(operations[operation]).input_shape
    members = shape.members if shape else {}
    known = {f"--{cli_name(one)}" for one in members}
    known |= {f"--no-{cli_name(one)}" for one, member in members.items() if member.type_name == "boolean"}
    given = {RENAMED.get(word, word) for word in rest if word.startswith("--")}
    unknown = given - known - GLOBAL - NEWER
    required = {f"--{cli_name(one)}" for one in (shape.required_members if shape else [])}
    return " ".join(sorted([f"unknown {one}" for one in unknown] + [f"missing {one}" for one in required - given if f"--no-{one[2:]}" not in given])) or None


def main():
    session = botocore.session.get_session()
    for words in json.load(sys.stdin):
        found = problem(words, session)
        if found:
            print(f"aws {' '.join(words)}: {found}")


main()
