import { newYorkDay } from "#domain/new-york.ts";
import { Countdown } from "#web/ui/countdown.tsx";
import { Rewards } from "#web/ui/rewards.tsx";
import { Case } from "./case.tsx";

const DAY_MS = 86_400_000;
const ITEMS = [
  { id: 1, name: "Traffic Cone", thumbnail_url: "/static/item.svg" },
  { id: 2, name: "A name that is as long as an item is ever called", thumbnail_url: "/static/item.svg" },
];

/** Things that tell how far something is and what it brings. */
export function ProgressCases() {
  const now = Date.now();
  return (
    <>
      <Case name="Countdown">
        <Countdown endDay={newYorkDay(now)} label="Today ends in" />
        <Countdown endDay={newYorkDay(now + 12 * DAY_MS)} label="The event ends in" />
        <Countdown endDay={newYorkDay(now - DAY_MS)} label="The last one" />
      </Case>
      <Case name="Rewards">
        <Rewards reward={{ coins: 25, xp: 100 }} />
        <Rewards reward={{ coins: 1, xp: 0, items: ITEMS }} />
        <Rewards reward={null} />
      </Case>
    </>
  );
}
