"""Prints the videos of a search. The same WALK_ID again within a day is free. Run: REELGATE_KEY=... python3 search.py KEYWORD WALK_ID"""

import os
import sys

from reelgate import Reelgate

with Reelgate(os.environ["REELGATE_KEY"], os.environ.get("REELGATE_URL", "http://127.0.0.1:8080")) as rg:
    walk = rg.videos.search(platform="library", keyword=sys.argv[1], request_id=sys.argv[2])
    for video in walk:
        print(video["title"], video["url"])
    print(f"{walk.end}, {walk.spent} spent", file=sys.stderr)
