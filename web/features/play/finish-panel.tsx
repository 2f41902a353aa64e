import {
  ArrowRight,
  CircleAlert,
  CircleCheck,
  Clapperboard,
  CloudOff,
  Crown,
  Ghost as GhostIcon,
  Hammer,
  Hourglass,
  LoaderCircle,
  LogIn,
  type LucideIcon,
  RotateCcw,
  Share2,
  User,
  UserPlus,
  X,
} from "lucide-react";
import { type CSSProperties, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { formatDuration } from "#domain/duration.ts";
import type { Ghost, LevelPlay } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { Rewards } from "#web/components/rewards.tsx";
import type { FinishedRun } from "#web/game/game-state.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, type MenuProps } from "#web/ui/menu.tsx";
import type { MenuItem } from "#web/ui/menu-item.ts";
import { toast } from "#web/ui/toast-store.ts";
import confettiStyles from "./confetti.module.css";
import styles from "./finish-panel.module.css";
import { usePadNavigation } from "./pad-navigation.ts";
import { secondsApart } from "./play-clock.ts";
import type { RunResult, RunSubmission } from "./run-result.ts";
import { claimSavedRun } from "./saved-runs.ts";
import { finishText } from "./text/finish.ts";
import { knownGhosts } from "./use-ghost.ts";

const COUNT = 70;
const CONFETTI = ["#ffb800", "#f99205", "#4cd261", "#4aa8ff", "#ff5c8a", "#ffffff"];

/** A fixed sequence that looks random, 0 to 1. */
const scatter = (index: number, seed: number): number => (index * 0.618034 + seed * index * 0.137 + seed) % 1;

const PIECES = Array.from({ length: COUNT }, (_, i) => ({
  "--x": Math.round(scatter(i, 0.11) * 100),
  "--s": scatter(i, 0.37).toFixed(2),
  "--d": scatter(i, 0.73).toFixed(2),
  "--w": (scatter(i, 0.53) * 2 - 1).toFixed(2),
  "--c": CONFETTI[i % CONFETTI.length],
}));

function Confetti() {
  return (
    <div className={confettiStyles.confetti} aria-hidden>
      {PIECES.map((piece) => (
        <i key={`${piece["--x"]} ${piece["--d"]}`} style={piece as CSSProperties} />
      ))}
    </div>
  );
}

interface StateLine {
  icon: LucideIcon;
  tone?: "counted" | "flagged" | "refused";
  text: string;
  hint?: string;
}

/** The line about a run that the server has, is checking, or doesn't have yet; null for a visitor's. */
export function stateLine(result: RunResult): StateLine | null {
  switch (result.at) {
    case "visitor":
      return null;
    case "sending":
      return { icon: LoaderCircle, text: finishText.sending };
    case "unsent":
      return { icon: CloudOff, tone: "flagged", text: finishText.unsent };
    case "rejected":
      return { icon: CircleAlert, tone: "refused", text: finishText.rejected, hint: result.message };
    case "sent": {
      const { state, message } = result.run;
      if (state === "waiting")
        return { icon: LoaderCircle, text: finishText.checking, hint: finishText.checkingHint };
      if (state === "counted") return { icon: CircleCheck, tone: "counted", text: message };
      const icon = state === "flagged" ? Hourglass : CircleAlert;
      return { icon, tone: state, text: message };
    }
  }
}

function RunStateLine({ result }: { result: RunResult }) {
  const line = stateLine(result);
  const run = result.at === "sent" && result.run.state === "counted" ? result.run : null;
  return (
    <div role="status">
      {line && (
        <p
          className={cx(styles.state, line.tone && styles[line.tone])}
          data-run-state={result.at === "sent" ? result.run.state : result.at}
        >
          <line.icon className={cx(line.icon === LoaderCircle && styles.spin)} aria-hidden />
          <span>
            {line.text}
            {line.hint && <span className={styles.stateHint}>{line.hint}</span>}
          </span>
          {run?.rank && (
            <span className={styles.rank}>
              <span className="sr-only">{finishText.rankLabel} </span>
              {finishText.rank(run.rank, run.total)}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

interface GhostMenuProps {
  play: LevelPlay;
  rivalId: number | null;
  onRace: (ghost: Ghost | null) => void;
  trigger: MenuProps["trigger"];
}

/** Chooses the ghost to race: the player's best run, the record or the creator's. Nothing if the level has none. */
function GhostMenu({ play, rivalId, onRace, trigger }: GhostMenuProps) {
  const { own, record, creator } = knownGhosts(play);
  const items: MenuItem[] = [];
  const add = (ghost: Ghost | undefined, label: (ghost: Ghost) => string, icon: MenuItem["icon"]) => {
    if (ghost)
      items.push({
        label: label(ghost),
        icon,
        checked: rivalId === ghost.run_id,
        onSelect: () => onRace(ghost),
      });
  };
  const { ghosts } = finishText;
  add(own, ({ time_formatted }) => ghosts.own(time_formatted), User);
  add(record, ({ user, time_formatted }) => ghosts.record(user.username, time_formatted), Crown);
  add(creator, ({ user, time_formatted }) => ghosts.creator(user.username, time_formatted), Hammer);
  if (items.length === 0) return null;
  if (rivalId !== null) items.push({ label: ghosts.none, icon: X, onSelect: () => onRace(null) });
  return <Menu label={finishText.race} groups={[{ id: "ghosts", items }]} align="center" trigger={trigger} />;
}

const COLORS = {
  creator: ["#d8352a", "#ffc933", "#b97b00"],
  top_ten: ["#1f7fe0", "#ffd76a", "#b97b00"],
  best: ["#2f9e44", "#e3e7ee", "#8b93a1"],
} satisfies Record<NonNullable<Run["medal"]>, string[]>;

const STAR = "M24 22.5l3 6.2 6.8.9-5 4.7 1.3 6.7-6.1-3.3-6.1 3.3 1.3-6.7-5-4.7 6.8-.9z";

function MedalBadge({ medal }: { medal: NonNullable<Run["medal"]> }) {
  const [ribbon, metal, rim] = COLORS[medal];
  return (
    <p className={styles.medal}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M12 2h10l6 16-9 5z" fill={ribbon} />
        <path d="M36 2H26l-6 16 9 5z" fill={ribbon} opacity="0.75" />
        <circle cx="24" cy="31" r="15" fill={metal} stroke={rim} strokeWidth="2.5" />
        <path d={STAR} fill={rim} />
      </svg>
      {finishText.medals[medal]}
    </p>
  );
}

/** How a time compares with the best one before it. */
export function comparison(ms: number, previous: number | null): { text: string; isBest: boolean } {
  if (previous === null) return { text: finishText.firstClear, isBest: true };
  const difference = `${secondsApart(ms - previous)} s`;
  if (ms === previous) return { text: finishText.same, isBest: false };
  return ms < previous
    ? { text: finishText.faster(difference), isBest: true }
    : { text: finishText.slower(difference), isBest: false };
}

/** Opens the device's share sheet, or copies the link. */
async function share(level: LevelPlay["level"], time: string, result: RunResult): Promise<void> {
  const run = result.at === "sent" && result.run.state === "counted" ? result.run.id : null;
  const url = new URL(
    run ? `/play/${level.id}?ghost=${run}&race=1` : `/levels/${level.id}`,
    window.location.origin,
  ).href;
  const data = {
    title: finishText.shareTitle(level.title),
    text: finishText.shareText(level.title, time),
    url,
  };
  try {
    if (navigator.share && navigator.canShare?.(data)) return await navigator.share(data);
    await navigator.clipboard.writeText(`${data.text} ${url}`);
    toast(finishText.copied, { tone: "good" });
  } catch (error) {
    // The user closed the share sheet.
    if (error instanceof DOMException && error.name === "AbortError") return;
    toast(finishText.copyFailed(url));
  }
}

/** Where a visitor signs up or in, to save the run that they just made. */
function SaveByVisitor({
  levelId,
  result,
}: {
  levelId: number;
  result: Extract<RunResult, { at: "visitor" }>;
}) {
  const next = `/levels/${levelId}`;
  const claim = () => claimSavedRun(result.key);
  if (!result.isStored) return null;
  return (
    <div className={styles.visitor}>
      <LinkButton
        variant="primary"
        icon={UserPlus}
        full
        to={`/register?next=${encodeURIComponent(next)}`}
        onClick={claim}
      >
        {finishText.signUp}
      </LinkButton>
      <p>{finishText.signUpHint}</p>
      <LinkButton variant="quiet" size="s" icon={LogIn} to={signInUrl(next)} onClick={claim}>
        {finishText.signIn}
      </LinkButton>
    </div>
  );
}

export interface FinishPanelProps {
  play: LevelPlay;
  run: FinishedRun;
  /** The player's best time before this run. */
  previousMs: number | null;
  /** Null in a level that has nothing to clear, or whose document has changed. */
  submission: RunSubmission | null;
  rating: ReactNode;
  rivalId: number | null;
  hasConfetti: boolean;
  onAgain: () => void;
  onReplay: () => void;
  onRace: (ghost: Ghost | null) => void;
  onClose: () => void;
}

const NOTHING: RunResult = { at: "rejected", message: finishText.notClearable };
const noSubscription = () => () => {};

export default function FinishPanel(props: FinishPanelProps) {
  const { play, run, previousMs, submission, rating, rivalId, hasConfetti } = props;
  const { onAgain, onReplay, onRace, onClose } = props;
  const { level } = play;
  const result = useSyncExternalStore(
    submission?.result.subscribe ?? noSubscription,
    submission?.result.get ?? (() => NOTHING),
  );
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Not a button: players still press Space to jump.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  usePadNavigation(panel, onClose);
  const sent = result.at === "sent" ? result.run : null;
  const counted = sent?.state === "counted" ? sent : null;
  const ms = sent?.time_ms ?? run.ms;
  const { text, isBest } = comparison(ms, sent ? sent.previous_ms : previousMs);
  const best = isBest ? ms : (sent?.previous_ms ?? previousMs ?? ms);
  const time = formatDuration(ms);
  const hasRewards = counted !== null && counted.xp + counted.coins > 0;
  return (
    <>
      {hasConfetti && <Confetti />}
      <section className={styles.panel} ref={panel} aria-labelledby="finish-title" data-finished={level.id}>
        <div className={styles.head}>
          <h2 className={styles.title} id="finish-title" ref={heading} tabIndex={-1}>
            {isBest && previousMs !== null ? finishText.bestTitle : finishText.title}
          </h2>
          <p className={styles.time} data-finish-time={ms}>
            <span className="sr-only">{finishText.time} </span>
            {time}
          </p>
          <p className={styles.facts}>
            <span className={cx(isBest && styles.good)}>{text}</span>
            {ms > best && (
              <span>
                {finishText.best} {formatDuration(best)}
              </span>
            )}
            <span>{finishText.deaths(run.deaths)}</span>
          </p>
        </div>
        {counted?.medal && <MedalBadge medal={counted.medal} />}
        {result.at !== "visitor" && <RunStateLine result={result} />}
        {hasRewards && <Rewards reward={counted} />}
        {result.at === "visitor" && <SaveByVisitor levelId={level.id} result={result} />}
        {result.at !== "visitor" && (
          <div className={styles.rate}>
            {finishText.rate}
            {rating}
          </div>
        )}
        <div className={styles.actions}>
          <Button
            className={styles.wide}
            variant={result.at === "visitor" ? "plain" : "primary"}
            icon={RotateCcw}
            full
            onClick={onAgain}
          >
            {finishText.again} <kbd aria-hidden>{finishText.againKey}</kbd>
          </Button>
          <Button icon={Clapperboard} full onClick={onReplay}>
            {finishText.replay}
          </Button>
          <GhostMenu
            play={play}
            rivalId={rivalId}
            onRace={onRace}
            trigger={(trigger) => (
              <Button {...trigger} icon={GhostIcon} full>
                {finishText.race}
              </Button>
            )}
          />
          <Button icon={Share2} full onClick={() => void share(level, time, result)}>
            {finishText.share}
          </Button>
          <Button full onClick={onClose}>
            {finishText.toLevel}
          </Button>
        </div>
        {play.next_level && (
          <Link className={styles.next} to={`/play/${play.next_level.id}`}>
            <img src={play.next_level.thumbnail_url} width={96} height={54} alt="" />
            <span>
              <small>{finishText.next}</small>
              <bdi>{play.next_level.title}</bdi>
            </span>
            <ArrowRight aria-hidden />
          </Link>
        )}
      </section>
    </>
  );
}
