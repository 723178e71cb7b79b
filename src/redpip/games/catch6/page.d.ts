/** What page.py sends, for the type checker. */

export interface Catch6Scene extends Scene {
  phase: string;
  hands: Die[][];
  numbers: { number: number; points: number; owner: number | null }[];
  roll: { dice: number[]; any: boolean } | null;
  catches: (Choice & { number: number; note: string; carry: Choice | null })[];
  pass: Choice | null;
  target: number;
  race: { score: number; part: number; caught: number[] }[];
}

export interface Die extends ShownDie {
  cast: boolean;
}
