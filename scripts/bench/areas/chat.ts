import { judgeDelivery } from "../chat/delivery.ts";
import { judgeIdle } from "../chat/idle.ts";
import { judgeTabs } from "../chat/tabs.ts";
import { openBare, openSite } from "../chat/venue.ts";
import type { Area } from "../run.ts";

const PEOPLE = 100;

/** Messages between people against bare programs that do the least: how long, how much, how many, and what waiting costs. */
export const measureChat: Area = async (report, { small }) => {
  const site = await openSite(PEOPLE);
  const bare = await openBare(PEOPLE);
  try {
    await judgeDelivery(report, { site, bare }, small);
    await judgeTabs(report, { site, bare }, small);
  } finally {
    await Promise.all([site.stop(), bare.stop()]);
  }
  await judgeIdle(report, small);
};
