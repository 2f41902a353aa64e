import { demoWorld } from "../bench/worlds.ts";

// The browser tests' site starts on a copy of it.
await demoWorld();
