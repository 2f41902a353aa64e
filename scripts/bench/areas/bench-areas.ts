import type { BenchArea } from "../run.ts";
import { measureBuild } from "./build.ts";
import { measureBytes } from "./bytes.ts";
import { measureChat } from "./chat.ts";
import { measureRender } from "./render.ts";
import { measureRoom } from "./room.ts";
import { measureRows } from "./rows.ts";
import { measureScale } from "./scale.ts";
import { measureScreen } from "./screen.ts";
import { measureSim } from "./sim.ts";

/** The areas of `npm run bench`, in order. */
export const BENCH_AREAS: Record<string, BenchArea> = {
  bytes: measureBytes,
  rows: measureRows,
  chat: measureChat,
  room: measureRoom,
  sim: measureSim,
  build: measureBuild,
  render: measureRender,
  screen: measureScreen,
  scale: measureScale,
};
