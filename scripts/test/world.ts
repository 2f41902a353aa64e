import { demoWorld } from "../bench/worlds.ts";

// The browser tests run on a copy of this world.
await demoWorld();
