"""Unit tests of the quiz on the phone, and of its messages about a press."""

import frames
import modules
from tables import RoundPhase

ME, OTHER = 1, 2
# Rows of the host's round (phase, winner, margin in µs), whether this phone has pressed, the change of its points, and the state that it shows.
STATES = [
    (RoundPhase.IDLE, 0, None, False, 0, "wait"), (RoundPhase.IDLE | frames.OUT, 0, None, False, 0, "out"),
    (RoundPhase.ARMED, 0, None, False, 0, "armed"), (RoundPhase.ARMED, 0, None, True, 0, "pressed"), (RoundPhase.ARMED | frames.OUT, 0, None, False, 0, "out"),
    (RoundPhase.LOCKED, ME, 12_000, True, 0, "first"), (RoundPhase.LOCKED, ME, None, True, 0, "first"), (RoundPhase.LOCKED, OTHER, 120_000, True, 0, "late"),
    (RoundPhase.LOCKED, OTHER, None, False, 0, "missed"), (RoundPhase.LOCKED, frames.TIE, 1_400, True, 0, "tie"),
    (RoundPhase.LOCKED | frames.OUT, OTHER, None, True, 0, "out"), (RoundPhase.LOCKED, 0, None, True, 0, "pressed"),
    (RoundPhase.RESULT, ME, 12_000, True, 1, "win"), (RoundPhase.RESULT, OTHER, 120_000, True, 0, "lose"), (RoundPhase.RESULT, OTHER, None, False, 0, "lose"),
    (RoundPhase.RESULT, frames.TIE, 0, True, 0, "tie"), (RoundPhase.RESULT, frames.TIE, 0, True, 1, "win"), (RoundPhase.RESULT, 0, None, False, 0, "nobody"),
]
QUIZ = """const q = new m.Quiz(1); const NONE = 4294967295;
  const round = (number, phase, winner = 0, margin = NONE, now = 0) => q.hear({ number, phase, winner, margin }, now);
  const scores = (...points) => q.count({ scores: points.map((p, i) => ({ player: i + 1, name: `P${i + 1}`, team: 0, points: p })), teams: [] });"""


class QuizTests(modules.Modules):
    """Tests of the states that the phone shows for the host's messages."""

    def quiz(self, body, **values):
        """Returns the value of a script with a quiz `q` of player 1."""
        return self.module("modes/quiz", QUIZ + body, **values)

    def test_each_word_of_the_host_has_its_state(self):
        for phase, winner, margin, has_pressed, gained, wanted in STATES:
            found = self.quiz("""scores(3, 5); round(7, 0); round(7, 1, 0, NONE, 100); if (hasPressed) q.buzz(412.5);
              scores(3 + gained, 5); round(7, phase, winner, margin ?? NONE, 500); return [q.state, q.gained, q.points, q.round.margin];""",
                              phase=phase, winner=winner, margin=margin, hasPressed=has_pressed, gained=gained)
            self.assertEqual(found, [wanted, gained if phase & 3 else 0, 3 + gained, None if margin is None else margin / 1000], (phase, winner, margin))

    def test_a_press_counts_in_idle_and_armed_and_its_reaction_from_when_it_was_armed(self):
        found = self.quiz("""const told = [q.buzz(1)]; round(0, 1); told.push(q.buzz(2)); round(9, 0); told.push(q.buzz(3), q.press);
          round(9, 1, 0, NONE, 100); told.push(q.buzz(412.5), q.press.reaction, q.buzz(500), q.press.reaction);
          round(9, 2, 1); told.push(q.buzz(600)); round(9, 3, 1); told.push(q.buzz(700)); return told;""")
        self.assertEqual(found, [None, None, 9, None, 9, 312.5, 9, 312.5, None, None])

    def test_who_comes_in_the_middle_of_a_round_has_pressed_but_knows_no_reaction(self):
        found = self.quiz("round(9, 1, 0, NONE, 5000); const told = [q.state, q.buzz(5100)]; told.push(q.press.reaction, q.state); return told;")
        self.assertEqual(found, ["armed", 9, None, "pressed"])

    def test_another_round_and_the_same_one_armed_again_begin_without_a_press(self):
        found = self.quiz("""round(1, 0); round(1, 1); q.buzz(1); round(1, 2, 255, 1400); round(1, 1, 0, NONE, 50); const told = [q.state]; q.buzz(60);
          told.push(q.state, q.press.reaction); round(2, 1, 0, NONE, 90); told.push(q.state); return told;""")
        self.assertEqual(found, ["armed", "pressed", 10, "armed"])

    def test_what_was_said_before_is_nothing_new(self):
        found = self.quiz("return [round(1, 1), round(1, 1, 0, NONE, 30), round(1, 129), round(1, 1), round(1, 2, 1, 5), round(1, 2, 1, 6)];")
        self.assertEqual(found, [True, False, True, True, True, True])

    def test_what_a_round_has_changed_is_counted_from_where_it_began(self):
        found = self.quiz("""scores(2, 0); round(1, 1); scores(1, 0); const told = [q.gained]; round(1, 1, 0); scores(3, 0); round(1, 3, 1); told.push(q.gained);
          round(2, 1); told.push(q.gained); scores(4, 0); round(2, 3, 1); told.push(q.gained); round(2, 0); told.push(q.gained);
          scores(9, 0); told.push(q.gained); return told;""")
        self.assertEqual(found, [-1, 1, 0, 1, 0, 0])

    def test_who_comes_when_all_is_over_does_not_know_what_it_has_changed(self):
        self.assertEqual(self.quiz("round(1, 3, 1); scores(4, 0); const told = [q.state, q.gained]; round(2, 0); told.push(q.gained); return told;"),
                         ["win", None, 0])

    def test_a_winner_who_has_gone_has_no_name_and_nonsense_is_no_score(self):
        found = self.quiz("""scores(1, 2); round(1, 3, 2); const told = [q.winnerName]; scores(1); told.push(q.winnerName, q.state);
          q.count({ scores: [null, 7, { player: "1", points: 2 }, { player: 1, points: "2" }], teams: "x" }); told.push(q.points, q.teams); return told;""")
        self.assertEqual(found, ["P2", "", "lose", None, []])

    def test_who_is_in_the_team_of_the_winner_wins_with_it(self):
        found = self.quiz("""q.count({ scores: [{ player: 1, team: 4, points: 0 }, { player: 2, team: 4, points: 1 }, { player: 3, team: 0, points: 0 }] });
          round(1, 3, 2); const told = [q.state]; round(2, 3, 3); told.push(q.state); return told;""")
        self.assertEqual(found, ["win", "lose"])


class BuzzTests(modules.Modules):
    """Tests of the frame BUZZ in messages (docs/protocol.md, "Frames")."""

    SAY = """const said = []; const s = new m.Stream(); const held = { tilt: null };
      const say = (now) => { const bytes = s.compose(held, now); let at = 4, found = null; const view = new DataView(bytes.buffer);
        while (at < bytes.length) { if (bytes[at] === 5) found = [view.getUint16(at + 2, true), view.getUint16(at + 4, true), view.getUint32(at + 6, true)]; at += 2 + bytes[at + 1]; }
        said.push(found); };
      const ack = (nextEdge, round) => s.receive(new Uint8Array([16, 14, 0, 0, 0, 0, 0, 0, 0, 0, nextEdge, 0, 0, 0, round, 0]), 0);
      const press = (now) => { const number = s.edges.next; s.edges.note(0, true, now); s.edges.note(0, false, now); return number; };"""

    def said(self, body):
        """Returns the BUZZ of each message that the script sends, or None for a message without one."""
        return self.module("stream", self.SAY + body + " return said;")

    def test_it_is_in_every_message_until_the_host_has_it_and_its_edge(self):
        found = self.said("say(0); s.buzz(9, press(10), 10.5); say(16); say(32); ack(0, 9); say(48); ack(1, 8); say(64); ack(1, 9); say(80);")
        self.assertEqual(found, [None, [9, 0, 10500], [9, 0, 10500], [9, 0, 10500], [9, 0, 10500], None])

    def test_the_first_press_of_a_round_counts_until_the_host_has_it(self):
        found = self.said("s.buzz(9, press(10), 10); s.buzz(9, press(20), 20); say(32); ack(4, 9); s.buzz(9, press(40), 40); say(48);")
        self.assertEqual(found, [[9, 0, 10000], [9, 4, 40000]])

    def test_another_round_ends_it(self):
        found = self.said("""s.buzz(9, press(10), 10); say(16); s.receive(new Uint8Array([21, 8, 10, 0, 1, 0, 255, 255, 255, 255]), 0); say(32);
          s.buzz(10, press(40), 40); say(48);""")
        self.assertEqual(found, [[9, 0, 10000], None, [10, 2, 40000]])

    def test_its_time_wraps_as_that_of_states_does(self):
        found = self.said("s.buzz(9, press(4294968), 4294968); say(4294968);")
        self.assertEqual(found, [[9, 0, 4294968000 % 2 ** 32]])
