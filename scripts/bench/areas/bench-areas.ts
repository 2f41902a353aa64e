import type { BenchArea } from "../run.ts";
import { measureBackup } from "./backup.ts";
import { measureBuild } from "./build.ts";
import { measureBytes } from "./bytes.ts";
import { measureChat } from "./chat.ts";
import { measureCost } from "./cost.ts";
import { measureDistance } from "./distance.ts";
import { measureHtml } from "./html.ts";
import { measureList } from "./list.ts";
import { measureMigrations } from "./migrations.ts";
import { measurePlay } from "./play.ts";
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
  distance: measureDistance,
  screen: measureScreen,
  render: measureRender,
  chat: measureChat,
  play: measurePlay,
  player: measurePlayer,
  room: measureRoom,
  build: measureBuild,
  cost: measureCost,
  scale: measureScale,
  sim: measureSim,
  backup: measureBackup,
  migrations: measureMigrations,
};
