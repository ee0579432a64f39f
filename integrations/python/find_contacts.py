"""Finds the contacts of websites with a Leadwell server. It needs Python 3.9 or newer, and nothing else.

    export LEADWELL_URL=https://leads.acme.com LEADWELL_API_KEY=lwk_...
    python3 find_contacts.py acme.com example.org > contacts.jsonl

Each line is a result, with the key that identifies its website in every task.
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

RETRIES = 5
# The longest wait that the server allows, in seconds.
WAIT_SECONDS = 50
# Failures that pass. A request that can be repeated is sent again after them.
PASSING = {408, 429, 500, 502, 503, 504}


class LeadwellError(Exception):
    """An error that the server answered with. `code` is one of docs/api-errors.md, `no_answer` (with status 0), or
    `not_json`: the answer is no JSON, so it is likely that of another server or a proxy."""

    def __init__(self, code, message, status, request_id=None):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.status = status
        self.request_id = request_id


class Leadwell:
    """A client of one server, with an API key. Raises LeadwellError for an address that doesn't start with
    http:// or https://."""

    def __init__(self, url, key):
        if not url.lower().startswith(("https://", "http://")):
            message = f"{url} must start with https:// or http://, like https://leads.acme.com"
            raise LeadwellError("no_answer", message, 0)
        self.url = url.rstrip("/")
        self.key = key

    def call(self, name, query=None, body=None, idempotency_key=None, respond_async=False):
        """Makes a call: a GET with `query`, or a POST with `body`. Returns its JSON, and raises LeadwellError.

        A POST is only sent again after a failure if it has an idempotency key."""
        address = f"{self.url}/v1/{name}"
        if query:
            address += "?" + urllib.parse.urlencode(query)
        headers = {"Authorization": f"Bearer {self.key}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        if respond_async:
            headers["Prefer"] = "respond-async"
        data = None if body is None else json.dumps(body).encode()
        repeatable = body is None or idempotency_key is not None
        for tries in range(RETRIES + 1):
            try:
                request = urllib.request.Request(address, data=data, headers=headers)
                with urllib.request.urlopen(request, timeout=WAIT_SECONDS + 30) as response:
                    return read_json(response.read(), response.status, self.url)
            except urllib.error.HTTPError as answer:
                error = read_error(answer)
                seconds = read_seconds(answer.headers.get("Retry-After"))
                # With a conflict that passes, the request is still being worked.
                passes = answer.code in PASSING or (error.code == "conflict" and seconds is not None)
                may_repeat = passes and error.code != "quota_exceeded"
            # Also a connection that is cut in the middle of the answer.
            except (OSError, http.client.HTTPException) as lost:
                error = LeadwellError("no_answer", f"No answer from {self.url}: {lost}", 0)
                seconds, may_repeat = None, True
            # Its own text would show the key.
            except ValueError:
                message = "The address of the server or the API key has characters that can't be sent."
                raise LeadwellError("no_answer", message, 0) from None
            if not (repeatable and may_repeat) or tries == RETRIES:
                raise error
            time.sleep(min(30, 0.5 * 2**tries) if seconds is None else seconds)

    def start(self, name, body, idempotency_key=None):
        """Starts a task, and returns it at once."""
        key = idempotency_key or str(uuid.uuid4())
        return self.call(name, body=body, idempotency_key=key, respond_async=True)

    def wait(self, task_id):
        """Waits until a task has ended, and returns it. It may have stopped early: see its status."""
        while True:
            task = self.call("task", {"id": task_id, "wait": WAIT_SECONDS})
            if task["status"] not in ("queued", "processing"):
                return task

    def rows(self, task_id):
        """The finished rows of a task, in the order of its items."""
        after = -1
        while after is not None:
            page = self.call("task-rows", {"id": task_id, "after": after, "limit": 500})
            yield from page["rows"]
            after = page["next"]


def read_json(body, status, url):
    # The body is complete: one that was cut off is another error. The next answer would be the same.
    try:
        return json.loads(body)
    except ValueError as cause:
        message = f"The answer of {url} isn't JSON. Check the address of the server."
        raise LeadwellError("not_json", message, status) from cause


def read_seconds(retry_after):
    # A proxy may send a date.
    return float(retry_after) if retry_after and retry_after.isdecimal() else None


def read_error(answer):
    try:
        error = json.load(answer)["error"]
        return LeadwellError(error["code"], error["message"], answer.code, error.get("request_id"))
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return LeadwellError("internal", f"The server answered {answer.code}.", answer.code)


def main(websites):
    if not websites:
        sys.exit("Name the websites: python3 find_contacts.py acme.com example.org")
    url, key = os.environ.get("LEADWELL_URL"), os.environ.get("LEADWELL_API_KEY")
    if not url or not key:
        sys.exit("Set both: export LEADWELL_URL=https://leads.acme.com LEADWELL_API_KEY=lwk_...")
    try:
        leadwell = Leadwell(url, key)
        started = leadwell.start("website-extraction", {"urls": websites})
        task = leadwell.wait(started["id"])
        for row in leadwell.rows(task["id"]):
            found = row["row"]
            line = {"key": row["key"], "website": row["input"], "emails": found["emails"], "phones": found["phones"]}
            print(json.dumps(line), flush=True)
    except LeadwellError as error:
        sys.exit(f"Leadwell couldn't do it. {error}")
    except BrokenPipeError:
        # The reader closed the pipe, as head does. Otherwise, Python would try to write the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    except KeyboardInterrupt:
        sys.exit(130)
    print(f"{task['status']}: {task['found']} of {task['total']} with contacts", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
