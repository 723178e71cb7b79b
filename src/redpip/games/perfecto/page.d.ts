/** What page.py sends, for the type checker. */

export interface PerfectoScene extends Scene {
  phase: string;
  round: number;
  bid: Bid | null;
  call: { seat: number; name: string; stake: string; surrendered: number | null } | null;
  in_play: string;
  of_each: string;
  bids: Bid[];
  cup: CupDie[] | null;
  hand: string;
  know: string;
  ladder: Cell[] | null;
  rank: number;
  freeze: number[] | null;
  roll: number[] | null;
  unseen: { action: string; number: number }[];
  calls: (Choice & { chance: string | null })[];
  sides: (Choice & { chance: string; seat: number })[];
  chosen: number[];
  showdown: Shown | null;
  fresh: boolean;
}

export interface Bid {
  seat: number;
  quantity: number;
  rank: number;
  rolled: number;
  text: string;
  chance: string | null;
}

/** A die that is in play, or one that is lost. */
export type CupDie = (ShownDie & { frozen: boolean; cast: boolean; lost: false }) | { die: number; lost: true };

/** A bid that may be made; its action is missing where a die is to be frozen with it. */
export interface Cell {
  quantity: number;
  rank: number;
  written: string;
  action: string | null;
  text: string;
  chance: string;
}

export interface Shown {
  bid: Bid;
  caller: number;
  count: number;
  winner: number;
  verdict: string;
  counted: string;
  hands: Hand[];
}

export interface Hand {
  seat: number;
  dice: { die: number; face: number; name: string; counts: number }[];
  total: number;
  note: string;
  lost: number;
}
