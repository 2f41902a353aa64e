import { newYorkDay } from "#domain/new-york.ts";
import { THEME_CHOICES } from "#domain/site.ts";
import { Rewards } from "#web/components/rewards.tsx";
import { serverTime } from "#web/lib/server-clock.ts";
import { saveTheme, useTheme } from "#web/lib/theme.ts";
import { Chart } from "#web/ui/chart.tsx";
import { chartScale } from "#web/ui/chart-scale.ts";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { Page } from "#web/ui/page.tsx";
import { Case } from "../case.tsx";
import { ControlCases } from "../controls.tsx";
import { DisplayCases } from "../display.tsx";
import { FieldCases } from "../fields.tsx";
import { ItemCases } from "../items.tsx";
import { OverlayCases } from "../overlays.tsx";
import styles from "../ui-page.module.css";

const DAY_MS = 86_400_000;
const POINTS = [
  { x: 0, y: 80 },
  { x: 33, y: 25 },
  { x: 67, y: 50 },
  { x: 100, y: 5 },
];
const ITEMS = [
  { id: 1, name: "Traffic Cone", thumbnail_url: "/static/item.svg" },
  { id: 2, name: "A name that is as long as an item is ever called", thumbnail_url: "/static/item.svg" },
];

/** Examples of countdowns, charts and rewards. */
function ProgressCases() {
  const now = serverTime();
  return (
    <>
      <Case name="Countdown">
        <Countdown endDay={newYorkDay(now)} label="Today ends in" />
        <Countdown endDay={newYorkDay(now + 12 * DAY_MS)} label="The event ends in" />
        <Countdown endDay={newYorkDay(now - DAY_MS)} label="The last one" />
      </Case>
      <Case name="Chart">
        <Chart
          label="Days"
          points={POINTS}
          ticks={chartScale(20).ticks}
          ends={["Nov 1, 2026", "Nov 4, 2026"]}
          describePoint={(i) => `Nov ${i + 1}, 2026: ${20 - (POINTS[i]?.y ?? 0) / 5} plays`}
          summary="Use the pointer or the arrow keys to select a day."
          dotted
        >
          {null}
        </Chart>
      </Case>
      <Case name="Rewards">
        <Rewards reward={{ coins: 25, xp: 100 }} />
        <Rewards reward={{ coins: 1, xp: 0, items: ITEMS }} />
        <Rewards reward={null} />
      </Case>
    </>
  );
}

const THEMES = THEME_CHOICES.map(({ name, name_formatted }) => ({ value: name, label: name_formatted }));

/** Every component of the design system in each of its states, with example texts. */
export default function UiPage() {
  return (
    <Page
      title="Design system"
      actions={
        <SegmentedControl label="Theme" hideLabel options={THEMES} value={useTheme()} onChange={saveTheme} />
      }
    >
      <div className={styles.grid}>
        <ControlCases />
        <FieldCases />
        <OverlayCases />
        <ProgressCases />
        <DisplayCases />
        <ItemCases />
      </div>
    </Page>
  );
}
