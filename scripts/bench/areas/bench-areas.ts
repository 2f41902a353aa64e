import type { BenchArea } from "../run.ts";
import { measureBuild } from "./build.ts";
import { measureBytes } from "./bytes.ts";
import { measureChat } from "./chat.ts";
import { measureHtml } from "./html.ts";
import { measureList } from "./list.ts";
import { measurePlayer } from "./player.ts";
import { measureRender } from "./render.ts";
import { measureRoom } from "./room.ts";
import { measureRows } from "./rows.ts";
import { measureScale } from "./scale.ts";
import { measureScreen } from "./screen.ts";
import { measureSim } from "./sim.ts";

/** The areas of `npm run bench`, in order. */
export const BENCH_AREAS: Record<string, BenchArea> = {
  rows: measureRows,
  list: measureList,
  html: measureHtml,
  bytes: measureBytes,
  screen: measureScreen,
  render: measureRender,
  chat: measureChat,
  player: measurePlayer,
  room: measureRoom,
  build: measureBuild,
  scale: measureScale,
  sim: measureSim,
};
