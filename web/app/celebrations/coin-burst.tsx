import { useEffect, useRef, useState } from "react";
import { type CoinsCelebration, finishCelebration, type Point, type Queued } from "#web/lib/celebrate.ts";
import { celebrationsText } from "../text/celebrations.ts";
import styles from "./coin-burst.module.css";
import { playCelebration } from "./play-celebration.ts";

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
export function CoinBurst({ celebration }: { celebration: Queued<CoinsCelebration> }) {
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
    <div className={styles.burst} ref={box} aria-hidden data-celebration="coins">
      {!still &&
        Array.from({ length: count }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal coins that never change places
          <img key={i} src="/static/emoticons/coin.svg" width={COIN_PX} height={COIN_PX} alt="" />
        ))}
      {coins > 0 && (
        <b className={styles.amount} style={label}>
          {celebrationsText.coins(coins)}
        </b>
      )}
    </div>
  );
}
