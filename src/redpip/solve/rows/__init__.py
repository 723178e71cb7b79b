"""Games in which dice fill rows along a track: one turn is two throws of the dice that are not kept."""
