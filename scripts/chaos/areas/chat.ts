import { setTimeout as pause } from "node:timers/promises";
import { addCrowd } from "../../bench/chat/crowd.ts";
import type { BenchReport } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { localSecrets } from "../../site/secrets.ts";
import { ChatHistory } from "../chat/chat-history.ts";
import { type ChatUser, checkChat } from "../chat/check-chat.ts";
import { ChaosMember } from "../chat/member.ts";
import { between, chance } from "../chat/send-request.ts";
import { Tab } from "../chat/tab.ts";
import { KillableSite } from "../killable-site.ts";

const USERS = 24;
const TABS = 2;
const KILLS = 10;
/** Milliseconds between two kills. */
const KILL_INTERVAL = { least: 3_000, most: 7_000 };
/** The share of deliveries from conversations to users that fail. */
const FAULTS = "deliveries=0.2";
const CUTS_EVERY = 100;
const TIMEOUT_MS = 30_000;

/**
 * Users write to each other while the site is killed at random, sockets are cut, deliveries fail and messages are sent
 * twice, on sockets and over HTTP. No acknowledged message can be lost or duplicated, and every tab must be correct in the end.
 */
export const verifyChat: BenchArea = async (report, { small }) => {
  const site = await KillableSite.start(emptyScratchFolder(), { FAULTS });
  const history = new ChatHistory();
  const users = await createUsers(site, history);
  const tabs = users.flatMap((user) => user.tabs);
  const running = tabs.map((tab) => tab.run());
  const endOfflineTime = Promise.withResolvers<void>();
  const offlineTab = users[0]?.tabs[1]?.stayOffline(endOfflineTime.promise);
  const kills = small ? 3 : KILLS;
  await chatWhile(site, users, history, async () => {
    for (let i = 0; i < kills; i++) {
      await pause(between(KILL_INTERVAL.least, KILL_INTERVAL.most));
      await site.killAndRestart();
    }
    await pause(KILL_INTERVAL.least);
  });
  endOfflineTime.resolve();
  await offlineTab;
  reportMessages(report, site, history);
  await checkChat(report, site, users, history, "running");
  await checkOnline(report, site, USERS, "users counted as online while all are online");
  // State that's only in memory is lost with this kill, and no later message restores it.
  await chatWhile(site, users, history, () => pause(KILL_INTERVAL.least));
  await site.killAndRestart();
  await checkChat(report, site, users, history, "after restart");
  reportSockets(report, tabs, history);
  for (const tab of tabs) tab.close();
  await Promise.all(running);
  await checkOnline(report, site, 0, "users counted as online after all left");
  await site.stop();
};

/** Lets everyone chat, with sockets being cut, while `work` runs. Waits for pending actions at the end. */
async function chatWhile(
  site: KillableSite,
  users: readonly ChatUser[],
  history: ChatHistory,
  work: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const hasEnded = () => isOver;
  const chats = users.flatMap(({ user, others, tabs: [tab] }) => {
    const member = new ChaosMember(site, user, history, tab);
    return others.map((other) => member.chatWith(other, hasEnded));
  });
  const tabs = users.flatMap((user) => user.tabs);
  const disturbance = disturb(tabs, hasEnded);
  await work();
  isOver = true;
  await Promise.all([...chats, disturbance]);
}

/** Pairs up users. Some also write to one popular user, so one inbox receives from several at once. */
async function createUsers(site: KillableSite, history: ChatHistory): Promise<ChatUser[]> {
  const { url, state } = site;
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const members = await addCrowd({ url, run, secret: localSecrets(state).SESSION_SECRET }, USERS);
  const [popular, ...crowd] = members.map(({ id }) => id);
  const others = new Map(members.map(({ id }, i) => [id, new Set([members[i ^ 1]?.id ?? 0])]));
  for (const id of crowd.filter((_, i) => i % 4 === 1)) {
    others.get(popular ?? 0)?.add(id);
    others.get(id)?.add(popular ?? 0);
  }
  return members.map((member) => {
    const known = [...(others.get(member.id) ?? [])];
    return {
      user: member,
      others: known,
      tabs: Array.from({ length: TABS }, () => new Tab(site, member, known, history)),
    };
  });
}

/** Cuts sockets and sends frames at random. */
async function disturb(tabs: readonly Tab[], hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    await pause(between(0, 2 * CUTS_EVERY));
    const tab = tabs[Math.floor(Math.random() * tabs.length)];
    if (chance(0.5)) tab?.cut();
    else tab?.sendFrame();
  }
}

/** Checks the counter and the rows of online users after they've had time to settle. */
async function checkOnline(
  report: BenchReport,
  site: KillableSite,
  expected: number,
  label: string,
): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  let counted: { counter: number; rows: number } | undefined;
  do {
    await pause(500);
    [counted] = await site.rows<{ counter: number; rows: number }>(
      "select (select value from counters where name = 'online') as counter, (select count(*) from presence) as rows",
    );
  } while ((counted?.counter !== expected || counted.rows !== expected) && performance.now() < end);
  const { counter = Number.NaN, rows = Number.NaN } = counted ?? {};
  report.atMost(`${label}: deviation`, Math.max(Math.abs(counter - expected), Math.abs(rows - expected)), 0, {
    notes: [`counter ${counter}, ${rows} rows, should be ${expected}`],
  });
}

function reportMessages(report: BenchReport, site: KillableSite, history: ChatHistory): void {
  const { sent, acknowledged, posts, frames, retries, doubles } = history;
  report.info("times killed", site.kills);
  report.info("messages acknowledged", acknowledged.length, {
    notes: [
      `${sent.length} sent on sockets ${frames} times and in ${posts} requests: ${retries} retried, ${doubles} sent twice on purpose`,
    ],
  });
}

function reportSockets(report: BenchReport, tabs: readonly Tab[], { cuts, resumes }: ChatHistory): void {
  report.info("sockets cut", cuts, {
    notes: [`greeted with ${[...resumes].map(([how, times]) => `${how} ${times}`).join(", ")}`],
  });
  report.info(
    "messages that a page received twice",
    tabs.reduce((sum, { doubles }) => sum + doubles, 0),
  );
}
