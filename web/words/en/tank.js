// Every word on the tanks' page, in English.

export default {
  title: "Tanks",
  field: "The field with {count} tanks",
  player: "Player {slot}",
  steering: "Steering",
  single: "One lever",
  mix: "Mix",
  tracks: "Tracks",
  nobody: "Nobody drives yet",
  nobodyText: "Choose the layout Tank on the phone.",
  keys: "A fires, LB and RB turn the turret, BACK changes the steering.",
  retrying: "No connection to Tiltpad. Trying again…",
  bridgeLost: "Tiltpad has stopped. Nothing is pressed on any pad until it is back.",
  otherVersion: "Tiltpad was updated while it ran. Restart it.",
  forHost: "This page is for the host",
  forHostText: "Run this command on the host and open the link that it prints:",
  again: "Try again",
};
