/** What page.py sends, for the type checker. */

export interface DiangleScene extends Scene {
  phase: string;
  track: number[];
  pins: { level: number; finished: boolean; text: string }[];
  rows: Row[];
  loose: Loose[];
  cast: number[];
  select: { must: number[]; may: number[] } | null;
  decide: { accept: Choice; reroll: Choice } | null;
  fill: { label: string; actions: string[] } | null;
  advance: (Choice & { rows: number; way: string })[];
  end: Choice | null;
  boards: { rows: Dice[]; numbers: (number | null)[]; sizes: number[]; beside: Dice }[];
}

export interface Row {
  row: number;
  name: string;
  number: number | null;
  size: number;
  dice: Placed[];
  filled: boolean;
  note: string;
}

export interface Placed extends ShownDie {
  lift: string | null;
}

export interface Loose extends ShownDie {
  cast: boolean;
  note: string;
  places: { row: number; action: string }[];
}
