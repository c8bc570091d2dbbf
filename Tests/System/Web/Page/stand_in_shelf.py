"""The layouts of players that the stand-in stores (docs/web.md)."""

import json


class Shelf:
    """The stored layouts, and the unfinished uploads."""

    def __init__(self):
        """Starts with no layouts. Players may save some."""
        self.saves = True
        # The text of each stored layout, by its id.
        self.texts = {}
        # The player of each stored layout, by its id.
        self.players = {}
        # The slot to which each layout is offered, by the layout's id; 0 means all players.
        self.offered = {}
        # The members of the text that refuses each upload, or None.
        self.refusal = None
        # The number of the next texts about layouts that have no effect, and get no answer.
        self.lost = 0
        # The layout that a dashboard tries, as (id, text), or None.
        self.trial = None
        # The parts of unfinished uploads.
        self._parts = {}
        # The last part of each player's newest finished upload.
        self._newest = {}

    def told(self, player):
        """Returns the members of a welcome that describe the shelf."""
        return {"saves": self.saves, "shelf": self.entries(player)}

    def entries(self, player):
        """Returns the list of the stored layouts that a player may use."""
        return [{"id": name, "name": json.loads(text).get("name", name), "by": "Aki", "own": self.players[name] == player}
                for name, text in self.texts.items() if self.players[name] == player or self.offered.get(name) in (0, player)]

    def answer(self, link, said):
        """Answers a page's text about a layout."""
        act = {"save": self._save, "discard": self._discard, "layout": self._show}.get(said["type"])
        if act and self.lost:
            self.lost -= 1
        elif act:
            act(link, said)

    def all(self):
        """Returns the list of the stored layouts, as a dashboard gets it."""
        return [{"id": name, "name": json.loads(text).get("name", name), "by": "Aki" if self.players[name] else "",
                 "offered": self.offered.get(name, -1)} for name, text in self.texts.items()]

    def offer(self, house, name):
        """Offers a stored layout to all players."""
        self.offered[name] = 0
        self._tell(house)

    def _save(self, link, said):
        name = said["id"]
        if self.refusal:
            return link.say(type="refused", id=name, **self.refusal)
        key = (link.seat.player, name, said["of"])
        if key not in self._parts and self._newest.get(link.seat.player) == said:
            # This is a late copy of the last part.
            return link.say(type="kept", id=name, part=said["part"], whole=True)
        parts = self._parts.setdefault(key, {})
        parts[said["part"]] = said["text"]
        is_whole = len(parts) == said["of"]
        if is_whole:
            del self._parts[key]
            self._newest[link.seat.player] = said
        if is_whole and said.get("trial"):
            self.trial = (name, "".join(parts[number] for number in range(said["of"])))
        elif is_whole:
            self.texts[name] = "".join(parts[number] for number in range(said["of"]))
            self.players[name] = link.seat.player
        link.say(type="kept", id=name, part=said["part"], whole=is_whole)
        if is_whole and not said.get("trial"):
            self._tell(link.house)
        return None

    def _discard(self, link, said):
        is_own = self.players.get(said["id"]) == link.seat.player
        if is_own:
            del self.texts[said["id"]], self.players[said["id"]]
        link.say(**{"type": "discarded"} if is_own else {"type": "refused", "why": "taken"}, id=said["id"])
        self._tell(link.house)

    def _show(self, link, said):
        link.say(type="controls", id=said["id"], layout=self.texts.get(said["id"]))

    def _tell(self, house):
        for seat in list(house.seats.values()):
            if seat.send:
                seat.link.say(type="shelf", shelf=self.entries(seat.player))
