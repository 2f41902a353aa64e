import { addCrowd } from "../../bench/chat/crowd.ts";
import type { Report } from "../../bench/report.ts";
import type { Area } from "../../bench/run.ts";
import { emptyScratch } from "../../bench/worlds.ts";
import { localSecrets } from "../../site/secrets.ts";
import { between, chance, pause } from "../chat/ask.ts";
import { Member } from "../chat/member.ts";
import { Memory } from "../chat/memory.ts";
import { Tab } from "../chat/tab.ts";
import { judgeChat, type Person } from "../chat/verdict.ts";
import { MortalSite } from "../mortal.ts";

const PEOPLE = 24;
const TABS = 2;
const DEATHS = 10;
/** A life of the site lasts this long, in milliseconds. */
const LIFE = { least: 3_000, most: 7_000 };
/** Share of the deliveries from conversations to people that fail. */
const FAULTS = "deliveries=0.2";
const CUTS_EVERY = 100;
const PATIENCE = 30_000;

/**
 * People write to each other while the site is killed at random, sockets are cut, deliveries fail and messages are sent
 * twice. Nothing acknowledged may be lost or doubled, and every page must end with the truth.
 */
export const judgeChatting: Area = async (report, { small }) => {
  const site = await MortalSite.start(emptyScratch(), { FAULTS });
  const memory = new Memory();
  const people = await gather(site, memory);
  const tabs = people.flatMap((person) => person.tabs);
  const listening = tabs.map((tab) => tab.live());
  const dozing = Promise.withResolvers<void>();
  const dozed = people[0]?.tabs[1]?.doze(dozing.promise);
  const deaths = small ? 3 : DEATHS;
  await talkWhile(site, people, memory, async () => {
    for (let i = 0; i < deaths; i++) {
      await pause(between(LIFE.least, LIFE.most));
      await site.killAndRestart();
    }
    await pause(LIFE.least);
  });
  dozing.resolve();
  await dozed;
  tell(report, site, memory);
  await judgeChat(report, site, people, memory, "alive");
  await judgeOnline(report, site, PEOPLE, "people counted online while all are there");
  // What is only remembered and not kept goes with a death after which nobody says anything that could bring it back.
  await talkWhile(site, people, memory, () => pause(LIFE.least));
  await site.killAndRestart();
  await judgeChat(report, site, people, memory, "risen");
  tellRest(report, tabs, memory);
  for (const tab of tabs) tab.close();
  await Promise.all(listening);
  await judgeOnline(report, site, 0, "people counted online after all have left");
  await site.stop();
};

/** Lets everybody talk, and sockets be cut, until something is done; what was begun is brought to its end. */
async function talkWhile(
  site: MortalSite,
  people: readonly Person[],
  memory: Memory,
  doing: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const over = () => isOver;
  const talking = people.flatMap(({ guest, others, tabs: [tab] }) => {
    const member = new Member(site, guest, memory, (other) => tab?.newest(other));
    return others.map((other) => member.talkTo(other, over));
  });
  const tabs = people.flatMap((person) => person.tabs);
  const disturbance = disturb(tabs, over);
  await doing();
  isOver = true;
  await Promise.all([...talking, disturbance]);
}

/** Everybody talks to a neighbour; some also to others, so that one inbox hears from several at once. */
async function gather(site: MortalSite, memory: Memory): Promise<Person[]> {
  const { url, state } = site;
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const guests = await addCrowd({ url, run, secret: localSecrets(state).SESSION_SECRET }, PEOPLE);
  const [popular, ...crowd] = guests.map(({ id }) => id);
  const others = new Map(guests.map(({ id }, i) => [id, new Set([guests[i ^ 1]?.id ?? 0])]));
  for (const id of crowd.filter((_, i) => i % 4 === 1)) {
    others.get(popular ?? 0)?.add(id);
    others.get(id)?.add(popular ?? 0);
  }
  return guests.map((guest) => {
    const known = [...(others.get(guest.id) ?? [])];
    return {
      guest,
      others: known,
      tabs: Array.from({ length: TABS }, () => new Tab(site, guest, known, memory)),
    };
  });
}

/** Cuts sockets at random and lets pages say what pages say. */
async function disturb(tabs: readonly Tab[], over: () => boolean): Promise<void> {
  while (!over()) {
    await pause(between(0, 2 * CUTS_EVERY));
    const tab = tabs[Math.floor(Math.random() * tabs.length)];
    if (chance(0.5)) tab?.cut();
    else tab?.murmur();
  }
}

/** How far the database's count and rows of who is online are from the truth, once there was time to write them. */
async function judgeOnline(report: Report, site: MortalSite, truth: number, what: string): Promise<void> {
  const end = performance.now() + PATIENCE;
  let counted: { counter: number; rows: number } | undefined;
  do {
    await pause(500);
    [counted] = await site.rows<{ counter: number; rows: number }>(
      "select (select value from counters where name = 'online') as counter, (select count(*) from presence) as rows",
    );
  } while ((counted?.counter !== truth || counted.rows !== truth) && performance.now() < end);
  const { counter = Number.NaN, rows = Number.NaN } = counted ?? {};
  report.most(`${what}: how far off`, Math.max(Math.abs(counter - truth), Math.abs(rows - truth)), 0, {
    notes: [`${counter} counted, ${rows} rows, should be ${truth}`],
  });
}

function tell(report: Report, site: MortalSite, memory: Memory): void {
  const { said, acknowledged, posts, retries, doubles } = memory;
  report.told("times killed", site.deaths);
  report.told("messages acknowledged", acknowledged.length, {
    notes: [
      `${said.length} said in ${posts} requests: ${retries} tried again, ${doubles} sent twice on purpose`,
    ],
  });
}

function tellRest(report: Report, tabs: readonly Tab[], { cuts, resumes }: Memory): void {
  report.told("sockets cut", cuts, {
    notes: [`greeted with ${[...resumes].map(([how, times]) => `${how} ${times}`).join(", ")}`],
  });
  report.told(
    "times that a page heard of a message it had",
    tabs.reduce((sum, { doubles }) => sum + doubles, 0),
  );
}
