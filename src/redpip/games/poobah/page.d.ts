/** What page.py sends, for the type checker. */

export interface PoobahScene extends Scene {
  phase: string;
  dice: Die[];
  roll: { dice: number[]; any: boolean; none: string | null } | null;
  done: Choice | null;
  scoring: (ShownDie & { pays: number; tag: string; leads: number[] })[];
  scored: boolean;
  target: number;
  numbers: { number: number; counts: number[]; leads: number[]; paid: number }[];
  race: { score: number; part: number; gain: number; active: boolean; hand: Dice }[];
}

export interface Die extends ShownDie {
  cast: boolean;
  flips: Flip[] | null;
}

export interface Flip {
  face: number;
  count: number;
  text: string;
  best: boolean;
  action: string | null;
}
