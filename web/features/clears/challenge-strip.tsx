import { Ghost, Play, Trophy } from "lucide-react";
import type { OutputOf } from "#domain/api/route.ts";
import type { levelClearsRoute } from "#domain/clears/api.ts";
import { formatDuration } from "#domain/duration.ts";
import { TOP_RANKS } from "#domain/runs/rules.ts";
import { ghostUrl } from "#web/components/play/ghost-url.ts";
import { playUrl } from "#web/components/play/play-url.ts";
import { LinkButton } from "#web/ui/button.tsx";
import styles from "./clears.module.css";
import { findRival } from "./find-rival.ts";
import { clearsText as text } from "./text/clears.ts";

interface ChallengeStripProps {
  levelId: number;
  /** The first page of the level's clears. */
  list: OutputOf<typeof levelClearsRoute>;
}

/** The user's own place and how far the next goal is; for others, the time to beat. */
export function ChallengeStrip({ levelId, list: { data, own, meta } }: ChallengeStripProps) {
  const [record] = data;
  if (!record) return null;
  const rival = own ? findRival(data, own) : record;
  const gap = own && rival ? formatDuration(own.time_ms - rival.time_ms) : null;
  const isRecord = !own && record.rank === 1;
  // The fastest player races their own record.
  const run = rival ? rival.run_id : own?.run_id;
  const hint = (own?.rank ?? 0) > TOP_RANKS ? text.roomsOnly : text.fastest;
  const raceText = isRecord ? text.raceRecord : rival ? text.raceNext(rival.user.username) : text.raceOwn;
  return (
    <div className={styles.strip}>
      <Trophy className={styles.trophy} aria-hidden />
      {own ? (
        <p>
          <strong>
            {text.own}: {own.time_formatted}
          </strong>
          {own.rank !== null && <> · {text.ownRank(own.rank, meta.total)}</>}
          <span className={styles.hint}>
            {rival && gap ? `${text.behind(gap, rival.rank)} · ${rival.user.username}` : hint}
          </span>
        </p>
      ) : (
        <p>
          <strong>
            {text.beat}: {record.time_formatted}
          </strong>
          <span className={styles.hint}>{text.beatHint(record.user.username)}</span>
        </p>
      )}
      <LinkButton
        size="s"
        icon={run ? Ghost : Play}
        to={run ? ghostUrl(levelId, run, true) : playUrl(levelId)}
      >
        {run ? raceText : text.beatIt}
      </LinkButton>
    </div>
  );
}
