import type { Area } from "../run.ts";
import { measureBytes } from "./bytes.ts";
import { measureChat } from "./chat.ts";
import { measureCost } from "./cost.ts";
import { measureHtml } from "./html.ts";
import { measureList } from "./list.ts";
import { measurePlay } from "./play.ts";
import { measureRender } from "./render.ts";
import { measureRows } from "./rows.ts";
import { measureScreen } from "./screen.ts";

/** What `npm run bench` measures, in its order. */
export const AREAS: Record<string, Area> = {
  rows: measureRows,
  list: measureList,
  html: measureHtml,
  bytes: measureBytes,
  screen: measureScreen,
  render: measureRender,
  chat: measureChat,
  play: measurePlay,
  cost: measureCost,
};
