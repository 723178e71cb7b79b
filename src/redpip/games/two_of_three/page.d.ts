/** What page.py sends, for the type checker. */

export interface TwoOfThreeScene extends Scene, Drawn {
  phase: string;
  hands: number[][];
  cast: number[];
  rolled: ShownDie[];
  roll: { dice: number[]; all: boolean; most: number } | null;
  place: Placing[];
  tied: (Drawn & { score: string }) | null;
}

export interface Drawn {
  squares: Square[];
  lines: Line[];
}

export interface Square {
  square: number;
  row: number;
  column: number;
  piece: Piece | null;
}

export interface Piece extends ShownDie {
  seat: number;
}

export interface Standing {
  owner: number | null;
  full: boolean;
  what: string;
}

export interface Line extends Standing {
  line: string;
  tag: string;
  name: string;
  squares: number[];
}

export interface Placing extends ShownDie {
  squares: Option[];
}

export interface Option {
  square: number;
  action: string;
  pushes: boolean;
  net: number;
  note: string;
  lines: Record<string, Standing>;
}
