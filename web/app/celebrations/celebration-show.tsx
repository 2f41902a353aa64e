import type { upcoming } from "#web/lib/celebrate.ts";
import { BadgeCard } from "./badge-card.tsx";
import { CoinBurst } from "./coin-burst.tsx";
import { LevelStage } from "./level-stage.tsx";

/** The celebrations on the screen. */
export default function CelebrationShow({ coins, stage }: ReturnType<typeof upcoming>) {
  return (
    <>
      {coins && <CoinBurst key={coins.id} celebration={coins} />}
      {stage?.kind === "badge" && <BadgeCard key={stage.id} celebration={stage} />}
      {stage?.kind === "level" && <LevelStage key={stage.id} celebration={stage} />}
    </>
  );
}
