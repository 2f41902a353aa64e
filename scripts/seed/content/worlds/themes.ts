import type { World } from "#domain/world/schema.ts";
import { beachResort } from "./beach.ts";
import type { WorldOptions } from "./builder.ts";
import { candyMountain } from "./candy.ts";
import { mineCanyon } from "./canyon.ts";
import { castle } from "./castle.ts";
import { toyCity } from "./city.ts";
import { farm } from "./farm.ts";
import { iceSlide } from "./ice.ts";
import { skyIslands } from "./islands.ts";
import { giantLibrary } from "./library.ts";
import { hauntedMansion } from "./mansion.ts";
import { maze } from "./maze.ts";
import { raceLoop } from "./race.ts";
import { rooftopParkour } from "./rooftops.ts";
import { spaceStation } from "./station.ts";
import { jungleTemple } from "./temple.ts";
import { obbyTower } from "./tower.ts";
import { volcanoRun } from "./volcano.ts";

/** All kinds of demo levels. The same options give the same world. */
export const THEMES = {
  tower: obbyTower,
  islands: skyIslands,
  castle,
  maze,
  race: raceLoop,
  candy: candyMountain,
  canyon: mineCanyon,
  mansion: hauntedMansion,
  station: spaceStation,
  beach: beachResort,
  city: toyCity,
  volcano: volcanoRun,
  ice: iceSlide,
  temple: jungleTemple,
  library: giantLibrary,
  rooftops: rooftopParkour,
  farm,
} satisfies Record<string, (options: WorldOptions) => World>;

export type Theme = keyof typeof THEMES;
