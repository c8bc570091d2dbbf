"""Tests of the page's frames against the vectors that the daemon's tests also use."""

import math
import struct

import frames
import modules
import vectors


TURN = 2 * math.pi / 65536


class FrameTests(modules.Modules):
    """Tests of the frames that the page writes and reads."""

    def written(self, values):
        """Returns the frames that the page writes for `values`, without the message's counter."""
        return bytes(self.module("frames", "return [...m.message(7, values)];", values=values))[4:]

    def test_what_the_page_writes_is_what_the_vectors_say(self):
        count = 0
        for name, data, result in vectors.read("controller-frames.hex"):
            values = spoken(data) if result == "ok" else None
            if values:
                count += 1
                self.assertEqual(self.written(values).hex(" "), data.hex(" "), name)
        self.assertGreater(count, 13)

    def test_a_message_begins_with_its_counter(self):
        found = self.module("frames", "return [...m.message(0x01020304, { receipt: 0x3412 })];")
        self.assertEqual(bytes(found), bytes.fromhex("04030201 1402 1234"))

    def test_what_the_host_says_is_read_as_the_vectors_say(self):
        for name, data, result in vectors.read("host-frames.hex"):
            found = self.module("frames", "const f = m.hostFrames(new Uint8Array(bytes)); return f && JSON.parse(JSON.stringify(f));",
                                bytes=list(data))
            if result.startswith("ok"):
                self.assertIsNotNone(found, name)
                self.check(name, found, data)
            else:
                self.assertIsNone(found, name)

    def check(self, name, found, data):
        """Checks what the page has read against the bodies of the frames in `data`."""
        bodies = frames.split(data)
        if 0x10 in bodies:
            newest, received, next_edge, delay, last = struct.unpack("<IIHHH", bodies[0x10])
            self.assertEqual(found["acknowledgement"], {"newest": newest, "received": received, "nextEdge": next_edge, "delay": delay,
                                                        "round": last}, name)
        if 0x11 in bodies:
            self.assertEqual(found["ping"], struct.unpack("<I", bodies[0x11])[0], name)
        if 0x12 in bodies:
            strong, weak, duration, *light = struct.unpack("<HHB3B", bodies[0x12])
            self.assertAlmostEqual(found["feedback"]["strong"], strong / 65535)
            self.assertAlmostEqual(found["feedback"]["weak"], weak / 65535)
            self.assertEqual((found["feedback"]["duration"], found["feedback"]["light"]), (duration * 10, light), name)
        if 0x13 in bodies:
            number, code, argument = struct.unpack_from("<HBB", bodies[0x13])
            self.assertEqual([found["control"][key] for key in ("id", "code", "argument")], [number, code, argument], name)
            self.assertEqual(bytes(found["control"]["text"].values()), bodies[0x13][4:], name)
        if 0x14 in bodies:
            self.assertEqual(found["receipt"], struct.unpack("<H", bodies[0x14])[0], name)
        if 0x17 in bodies:
            torque, angle, degrees, lifetime, flags = struct.unpack("<hhHBB", bodies[0x17])
            self.assertEqual([found["torque"][key] for key in ("range", "lifetime", "isActing")], [degrees, lifetime * 10, bool(flags & 1)], name)
            for key, value in (("torque", torque), ("angle", angle)):
                self.assertAlmostEqual(found["torque"][key], value / 32767, msg=name)
        if 0x15 in bodies:
            self.assertEqual(tuple(found["round"][key] for key in ("number", "phase", "winner", "margin")), struct.unpack("<HBBI", bodies[0x15]), name)

    def test_angles_wrap_and_sticks_stop_at_their_ends(self):
        state = {"time": 0, "flags": 3, "buttons": 0, "nextEdge": 0, "tilt": [3.2, -3.2, math.pi], "sticks": [2, -2, 0.5, 0], "triggers": [2, -1]}
        found = frames.state(frames.split(self.written({"state": state}))[1])
        for value, wanted in zip((found.roll, found.pitch, found.yaw), (3.2 - 2 * math.pi, 2 * math.pi - 3.2, -math.pi)):
            self.assertAlmostEqual(value, wanted, delta=TURN)
        self.assertEqual((found.sticks[:2], found.triggers), ((1, -1), (1, 0)))


def spoken(data):
    """Returns the page's object for a vector; None if a frame has no reader here, if the frames are not in ascending order, or if there are none."""
    bodies = frames.split(data)
    readers = {1: ("state", state_values), 2: ("history", history_values), 3: ("motion", motion_values), 4: ("edges", edge_values),
               5: ("buzz", lambda body: dict(zip(("round", "edge", "time"), struct.unpack("<HHI", body)))),
               6: ("pong", lambda body: dict(zip(("ping", "received", "sent"), struct.unpack("<III", body)))),
               0x13: ("control", control_values), 0x14: ("receipt", lambda body: struct.unpack("<H", body)[0]),
               0x16: ("message", lambda body: {"channel": body[0], "bytes": list(body[1:])})}
    if not bodies or any(kind not in readers for kind in bodies) or list(bodies) != sorted(bodies):
        return None
    return {readers[kind][0]: readers[kind][1](body) for kind, body in bodies.items()}


def state_values(body):
    """Returns a state in the page's units."""
    state = frames.state(body)
    return {"time": state.time, "flags": state.flags, "battery": None if state.battery == 255 else state.battery,
            "tilt": [state.roll, state.pitch, state.yaw], "buttons": state.buttons, "sticks": state.sticks, "triggers": state.triggers,
            "nextEdge": state.next_edge}


def history_values(body):
    """Returns a history in the page's units: ages in ms."""
    samples = [struct.unpack_from("<Hhhh", body, at) for at in range(0, len(body), 8)]
    return [{"age": age / 20, "tilt": [value * TURN for value in tilt]} for age, *tilt in samples]


def motion_values(body):
    """Returns a motion in the page's units: g and °/s."""
    values = struct.unpack("<6h", body)
    return {"acceleration": [value / 4096 for value in values[:3]], "rotation": [value / 16 for value in values[3:]]}


def edge_values(body):
    """Returns a log of edges in the page's units."""
    listed = [{"button": button, "isPress": is_press, "age": age} for _, button, is_press, age in frames.edges(body)]
    return {"first": struct.unpack_from("<H", body)[0], "list": listed}


def control_values(body):
    """Returns a reliable message in the page's form."""
    number, code, argument = struct.unpack_from("<HBB", body)
    return {"id": number, "code": code, "argument": argument, "text": list(body[4:])}
