import { CircleCheck } from "lucide-react";
import type { Achievement, AchievementSet } from "#domain/achievements/api.ts";
import { achievementProgress, percent } from "#domain/achievements/progress.ts";
import { Rewards } from "#web/components/rewards.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge, Progress } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./achievements.module.css";
import { achievementsText } from "./text.ts";

function Status({ user_achievement }: Pick<Achievement, "user_achievement">) {
  if (!user_achievement) return <span className={styles.muted}>{achievementsText.notObtained}</span>;
  return (
    <Tooltip text={achievementsText.obtainedOn(formatDateTime(user_achievement.created_at))} focusable>
      <Badge tone="accent">
        <CircleCheck aria-hidden />
        {achievementsText.obtained}
      </Badge>
    </Tooltip>
  );
}

function Entry({ set, achievement }: { set: AchievementSet; achievement: Achievement }) {
  const { name, description, image_url, reward, user_achievement } = achievement;
  const { current, total, share } = achievementProgress(set, achievement);
  const percentage = percent(share);
  return (
    <li className={styles.entry}>
      <img
        className={cx(styles.badge, !user_achievement && styles.locked)}
        src={image_url}
        width={56}
        height={56}
        alt=""
      />
      <div className={styles.text}>
        <div className={styles.head}>
          <h3>{name}</h3>
          <Status user_achievement={user_achievement} />
        </div>
        <p className={styles.muted}>{description}</p>
        <Progress label={achievementsText.progressOf(name)} share={percentage / 100} />
        <div className={styles.head}>
          <span className={styles.numbers}>{achievementsText.progress(current, total, percentage)}</span>
          <div className={styles.reward}>
            <span className={styles.muted}>{achievementsText.reward}</span>
            <Rewards reward={reward} />
          </div>
        </div>
      </div>
    </li>
  );
}

/** Lists a set's achievements. Open while `set` is defined. */
export function SetModal({ set, onClose }: { set: AchievementSet | undefined; onClose: () => void }) {
  return (
    <Modal open={set !== undefined} onClose={onClose} title={set?.name ?? ""} text={set?.description} wide>
      {set && (
        <ul className={styles.entries}>
          {set.achievements.map((achievement) => (
            <Entry key={achievement.id} set={set} achievement={achievement} />
          ))}
        </ul>
      )}
    </Modal>
  );
}
