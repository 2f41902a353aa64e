import { Trophy, X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { lookUrl } from "#domain/avatar/look-url.ts";
import { spiritTier } from "#domain/users/spirit.ts";
import { StampArt } from "#web/features/first-night/stamp-art.tsx";
import {
  type BadgeCelebration,
  type Celebration,
  type CoinsCelebration,
  finishCelebration,
  type LevelCelebration,
  type Point,
  type Queued,
  type upcoming,
} from "#web/lib/celebrate.ts";
import { celebrationSounds } from "#web/lib/celebration-sounds.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { useUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { celebrationsText } from "../text/celebrations.ts";
import badgeCardStyles from "./badge-card.module.css";
import coinBurstStyles from "./coin-burst.module.css";
import styles from "./level-stage.module.css";
import { markSeen } from "./seen-elsewhere.ts";

/** Notes of each size, in hertz, and the seconds between them. */
const TUNES: Record<Celebration["kind"], { notes: readonly number[]; apart: number; seconds: number }> = {
  coins: { notes: [1319, 1760], apart: 0.07, seconds: 0.18 },
  badge: { notes: [659, 880, 1319], apart: 0.09, seconds: 0.3 },
  level: { notes: [523, 659, 784, 1047, 1319], apart: 0.12, seconds: 0.5 },
};
const VOLUME = 0.12;

let context: AudioContext | undefined;

/** Plays a short tune, if sounds are on. Silent until the page has had a press, because browsers allow none before. */
function playCelebration(kind: Celebration["kind"]): void {
  if (!celebrationSounds.get() || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => undefined);
  const { notes, apart, seconds } = TUNES[kind];
  const start = context.currentTime;
  for (const [i, hertz] of notes.entries()) {
    const at = start + i * apart;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(VOLUME, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}

const FLIGHT_MS = 750;
/** Between two coins. */
const APART_MS = 45;
/** How long the number stays where nothing moves. */
const STILL_MS = 1_600;
const MAX_COINS = 12;
const COIN_PX = 28;
/** Coins spread around their start by the golden angle. */
const ANGLE = 2.4;

/** The middle of the wallet in the top bar; the upper right corner where there is none. */
function walletPoint(): Point {
  const wallet = document.querySelector("[data-wallet] img")?.getBoundingClientRect();
  return wallet?.width
    ? { x: wallet.left + wallet.width / 2, y: wallet.top + wallet.height / 2 }
    : { x: window.innerWidth - 60, y: 32 };
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Keyframes of a coin that hops out of its start and then flies into the wallet. */
function flight(from: Point, to: Point, index: number): Keyframe[] {
  const spread = 26 + 5 * index;
  const hop = {
    x: from.x + spread * Math.cos(index * ANGLE),
    y: from.y + spread * Math.sin(index * ANGLE) - 20,
  };
  const at = ({ x, y }: Point, scale: number) =>
    `translate(${x - COIN_PX / 2}px, ${y - COIN_PX / 2}px) scale(${scale})`;
  return [
    { transform: at(from, 0.4), opacity: 0 },
    { transform: at(hop, 1), opacity: 1, offset: 0.3, easing: "cubic-bezier(0.5, 0, 0.8, 0.6)" },
    { transform: at(to, 0.6), opacity: 1 },
  ];
}

/** Coins that fly into the wallet, with their number. Without motion, only the number shows. */
function CoinBurst({ celebration }: { celebration: Queued<CoinsCelebration> }) {
  const { id, coins, from } = celebration;
  const box = useRef<HTMLDivElement>(null);
  const [still] = useState(isStill);
  const [start] = useState(() => from ?? { x: window.innerWidth / 2, y: window.innerHeight / 2 });
  const [target] = useState(walletPoint);
  const count = coins === 0 ? MAX_COINS : Math.min(MAX_COINS, 3 + Math.ceil(coins / 10));

  useEffect(() => {
    playCelebration("coins");
    if (!still)
      for (const [i, coin] of [...(box.current?.querySelectorAll("img") ?? [])].entries())
        coin.animate(flight(start, target, i), { duration: FLIGHT_MS, delay: i * APART_MS, fill: "both" });
    const lastsFor = still ? STILL_MS : FLIGHT_MS + count * APART_MS;
    const timer = setTimeout(() => finishCelebration(id), lastsFor);
    return () => clearTimeout(timer);
  }, [id, count, still, start, target]);

  const label = still
    ? { left: Math.max(70, Math.min(target.x, window.innerWidth - 70)), top: target.y + 34 }
    : {
        left: Math.max(50, Math.min(start.x, window.innerWidth - 50)),
        top: Math.max(60, start.y - 30),
      };
  return (
    <div className={coinBurstStyles.burst} ref={box} aria-hidden data-celebration="coins">
      {!still &&
        Array.from({ length: count }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal coins that never change places
          <img key={i} src="/static/emoticons/coin.svg" width={COIN_PX} height={COIN_PX} alt="" />
        ))}
      {coins > 0 && (
        <b className={coinBurstStyles.amount} style={label}>
          {celebrationsText.coins(coins)}
        </b>
      )}
    </div>
  );
}

/** The member's own bopi, cheering. Its usual picture shows until that one is drawn. */
function CheeringBopi({ size, className }: { size: number; className?: string | undefined }) {
  const user = useUser();
  const [isDrawn, setDrawn] = useState(false);
  const cheering = user && lookUrl(user.look, { pose: "cheer", size: 256 });
  useEffect(() => {
    if (!cheering) return;
    const picture = new Image();
    picture.onload = () => setDrawn(true);
    picture.src = cheering;
    return () => {
      picture.onload = null;
    };
  }, [cheering]);
  if (!user) return null;
  return (
    <img
      className={className}
      src={isDrawn && cheering ? cheering : user.bopi.avatar_url}
      width={size}
      height={size}
      alt=""
    />
  );
}

const SHOWN_MS = 8_000;

/** The badge that was just earned, stamped beside the member's bopi. It leaves by itself, but not under the pointer. */
function BadgeCard({ celebration }: { celebration: Queued<BadgeCelebration> }) {
  const { id, title, reason, picture, stamp, action, key } = celebration;
  const user = useUser();
  const [isUsed, setUsed] = useState(false);
  const close = () => finishCelebration(id);
  useEffect(() => {
    playCelebration("badge");
    if (key) markSeen(key);
  }, [key]);
  useTimeout(() => finishCelebration(id), isUsed ? null : SHOWN_MS, id);
  return (
    <section
      className={badgeCardStyles.card}
      aria-label={celebrationsText.badge}
      data-celebration="badge"
      onPointerEnter={() => setUsed(true)}
      onPointerLeave={() => setUsed(false)}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <div className={badgeCardStyles.art}>
        {stamp && user ? (
          <StampArt
            className={badgeCardStyles.stamp}
            stamp={stamp}
            headshot={user.bopi.headshot_url}
            isDone
          />
        ) : picture ? (
          <img className={badgeCardStyles.badge} src={picture} width={88} height={88} alt="" />
        ) : (
          <span className={badgeCardStyles.trophy}>
            <Trophy aria-hidden />
          </span>
        )}
      </div>
      <div className={badgeCardStyles.text}>
        <p className={badgeCardStyles.reason}>{reason}</p>
        <p className={badgeCardStyles.title} dir="auto">
          {title}
        </p>
        {action && (
          <Button
            size="s"
            onClick={() => {
              action.onSelect();
              close();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <div className={badgeCardStyles.bopi} aria-hidden>
        <CheeringBopi size={96} />
      </div>
      <span className={badgeCardStyles.close}>
        <IconButton icon={X} label={celebrationsText.dismiss} onClick={close} />
      </span>
    </section>
  );
}

const PIECES = Array.from({ length: 36 }, (_, i) => ({
  "--x": (i * 61.8) % 100,
  "--d": (i * 0.137) % 1,
  "--w": ((i * 0.39) % 1) * 2 - 1,
  "--c": ["#ffb800", "#f99205", "#4cd261", "#4aa8ff", "#ff5c8a"][i % 5],
}));

/** A new spirit level on the whole window. Escape, a tap or its button close it. */
function LevelStage({ celebration }: { celebration: Queued<LevelCelebration> }) {
  const { id, level, coins, key } = celebration;
  const opener = useRef(document.activeElement as HTMLElement | null);
  const close = () => finishCelebration(id);
  useEffect(() => {
    playCelebration("level");
    if (key) markSeen(key);
  }, [key]);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.stage}
          aria-modal="true"
          data-celebration="level"
          onClick={close}
          // The level below, if any, doesn't get these keys.
          onKeyDown={(event) => event.stopPropagation()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
        >
          <div className={styles.rays} aria-hidden />
          <div className={styles.confetti} aria-hidden>
            {PIECES.map((piece) => (
              <i key={piece["--x"]} style={piece as CSSProperties} />
            ))}
          </div>
          <div className={styles.show}>
            <div className={styles.figure} aria-hidden>
              <CheeringBopi className={styles.bopi} size={260} />
              <img
                className={styles.spirit}
                src={`/static/spirit/${spiritTier(level)}.svg`}
                width={112}
                height={112}
                alt=""
              />
            </div>
            <Dialog.Title className={styles.title}>{celebrationsText.level(level)}</Dialog.Title>
            <Dialog.Description className={styles.text}>{celebrationsText.levelText}</Dialog.Description>
            <p className={styles.coins}>
              <img src="/static/emoticons/coin.svg" width={32} height={32} alt="" />
              {celebrationsText.levelCoins(coins)}
            </p>
            <Button variant="primary" onClick={close}>
              {celebrationsText.go}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export default function CelebrationShow({ coins, stage }: ReturnType<typeof upcoming>) {
  return (
    <>
      {coins && <CoinBurst key={coins.id} celebration={coins} />}
      {stage?.kind === "badge" && <BadgeCard key={stage.id} celebration={stage} />}
      {stage?.kind === "level" && <LevelStage key={stage.id} celebration={stage} />}
    </>
  );
}
