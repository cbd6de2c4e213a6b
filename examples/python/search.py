"""Walks a search to its end with Python's standard library alone.

Every page has a request id made from the id of the walk and the page's cursor. Asking again with the same id gives the same page and is
never charged twice, so a lost answer costs nothing, and neither does running this again with the same WALK_ID within a day.

Run: REELGATE_URL=... REELGATE_KEY=... python3 search.py KEYWORD [WALK_ID]
"""

import hashlib
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

RETRIES = 4
TIMEOUT_S = 60


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another place."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


class Refused(Exception):
    """The gateway's own words: code, detail, next, retry_after_ms."""

    def __init__(self, problem):
        super().__init__(f"{problem.get('detail')} ({problem.get('code')}); next: {problem.get('next')}")
        self.problem = problem


def ask_once(url, key, request_id):
    headers = {"Authorization": f"Bearer {key}", "x-reelgate-request-id": request_id}
    try:
        with OPENER.open(urllib.request.Request(url, headers=headers), timeout=TIMEOUT_S) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.headers.get_content_type() != "application/problem+json":
            raise
        raise Refused(json.load(error)) from None


def ask(url, key, request_id):
    """Tries again as the gateway advises, always with the same id."""
    for attempt in range(RETRIES + 1):
        pause_s = random.uniform(0, 0.25 * 2**attempt)
        try:
            return ask_once(url, key, request_id)
        except Refused as refused:
            if refused.problem.get("next") not in ("retry", "wait") or attempt == RETRIES:
                raise
            pause_s += refused.problem.get("retry_after_ms", 0) / 1000
        except (OSError, http.client.HTTPException, ValueError):
            # Lost or cut short: nobody knows whether it was charged, and with the same id nobody needs to.
            if attempt == RETRIES:
                raise
        time.sleep(pause_s)


def page_id(walk_id, cursor):
    return walk_id if cursor == "" else f"{walk_id}.{hashlib.sha256(cursor.encode()).hexdigest()[:16]}"


def pages(base_url, key, keyword, walk_id):
    cursor = ""
    while cursor != "no_more":
        query = urllib.parse.urlencode({"keyword": keyword, "pcursor": cursor})
        url = f"{base_url}/api/u1/v1/library/app/search_video_v2?{query}"
        page = ask(url, key, page_id(walk_id, cursor))
        yield page
        cursor = page["pcursor"]


def main():
    keyword = sys.argv[1] if len(sys.argv) > 1 else "cat"
    walk_id = sys.argv[2] if len(sys.argv) > 2 else f"py-{uuid.uuid4().hex}"
    base_url = os.environ.get("REELGATE_URL", "http://127.0.0.1:8080")
    for page in pages(base_url, os.environ["REELGATE_KEY"], keyword, walk_id):
        for video in page["items"]:
            print(video["title"], video["url"])
        receipt = page["receipt"]
        print(f"{page['request_id']}: {receipt['charged']} {receipt['currency']}, {receipt['balance']} left", file=sys.stderr)


if __name__ == "__main__":
    main()
