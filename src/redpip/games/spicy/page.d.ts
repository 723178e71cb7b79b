/** What page.py sends, for the type checker. */

export interface SpicyScene extends Scene {
  seats: (SceneSeat & { left: number })[];
  dice: Die[];
  pepper: boolean; // the dice as they lie make one
  roll: { dice: number[]; any: boolean } | null;
  hold: { dice: number[]; most: number } | null;
  rolls: { used: number; fresh: number; total: number; left: number; text: string; note: string };
  boxes: Box[];
  cards: {
    points: (number | null)[];
    marks: (number | null)[];
    bonus: number | null;
    total: number;
    dice: number[] | null;
  }[];
}

export interface Die extends ShownDie {
  cast: boolean;
  flips: { face: number; points: number; best: boolean; action: string | null }[] | null;
}

/** A box; one that is open after a roll says what it would bring. */
export type Box = Named | Preview;

interface Named {
  box: string;
  name: string;
  hint: string;
  waive?: string;
  points?: undefined;
  uses?: undefined;
}

interface Preview extends Omit<Named, "points" | "uses"> {
  points: number;
  tag: string;
  doubled: boolean;
  best: boolean;
  action: string;
  used?: number[];
  uses?: { dice: number[]; points: number; action: string }[];
}
