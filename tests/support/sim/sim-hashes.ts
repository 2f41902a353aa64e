/**
 * The hash over all states of `simHashes()` with version 1 of the simulation. A difference means that stored runs of version 1
 * would end differently: a changed simulation needs a new version instead.
 */
export const SIM_HASHES: Record<string, string> = {
  boxes: "2949ff1e",
  "turned boxes": "ef63146d",
  slopes: "7c9bab5c",
  "round blocks": "2e55bde1",
  "moving blocks": "9c05926f",
  "turned moving blocks": "24a5cbcb",
  effects: "8e329921",
  materials: "e7711d16",
  "hazards and checkpoints": "028b5e25",
  everything: "9d752ca2",
  "a crowd of blocks": "48916e41",
  "a pool and a stair": "34b29475",
};
