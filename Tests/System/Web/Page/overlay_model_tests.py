"""Unit tests of the overlay's options, sizes and texts."""

import modules


class OverlayModelTests(modules.Modules):
    """Tests of the modules in web/overlay."""

    def wishes(self, query):
        """Returns the options in a query of the overlay's address."""
        return self.module("overlay/wishes", "return m.wishes(query);", query=query)

    def test_wishes_are_read_and_nonsense_is_none(self):
        usual = {"slots": [], "parts": ["pad", "name"], "size": None}
        for query in ("", "?all", "?player=", "?player=0,17,x,1.5,-1", "?show=hat", "?show=", "?size=39", "?size=2001", "?size=x", "?size=NaN"):
            self.assertEqual(self.wishes(query), usual, query)
        self.assertEqual(self.wishes("?player=2&show=wheel&size=320"), {"slots": [2], "parts": ["wheel"], "size": 320})
        self.assertEqual(self.wishes("?player=16,1&show=name,pad,wheel,hat"), {"slots": [16, 1], "parts": ["pad", "wheel", "name"], "size": None})
        self.assertEqual(self.wishes("?player=2&all")["slots"], [])

    def unit(self, query, count, width, height):
        """Returns the unit of length for `count` players in a window of this size, in px."""
        return self.module("overlay/wishes", "return m.unit(m.wishes(query), count, width, height);", query=query, count=count, width=width, height=height)

    def test_players_are_as_large_as_the_window_allows(self):
        for query, one in (("", (16, 12.9)), ("?show=pad", (16, 10)), ("?show=wheel", (10, 10)), ("?show=pad,wheel", (27, 10)), ("?show=name", (16, 2.4))):
            self.assertEqual(self.module("overlay/wishes", "const { width, height } = m.extent(m.wishes(query).parts); return [width, height];", query=query),
                             list(one), query)
            for count in range(1, 17):
                for width, height in ((800, 600), (1920, 200), (150, 1080)):
                    unit = self.unit(query, count, width, height)
                    columns = int((width + 1e-6) // ((one[0] + 1) * unit))
                    self.assertGreaterEqual(columns * int((height + 1e-6) // ((one[1] + 1) * unit)), count, "all fit")
                    larger = unit * 1.001
                    self.assertLess((width // ((one[0] + 1) * larger)) * (height // ((one[1] + 1) * larger)), count, "and no larger ones would")

    def test_a_size_is_the_width_of_a_player_whatever_the_window(self):
        self.assertEqual([self.unit("?size=320", count, 800, 600) * 16 for count in (1, 16)], [320, 320])
        self.assertEqual(self.unit("?size=270&show=pad,wheel", 3, 100, 100) * 27, 270)

    def read(self, text):
        """Returns the players in a text from the gateway."""
        return self.module("overlay/link", "return m.read(text);", text=text)

    def test_a_text_is_read_in_the_units_of_the_drawings(self):
        text = ('{"players":[{"slot":3,"name":"Aki","colour":"#e69f00","buttons":5,"sticks":[-32768,32767,0,-32767],"triggers":[0,255],"roll":-0.5},'
                '{"slot":4,"name":"","colour":"","buttons":0,"sticks":[0,0,0,0],"triggers":[0,0],"roll":null}]}')
        first, second = self.read(text)
        self.assertEqual(first, {"slot": 3, "name": "Aki", "colour": "#e69f00", "report": {"buttons": 5, "sticks": [-1, 1, 0, -1], "triggers": [0, 1]},
                                 "roll": -0.5})
        self.assertIsNone(second["roll"])

    def test_a_malformed_text_shows_nobody(self):
        for text in ("", "{", "[]", "null", "{}", '{"players":7}', '{"players":[null,1,{}]}', '{"players":[{"slot":1,"buttons":1,"sticks":[0],"triggers":[0,0]}]}',
                     '{"players":[{"slot":1,"buttons":1,"sticks":[0,0,0,"x"],"triggers":[0,0]}]}'):
            self.assertEqual(self.read(text), [], text)
