import type { World } from "../../world/schema.ts";
import { slab, startWorld, type WorldStartId } from "./blocks.ts";
import { candy } from "./candy.ts";
import { castle } from "./castle.ts";
import { city } from "./city.ts";
import { island } from "./island.ts";
import { jungle } from "./jungle.ts";
import { obby } from "./obby.ts";
import { race } from "./race.ts";
import { snow } from "./snow.ts";
import { space } from "./space.ts";

/** A world to start from, as cards show it. */
export interface WorldStart {
  id: WorldStartId;
  label: string;
  hint: string;
}

export const WORLD_STARTS: readonly WorldStart[] = [
  { id: "obby", label: "Obby", hint: "Ten jumps, one star, a goal at the end." },
  { id: "island", label: "Island", hint: "A sunny island with three stars and a boat." },
  { id: "race", label: "Race", hint: "A short track with boosts and checkpoints." },
  { id: "city", label: "City", hint: "Streets at night and a way over the roofs." },
  { id: "castle", label: "Castle", hint: "A moat, high walls and a keep." },
  { id: "space", label: "Space station", hint: "Decks among planets, and a shuttle." },
  { id: "snow", label: "Snowy mountain", hint: "A frozen lake, a cabin and a climb." },
  { id: "candy", label: "Candy land", hint: "A giant cake to climb, with sweets around it." },
  { id: "jungle", label: "Jungle temple", hint: "A rope bridge and steps to a shrine." },
  { id: "empty", label: "Empty plain", hint: "Just a floor. Everything else is up to you." },
];

const BUILDERS: Record<WorldStartId, () => World> = {
  obby,
  island,
  race,
  city,
  castle,
  space,
  snow,
  candy,
  jungle,
  empty,
};

/** Returns one of the ten worlds to start from; a new one each time. */
export const worldStart = (id: WorldStartId): World => BUILDERS[id]();

/** The world of a level for which no file was uploaded. */
export const starterWorld = (): World => worldStart("obby");

function empty(): World {
  return startWorld(
    "day",
    { position: [0, 0, 0], yaw: 0 },
    { blocks: [slab([0, 0, 0], [64, 2, 64], "6cc551", "grass")] },
  );
}
