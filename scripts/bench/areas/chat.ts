import { openBaseline, openSite } from "../chat/chat-server.ts";
import { checkDelivery } from "../chat/delivery.ts";
import { checkIdle } from "../chat/idle.ts";
import { checkTabs } from "../chat/tabs.ts";
import type { BenchArea } from "../run.ts";

const USERS = 100;

/** Compares chat with a minimal program: latency, CPU time, throughput, and the cost of idle sockets. */
export const measureChat: BenchArea = async (report, { small }) => {
  const site = await openSite(USERS);
  const baseline = await openBaseline(USERS);
  try {
    await checkDelivery(report, { site, baseline }, small);
    await checkTabs(report, { site, baseline }, small);
  } finally {
    await Promise.all([site.stop(), baseline.stop()]);
  }
  await checkIdle(report, small);
};
