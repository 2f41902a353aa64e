import type { CSSProperties } from "react";
import styles from "./confetti.module.css";

const COUNT = 70;
const COLORS = ["#ffb800", "#f99205", "#4cd261", "#4aa8ff", "#ff5c8a", "#ffffff"];

/** A fixed sequence that looks random, 0 to 1. */
const scatter = (index: number, seed: number): number => (index * 0.618034 + seed * index * 0.137 + seed) % 1;

const PIECES = Array.from({ length: COUNT }, (_, i) => ({
  "--x": Math.round(scatter(i, 0.11) * 100),
  "--s": scatter(i, 0.37).toFixed(2),
  "--d": scatter(i, 0.73).toFixed(2),
  "--w": (scatter(i, 0.53) * 2 - 1).toFixed(2),
  "--c": COLORS[i % COLORS.length],
}));

/** Confetti from the top of the screen. */
export function Confetti() {
  return (
    <div className={styles.confetti} aria-hidden>
      {PIECES.map((piece) => (
        <i key={`${piece["--x"]} ${piece["--d"]}`} style={piece as CSSProperties} />
      ))}
    </div>
  );
}
